/** The bundles as an editor loads them, and the package: CommonJS entries, parts loaded on demand, no undici. */

import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { FakeEditor } from "./fake-editor.ts";

const script = fileURLToPath(new URL("../../extension/package.ts", import.meta.url));
const temp = mkdtempSync(join(tmpdir(), "callboard-"));
const vsix = join(temp, "callboard.vsix");
const folder = join(temp, "extension");
const desktop = join(folder, "dist/desktop/extension.js");
let sizes: string;
let files: ReadonlyMap<string, string>;

beforeAll(() => {
  sizes = execFileSync(process.execPath, [script, vsix], { encoding: "utf8" });
  files = unzipped(readFileSync(vsix));
  for (const [name, text] of files) {
    mkdirSync(dirname(join(temp, name)), { recursive: true });
    writeFileSync(join(temp, name), text);
  }
}, 120_000);

afterAll(() => rmSync(temp, { recursive: true }));

interface Entry {
  activate(context: unknown): void;
}

/** The extension host on a computer calls `require` and replaces the module `vscode`. */
function loadOnComputer(editor: FakeEditor): Entry {
  const loader = Module as unknown as { _load(name: string, ...rest: unknown[]): unknown };
  const { _load } = loader;
  loader._load = (name, ...rest) => (name === "vscode" ? editor.vscode : _load(name, ...rest));
  onTestFinished(() => {
    loader._load = _load;
  });
  const require = createRequire(import.meta.url);
  delete require.cache[desktop];
  return require(desktop);
}

/** The extension host in a browser evaluates the source as a function that can require only `vscode`. */
function loadInBrowser(editor: FakeEditor): Entry {
  const module = { exports: {} as Entry };
  const require = (name: string) => {
    if (name === "vscode") return editor.vscode;
    throw new Error(`Cannot load module '${name}'`);
  };
  const source = readFileSync(join(folder, "dist/web/extension.js"), "utf8");
  new Function("module", "exports", "require", source)(module, module.exports, require);
  return module.exports;
}

function end(editor: FakeEditor): void {
  for (const owned of editor.context.subscriptions) owned.dispose();
}

test("on a computer the parts are loaded on demand", async () => {
  const editor = new FakeEditor();
  loadOnComputer(editor).activate(editor.context);
  onTestFinished(() => end(editor));
  await editor.run("callboard.tryEmbedded");
  expect(editor.said).toEqual(["command: callboard.projects.focus"]);
  expect(await editor.tree("callboard.projects")).toMatch(/Lantern Lane/);
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Smoke"));
  expect(await editor.tree("callboard.runs")).toMatch(/\(error\) Smoke/);
});

test("in a browser the parts are fetched, and there is no embedded service", async () => {
  const editor = new FakeEditor({ folders: ["/shop"] });
  Object.assign(editor.context, { extensionUri: editor.vscode.Uri.parse("memory:/extension") });
  for (const name of globSync("dist/web/*.js", { cwd: folder })) {
    editor.files.put(`/extension/${name}`, readFileSync(join(folder, name), "utf8"));
  }
  editor.files.put("/shop/callboard.yml", "batches:\n  smoke: { id: smoke }\n");
  loadInBrowser(editor).activate(editor.context);
  onTestFinished(() => end(editor));
  expect(editor.files.reads).toEqual([]);
  expect(await editor.tree("callboard.projects")).toMatch(/\(layers\) smoke/);
  expect(editor.files.reads).toContain("/extension/dist/web/catalog.js");
  await editor.run("callboard.tryEmbedded");
  expect(editor.said.at(-1)).toMatch(
    /^warning: The embedded service needs a computer .* or connect to a service\. \[Connect to a service\]$/,
  );
});

test("the bundles are within their budgets and don't contain undici", () => {
  // The build fails if a bundle is over its budget.
  expect(sizes.match(/entry [\d.]+ KB, all [\d.]+ KB/g)).toHaveLength(2);
  const scripts = [...files].filter(([name]) => /\.m?js$/.test(name));
  expect(scripts.length).toBeGreaterThan(10);
  for (const [name, text] of scripts) expect(text, name).not.toMatch(/EnvHttpProxyAgent|undici/);
});

/** Reads the central directory of a zip archive. */
function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const files = new Map<string, string>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map(at =>
      archive.readUInt16LE(entry + at),
    );
    const name = archive.toString("utf8", entry + 46, entry + 46 + nameLength);
    const local = archive.readUInt32LE(entry + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
    const isDeflated = archive.readUInt16LE(entry + 10) === 8;
    files.set(name, (isDeflated ? inflateRawSync(bytes) : bytes).toString("utf8"));
    entry += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

/** Texts that occur only in this package. */
const signs: Readonly<Record<string, string>> = {
  jsonata: "Attempted to invoke a non-function",
  "jsonc-parser": "disallowComments",
  yaml: "Unresolved alias (the anchor must be set before the alias)",
};

test("the package contains exactly the licenses of the bundled packages", () => {
  const bundles = [...files].filter(([name]) => /\.m?js$/.test(name)).map(([, text]) => text);
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const held = Object.keys(signs).filter(name => bundles.some(text => text.includes(signs[name] ?? "")));
  expect(held).toEqual(["jsonata", "jsonc-parser", "yaml"]);
  const licenses = (files.get("extension/dist/LICENSES.txt") ?? "").split(`\n${"-".repeat(80)}\n\n`);
  expect(licenses).toEqual(
    held.map(name => {
      const folder = join(root, "node_modules", name);
      const license = readdirSync(folder).find(file => /^LICENSE/i.test(file)) ?? "";
      return `${name}\n\n${readFileSync(join(folder, license), "utf8").trim()}\n`;
    }),
  );
});

test("the same sources make the same package, byte for byte, with any clock and language", () => {
  const again = join(temp, "again.vsix");
  execFileSync(process.execPath, [script, again], {
    env: { ...process.env, TZ: "Asia/Tokyo", LC_ALL: "de_DE.UTF-8" },
  });
  expect(readFileSync(again).equals(readFileSync(vsix))).toBe(true);
}, 120_000);
