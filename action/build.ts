/**
 * Bundles the Action into `action/dist/`, which is committed: GitHub runs what is in the repository. `--check` builds
 * beside it and fails when what is committed is something else.
 *
 * Every run downloads all of it, so it is kept small; most runs need only a part of it, so it is split.
 */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire, isBuiltin } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "action/dist");

/**
 * What is always loaded is one file, as every file more takes time at the start; what is loaded later shares its parts
 * among itself. The two have modules in common, but none that keeps a state.
 */
async function bundle(outdir: string): Promise<void> {
  const later: Record<string, string> = {};
  const builds = [
    await build({
      ...options,
      outdir,
      entryPoints: { index: "action/main.ts" },
      plugins: [...plugins, cut(later)],
    }),
    // In an order of their own: they are found in whichever order they are read, and the chunks' depends on it.
    await build({ ...options, outdir, entryPoints: sorted(later), splitting: true, plugins }),
  ];
  // A repository that holds a copy of the folder may take its own scripts for something else.
  await writeFile(join(outdir, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(outdir, "LICENSES.txt"), await licenses(builds.map(({ metafile }) => metafile)));
}

function sorted(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  legalComments: "none",
  metafile: true,
  // CommonJS packages ask for Node's own modules in their way.
  banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  // By this, undici leaves out a parser that is still an experiment.
  define: { esbuildDetection: "true" },
  // The same package, as modules of which only what is used is taken.
  alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
} as const satisfies BuildOptions;

/** Leaves out what is imported later, and notes it by name. */
function cut(later: Record<string, string>): Plugin {
  return {
    name: "cut",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const file = relative(root, join(resolveDir, path));
        const name = file.replace(/\.ts$/, "").replaceAll(/[\\/]/g, "-");
        later[name] = file;
        return { path: `./${name}.js`, external: true };
      });
    },
  };
}

/**
 * All of undici that is used. Its parser is in it as WebAssembly with SIMD and without; the latter runs wherever Node
 * does.
 */
const undici: Plugin = {
  name: "undici",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: "parts", namespace: "undici", sideEffects: false }));
    onLoad({ filter: /./, namespace: "undici" }, () => ({
      contents: `
        import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
        import connect from "undici/lib/api/api-connect.js";
        export { default as Agent } from "undici/lib/dispatcher/agent.js";
        export { default as EnvHttpProxyAgent } from "undici/lib/dispatcher/env-http-proxy-agent.js";
        // As undici's own index does; proxies are asked for tunnels by it.
        Dispatcher.prototype.connect = connect;`,
      resolveDir: root,
    }));
    onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "../llhttp/llhttp-wasm.js"),
    }));
    onLoad({ filter: /\/llhttp-wasm\.js$/ }, ({ path }) => {
      const wasm: Uint8Array = createRequire(import.meta.url)(path);
      const packed = brotliCompressSync(wasm).toString("base64");
      return {
        contents: `const { brotliDecompressSync } = require("node:zlib");
          module.exports = brotliDecompressSync(Buffer.from("${packed}", "base64"));`,
      };
    });
  },
};

/** What stands in the place of what the packages bring and the Action does not use; the tests run what is left. */
const instead: Record<string, string> = {
  // Loading Node's cryptography takes as long as all else that leads to an input's error.
  crypto: "export const randomUUID = () => globalThis.crypto.randomUUID();",
  // It would tell the machine's name.
  exec: "export const getExecOutput = undefined;",
  // GitHub is asked by `action/publish/fetch.ts`, and nobody for a token.
  connections: `export const fetch = undefined, BearerCredentialHandler = undefined;
    export class HttpClient { getAgent() {} getAgentDispatcher() {} }`,
  // The job summary is written without it, and it loads file system functions at once.
  summary: "export const summary = undefined, markdownSummary = undefined;",
  // It would read the event at once, and fail where that is broken; ours is in `action/publish/context.ts`.
  context: "export class Context {}",
  // A method for each of GitHub's operations; publishing asks by method and path.
  endpoints: "export default {};",
  // No number of GitHub's is larger than JSON's own.
  bigint: "export const { parse: JSONParse, stringify: JSONStringify } = JSON;",
  // Nobody offers HTTP/2 to a server, so none speaks it; and every body is a string, not a form.
  nothing: "module.exports = undefined;",
};

const unused: Plugin = {
  name: "unused",
  setup({ onResolve, onLoad }) {
    const replace = (filter: RegExp, path: keyof typeof instead, importers = /./) =>
      onResolve({ filter }, ({ importer }) =>
        importers.test(importer) ? { path, namespace: "unused", sideEffects: false } : undefined,
      );
    replace(/^crypto$/, "crypto", /@actions\/core/);
    replace(/^@actions\/exec$/, "exec");
    replace(/^@actions\/http-client/, "connections");
    replace(/^undici$/, "connections", /@actions/);
    replace(/^(\.\/client-h2\.js$|\.\.\/web\/)/, "nothing", /\/undici\//);
    replace(/^\.\/summary\.js$/, "summary", /@actions\/core/);
    replace(/^\.\/context\.js$/, "context", /@actions\/github/);
    replace(/\/endpoints\.js$/, "endpoints", /plugin-rest-endpoint-methods/);
    replace(/^json-with-bigint$/, "bigint");
    onLoad({ filter: /./, namespace: "unused" }, ({ path }) => ({ contents: instead[path] ?? "" }));
  },
};

/** An import of one of Node's modules reads all that it exports, which loads what is behind it; `require` does not. */
const node: Plugin = {
  name: "node",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      kind === "import-statement" && isBuiltin(path)
        ? { path, namespace: "node", sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /./, namespace: "node" }, ({ path }) => ({
      contents: `module.exports = require("${path}");`,
    }));
  },
};

// The first that knows an answer gives it.
const plugins = [unused, undici, node];

/** Who wrote what is in the bundle, and under which terms it is passed on. */
async function licenses(bundles: readonly Metafile[]): Promise<string> {
  const outputs = bundles.flatMap(({ outputs }) => Object.values(outputs));
  const files = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(
    files.flatMap(file => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const packages = new Map<string, string>();
  for (const folder of [...folders].sort()) {
    const name = folder.replace(/^.*node_modules\//, "");
    const file = (await readdir(join(root, folder))).find(file => /^licen[cs]e/i.test(file));
    if (file === undefined) throw new Error(`${folder} comes without a license.`);
    packages.set(name, (await readFile(join(root, folder, file), "utf8")).trim());
  }
  const texts = new Map<string, string[]>();
  for (const [name, text] of packages) texts.set(text, [...(texts.get(text) ?? []), name]);
  return [...texts]
    .map(([text, names]) => `${names.join(", ")}\n\n${text}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}

async function contents(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort();
  const entries = names.map(async name => [name, await readFile(join(folder, name), "utf8")] as const);
  return new Map(await Promise.all(entries));
}

if (process.argv.includes("--check")) {
  // Within the repository, so that what is built is the same to the last path.
  await mkdir(join(root, ".work"), { recursive: true });
  const fresh = await mkdtemp(join(root, ".work/dist-"));
  try {
    await bundle(fresh);
    const [built, committed] = [await contents(fresh), await contents(dist).catch(() => new Map())];
    const names = [...new Set([...built.keys(), ...committed.keys()])];
    const stale = names.filter(name => built.get(name) !== committed.get(name));
    for (const name of stale) console.log(`action/dist/${name} is not what action/ builds`);
    if (stale.length > 0) process.exitCode = 1;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
} else {
  await rm(dist, { recursive: true, force: true });
  await bundle(dist);
}
