/**
 * Builds the extension for two hosts: `desktop`, also on a remote machine, and `web`, in a browser. Each host gets an
 * entry and bundles that load at their first use. An entry is always CommonJS, because extension hosts expect it. For
 * `desktop` the bundles are ES modules that share chunks; for `web` each bundle is complete.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { type BundledPackage, findBundledPackages, renderLicenses } from "../shared/bundled-packages.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const dist = `${folder}dist`;
/** The most bytes of a host's entry and of all its scripts, slightly above the present sizes to reveal growth. */
const budgets = { entry: 106_000, all: 1_100_000 };

const common = {
  absWorkingDir: folder,
  bundle: true,
  minify: true,
  // JSONata's own minified build is smaller than its other build minified by esbuild.
  alias: { jsonata: "jsonata/jsonata.min.js" },
  charset: "utf8",
  // VS Code 1.100, the oldest supported version, has Node 20 and Chromium 132.
  target: ["node20", "chrome132"],
  // `LICENSES.txt` contains the licenses.
  legalComments: "none",
  metafile: true,
  write: false,
  logLevel: "warning",
} as const satisfies BuildOptions;

/** Turns a dynamic import in an entry into the path of a separate bundle. */
const separateBundles: Plugin = {
  name: "separate bundles",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/[\w-]+\.ts$/ }, ({ path, kind }) =>
      kind === "dynamic-import"
        ? { path: path.replace(/^\.\/([\w-]+)\.ts$/, "./bundles/$1.mjs"), external: true }
        : undefined,
    );
  },
};

/** Removes the white space around the words of the vocabulary, because the reader of responses trims them anyway. */
const compactVocabulary: Plugin = {
  name: "compact vocabulary",
  setup({ onLoad }) {
    onLoad({ filter: /\/shared\/reading\/vocabulary\.ts$/ }, async ({ path }) => {
      const words = (await readFile(path, "utf8")).split("|").map(part => part.trim());
      return { contents: words.join("|"), loader: "ts" };
    });
  },
};

function entry(source: string, host: "desktop" | "web") {
  return {
    ...common,
    entryPoints: { extension: source },
    outdir: `${dist}/${host}`,
    format: "cjs",
    platform: host === "desktop" ? "node" : "browser",
    external: ["vscode"],
    plugins: [separateBundles],
  } as const satisfies BuildOptions;
}

interface BuildResult {
  /** Keys are paths in `extension/dist/`. */
  readonly files: ReadonlyMap<string, string>;
  readonly outputs: Metafile["outputs"];
  readonly packages: readonly BundledPackage[];
}

export async function bundleExtension(): Promise<BuildResult> {
  const results = await Promise.all([
    build(entry("app/extension.ts", "desktop")),
    build({
      ...common,
      entryPoints: {
        ...Object.fromEntries(
          ["catalog", "report", "expressions", "embedded"].map(name => [name, `editor/bundles/${name}.ts`]),
        ),
        "catalog-code": "app/catalog-code.ts",
        commands: "app/commands.ts",
        "form-page": "app/form-page.ts",
        "pull-requests": "app/pull-requests.ts",
        "review-panel": "app/review-panel.ts",
        teaching: "app/teaching.ts",
        "testing-view": "app/testing-view.ts",
        evaluating: "../shared/evaluation/evaluating.ts",
      },
      outdir: `${dist}/desktop/bundles`,
      format: "esm",
      // With "node", esbuild would choose the Node builds of packages; the browser build of `yaml`, say, is smaller.
      platform: "neutral",
      mainFields: ["module", "main"],
      external: ["node:*"],
      splitting: true,
      outExtension: { ".js": ".mjs" },
      plugins: [compactVocabulary],
      chunkNames: "shared-[hash]",
    }),
    build(entry("app/extension-web.ts", "web")),
    build({
      ...common,
      entryPoints: {
        catalog: "editor/bundles/catalog.ts",
        report: "app/in-browser.ts",
      },
      plugins: [compactVocabulary],
      outdir: `${dist}/web`,
      format: "cjs",
      platform: "browser",
    }),
  ]);

  const outputs: Metafile["outputs"] = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
  const inputs = Object.values(outputs).flatMap(output => Object.keys(output.inputs));
  const packages = await findBundledPackages(inputs, folder);
  const scripts = results.flatMap(({ outputFiles }) => outputFiles);
  const files = new Map([
    ...scripts.map(({ path, text }): [string, string] => [relative(dist, path), text]),
    // `extension/package.json` declares ES modules, but the entries are CommonJS.
    ["package.json", '{ "type": "commonjs" }\n'],
    ["LICENSES.txt", renderLicenses(packages)],
  ]);
  return { files, outputs, packages };
}

/**
 * Replaces the content of `folder` with the built files and prints their sizes. Then throws if a host's files exceed a
 * budget or contain a forbidden module.
 */
export async function buildInto(folder: string): Promise<void> {
  const { files, outputs } = await bundleExtension();
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const faults: string[] = [];
  for (const [host, title] of [
    ["desktop", "desktop and remote"],
    ["web", "browser"],
  ] as const) {
    const scripts = Object.entries(outputs).filter(
      ([file]) => relative("dist", file).startsWith(host) && /\.m?js$/.test(file),
    );
    const sizeOf = (name: string) => scripts.find(([file]) => file.endsWith(name))?.[1].bytes ?? 0;
    const all = scripts.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    const size = sizeOf("/extension.js");
    console.log(`${title}: entry ${kilobytes(size)}, all ${kilobytes(all)}`);
    for (const [file, { bytes }] of scripts) console.log(`  ${kilobytes(bytes).padStart(8)}  ${file}`);
    if (size > budgets.entry) faults.push(`${title}: the entry is over ${kilobytes(budgets.entry)}`);
    if (all > budgets.all) faults.push(`${title}: all files together are over ${kilobytes(budgets.all)}`);
  }
  for (const [file, { inputs }] of Object.entries(outputs)) {
    for (const input of Object.keys(inputs)) {
      // VS Code patches `fetch` for proxies and certificates; undici would bypass both. The extension uses only the
      // types of GitHub's client.
      if (/(^|\/)(undici|undici-transport|@octokit|@actions)(\/|\.ts)/.test(input)) {
        faults.push(`${file} contains ${input}`);
      }
    }
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

if (import.meta.main) await buildInto(dist);
