/** Bundles the Action into `action/dist/`, which GitHub runs. With `--check` it writes nothing, and fails if that is stale. */

import { access, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { findBundledPackages, renderLicenses } from "../shared/bundled-packages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "action/dist");

/** Large modules that the Action never uses. The settings below exclude them; an update of a package may undo that. */
const excludedModules = [
  "node_modules/@actions/http-client/lib/index.js",
  "node_modules/@actions/github/lib/github.js",
  "node_modules/undici/lib/dispatcher/parser-h1.js",
];

const dropUnusedToolkit: Plugin = {
  name: "drop unused toolkit modules",
  setup({ onResolve, resolve }) {
    // The toolkit doesn't declare that its modules have no side effects. The unused ones load a second undici.
    onResolve({ filter: /^(\.|@actions\/)/ }, async ({ path, pluginData, ...origin }) => {
      if (pluginData === dropUnusedToolkit || !/@actions.core/.test(origin.importer)) return undefined;
      return { ...(await resolve(path, { ...origin, pluginData: dropUnusedToolkit })), sideEffects: false };
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
  charset: "utf8", // smaller than escapes
  metafile: true,
  // CommonJS packages load Node's own modules with `require`, which an ES module lacks.
  banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  // undici leaves out an experimental parser of 166 KB where this name is defined.
  define: { esbuildDetection: "true" },
  plugins: [dropUnusedToolkit],
} as const satisfies BuildOptions;

/** Keeps dynamically imported modules out of the entry file, and adds each of them to `lazyEntries`. */
function separateDynamicImports(lazyEntries: Map<string, string>): Plugin {
  return {
    name: "separate dynamic imports",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const file = relative(root, join(resolveDir, path)).replaceAll("\\", "/");
        const name = file.replace(/\.ts$/, "").replaceAll("/", "-");
        lazyEntries.set(name, file);
        return { path: `./${name}.js`, external: true };
      });
    },
  };
}

/** Gives the text of each file of `action/dist/` by its name, and the bundled packages. */
export async function bundleAction() {
  // The modules that every step loads are one file, because each further file costs time at the start. Modules that are
  // loaded on demand share chunks. A module can be both there and in a chunk, because no module keeps state.
  const lazyEntries = new Map<string, string>();
  const plugins = [dropUnusedToolkit, separateDynamicImports(lazyEntries)];
  const start = await build({ ...options, entryPoints: { index: "action/main.ts" }, plugins });
  lazyEntries.set("evaluating", "shared/evaluation/evaluating.ts"); // started by its name, as a separate process
  // Sorted, because the names of chunks depend on the order of the entry points.
  const entryPoints = Object.fromEntries([...lazyEntries].sort(([a], [b]) => (a < b ? -1 : 1)));
  const rest = await build({ ...options, entryPoints, splitting: true });

  const outputs = { ...start.metafile.outputs, ...rest.metafile.outputs };
  const inputs = Object.values(outputs).flatMap(output => Object.keys(output.inputs));
  for (const file of excludedModules) {
    // If a package moves one of these modules, the build fails here, so that somebody corrects the list.
    await access(join(root, file));
    if (inputs.includes(file)) throw new Error(`The bundle must not contain ${file}.`);
  }
  const packages = await findBundledPackages(inputs, root);
  const files = new Map([
    ...[...start.outputFiles, ...rest.outputFiles].map(({ path, text }): [string, string] => [
      relative(dist, path),
      text,
    ]),
    // Without this file, a `package.json` above a copy of the folder could declare these scripts CommonJS.
    ["package.json", '{ "type": "module" }\n'],
    ["LICENSES.txt", renderLicenses(packages)],
  ]);
  return { files, packages };
}

export async function writeFiles(files: ReadonlyMap<string, string>, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const [name, text] of files) await writeFile(join(folder, name), text);
}

/** The names of files that differ between the commit and the build, or that only one of the two has. */
export async function findStaleFiles(files: ReadonlyMap<string, string>): Promise<string[]> {
  const withText = async (name: string) => [name, await readFile(join(dist, name), "utf8")] as const;
  const committed = new Map(await Promise.all((await readdir(dist)).map(withText)));
  const names = [...new Map([...committed, ...files]).keys()];
  return names.filter(name => committed.get(name) !== files.get(name));
}

if (import.meta.main) {
  const { files } = await bundleAction();
  if (process.argv.includes("--check")) {
    const stale = await findStaleFiles(files);
    for (const name of stale) console.log(`action/dist/${name} is not what action/ builds`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else await writeFiles(files, dist);
}
