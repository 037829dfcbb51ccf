/**
 * Builds the extension: an entry for desktop and remote, one for the editor in a browser, and beside each the bundles
 * that load when they are first used. Extension hosts differ in how they load modules: an entry is CommonJS
 * everywhere; on a computer the bundles are ES modules with chunks in common, in a browser each is complete.
 */

import { rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { licensesOf } from "../shared/licenses.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const dist = `${folder}dist`;
const budgets = { entry: 150_000, all: 450_000 };

const common: BuildOptions = {
  absWorkingDir: folder,
  bundle: true,
  minify: true,
  // VS Code 1.100, the oldest that is supported, has Node 20 and Chromium 132.
  target: ["node20", "chrome132"],
  // `LICENSES.txt` holds them.
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

/** A dynamic import in an entry loads a bundle beside it. */
const bundlesStayApart: Plugin = {
  name: "bundles stay apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/\w+\.ts$/ }, ({ path, kind }) =>
      kind === "dynamic-import"
        ? { path: path.replace(/^\.\/(\w+)\.ts$/, "./bundles/$1.mjs"), external: true }
        : undefined,
    );
  },
};

function entry(source: string, host: "desktop" | "web"): BuildOptions {
  return {
    ...common,
    entryPoints: { extension: source },
    outdir: `${dist}/${host}`,
    format: "cjs",
    platform: host === "desktop" ? "node" : "browser",
    external: ["vscode"],
    plugins: [bundlesStayApart],
  };
}

rmSync(dist, { recursive: true, force: true });
const results = await Promise.all([
  build(entry("extension.ts", "desktop")),
  build({
    ...common,
    entryPoints: {
      ...Object.fromEntries(
        ["catalog", "report", "expressions", "embedded"].map(name => [name, `bundles/${name}.ts`]),
      ),
      evaluating: "../shared/evaluation/evaluating.ts",
    },
    outdir: `${dist}/desktop/bundles`,
    format: "esm",
    // With "node", packages that have a smaller build for browsers would be taken in whole.
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    splitting: true,
    outExtension: { ".js": ".mjs" },
    chunkNames: "shared-[hash]",
  }),
  build(entry("extension-web.ts", "web")),
  build({
    ...common,
    entryPoints: {
      catalog: "bundles/catalog.ts",
      report: "bundles/report-in-browser.ts",
      evaluating: "bundles/evaluating-in-browser.ts",
    },
    outdir: `${dist}/web`,
    format: "cjs",
    platform: "browser",
  }),
]);

// The manifest above it says that files are ES modules.
writeFileSync(`${dist}/package.json`, '{ "type": "commonjs" }\n');

const outputs: Metafile["outputs"] = Object.assign({}, ...results.map(({ metafile }) => metafile?.outputs));
const inputs = Object.values(outputs).flatMap(output => Object.keys(output.inputs));
writeFileSync(`${dist}/LICENSES.txt`, await licensesOf(inputs, folder));

const faults: string[] = [];
for (const [host, title] of [
  ["desktop", "desktop and remote"],
  ["web", "browser"],
] as const) {
  const files = Object.entries(outputs).filter(
    ([file]) => relative("dist", file).startsWith(host) && /\.m?js$/.test(file),
  );
  const sizeOf = (name: string) => files.find(([file]) => file.endsWith(name))?.[1].bytes ?? 0;
  const all = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const size = sizeOf("/extension.js");
  console.log(`${title}: entry ${kilobytes(size)}, all ${kilobytes(all)}`);
  for (const [file, { bytes }] of files) console.log(`  ${kilobytes(bytes).padStart(8)}  ${file}`);
  if (size > budgets.entry) faults.push(`${title}: the entry is over ${kilobytes(budgets.entry)}`);
  if (all > budgets.all) faults.push(`${title}: all of it is over ${kilobytes(budgets.all)}`);
}
for (const [file, { inputs }] of Object.entries(outputs)) {
  for (const input of Object.keys(inputs)) {
    // VS Code patches `fetch` for proxies and certificates; undici would bypass both.
    if (/(^|\/)(undici|undici-transport)(\/|\.ts)/.test(input)) faults.push(`${file} holds ${input}`);
  }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
