/**
 * Bundles the Action into `action/dist/`, which is committed: GitHub runs what is in the repository, and every run
 * downloads all of it. `--check` writes nothing, and fails when what is committed is not what would be written.
 */

import { access, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { type BundledPackage, licensesOf, packagesOf } from "../shared/bundled.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "action/dist");

/** Large and never used. They stay out by what is said below, which an update of the packages may undo. */
const unwanted = [
  "node_modules/@actions/http-client/lib/index.js",
  "node_modules/@actions/github/lib/github.js",
  "node_modules/undici/lib/dispatcher/parser-h1.js",
];

const toolkit: Plugin = {
  name: "toolkit",
  setup({ onResolve, resolve }) {
    // It doesn't say that importing its modules has no effects; with those not used comes another undici.
    onResolve({ filter: /^(\.|@actions\/)/ }, async ({ path, pluginData, ...origin }) => {
      if (pluginData === toolkit || !/@actions.core/.test(origin.importer)) return undefined;
      return { ...(await resolve(path, { ...origin, pluginData: toolkit })), sideEffects: false };
    });
  },
};

const options = {
  absWorkingDir: root,
  outdir: dist,
  write: false,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node24",
  legalComments: "none",
  metafile: true,
  // CommonJS packages ask for Node's own modules in their way.
  banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  // undici looks for this name, and leaves out an experimental parser of 166 KB where it is defined.
  define: { esbuildDetection: "true" },
  plugins: [toolkit],
} as const satisfies BuildOptions;

/** Leaves out what is imported dynamically, and notes it. */
function leaveOut(later: Map<string, string>): Plugin {
  return {
    name: "leave out",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const file = relative(root, join(resolveDir, path)).replaceAll("\\", "/");
        const name = file.replace(/\.ts$/, "").replaceAll("/", "-");
        later.set(name, file);
        return { path: `./${name}.js`, external: true };
      });
    },
  };
}

interface Bundle {
  /** What is in `action/dist/`, by its name. */
  readonly files: ReadonlyMap<string, string>;
  readonly packages: readonly BundledPackage[];
}

export async function bundle(): Promise<Bundle> {
  // What every run loads is one file, as each file more costs time at the start; what is loaded later shares chunks.
  // Modules may be in both, but none of them keeps state.
  const later = new Map<string, string>();
  const plugins = [toolkit, leaveOut(later)];
  const start = await build({ ...options, entryPoints: { index: "action/main.ts" }, plugins });
  // Run by its name, as a process of its own.
  later.set("evaluating", "shared/evaluation/evaluating.ts");
  // In one order: the names of chunks depend on it.
  const entryPoints = Object.fromEntries([...later].sort(([a], [b]) => (a < b ? -1 : 1)));
  const rest = await build({ ...options, entryPoints, splitting: true });

  const outputs = [start, rest].flatMap(({ metafile }) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap(output => Object.keys(output.inputs));
  for (const file of unwanted) {
    // Where a package has moved it, it has to be looked for elsewhere.
    await access(join(root, file));
    if (inputs.includes(file)) throw new Error(`The bundle should not hold ${file}.`);
  }
  const scripts = [...start.outputFiles, ...rest.outputFiles];
  const packages = await packagesOf(inputs, root);
  const files = new Map([
    ...scripts.map(({ path, text }): [string, string] => [relative(dist, path), text]),
    // A repository with a copy of the folder may say that its own scripts are of the other type.
    ["package.json", '{ "type": "module" }\n'],
    ["LICENSES.txt", licensesOf(packages)],
  ]);
  return { files, packages };
}

/** Says which files are not, byte for byte, what would be written. */
async function check(files: Bundle["files"]): Promise<void> {
  for (const name of new Set([...files.keys(), ...(await readdir(dist).catch(() => []))])) {
    const [built, committed] = [files.get(name), await readFile(join(dist, name)).catch(() => undefined)];
    if (built !== undefined && committed?.equals(Buffer.from(built))) continue;
    console.log(`action/dist/${name} is not what action/ builds`);
    process.exitCode = 1;
  }
}

async function write(files: Bundle["files"]): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  for (const [name, text] of files) await writeFile(join(dist, name), text);
}

if (import.meta.main) {
  const { files } = await bundle();
  await (process.argv.includes("--check") ? check(files) : write(files));
}
