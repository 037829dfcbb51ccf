/** Writes the manifest's commands, menus, keybindings and titles from `command-table.ts`. `--check` only reports stale files. */

import { readFileSync, writeFileSync } from "node:fs";
import { commandId, menuCommandId, rowCommandId } from "./app/command-ids.ts";
import { commandTable, isInline } from "./app/command-table.ts";

const manifestFile = new URL("package.json", import.meta.url);
const wordsFile = new URL("package.nls.json", import.meta.url);

interface Manifest {
  contributes: {
    commands: { command: string; title: string; category: string; icon?: string }[];
    menus: Record<string, { command: string; when: string; group?: string }[]>;
    keybindings: {
      command: string;
      key: string;
      mac?: string;
      when: string;
      args?: { commands: string[] };
    }[];
  };
}

const manifest: Manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
const words: Record<string, string> = JSON.parse(readFileSync(wordsFile, "utf8"));

const commands: Manifest["contributes"]["commands"] = [];
const menus: Manifest["contributes"]["menus"] = {};
const otherWords = Object.entries(words).filter(([key]) => !key.startsWith("command."));
const commandWords: [string, string][] = [];

const keybindings: Manifest["contributes"]["keybindings"] = [];

for (const [name, row] of commandTable) {
  const { title, menuTitle, icon, palette, menus: entries = [], keys = [] } = row;
  const command = commandId(name);
  const inMenu = menuTitle === undefined ? command : menuCommandId(name);
  const others = entries.some(isInline) ? [rowCommandId(name)] : [];
  if (inMenu !== command) others.push(inMenu);
  for (const each of [command, ...others]) {
    const word = each === command || each === rowCommandId(name) ? name : `${name}.inMenu`;
    commands.push({
      command: each,
      title: `%command.${word}%`,
      category: "%category%",
      ...(icon && { icon }),
    });
  }
  commandWords.push([`command.${name}`, title]);
  if (menuTitle !== undefined) commandWords.push([`command.${name}.inMenu`, menuTitle]);
  if (palette !== undefined) menu("commandPalette", { command, when: palette });
  for (const each of others) menu("commandPalette", { command: each, when: "false" });
  for (const entry of entries) {
    const { menu: at, when, group } = entry;
    menu(at, { command: isInline(entry) ? rowCommandId(name) : inMenu, when, group });
  }
  for (const { after, ...key } of keys) {
    if (after === undefined) keybindings.push({ command, ...key });
    else keybindings.push({ command: "runCommands", ...key, args: { commands: [after, command] } });
  }
}

function menu(at: string, entry: { command: string; when: string; group?: string }): void {
  menus[at] = [...(menus[at] ?? []), entry];
}

const note = "commands, menus and keybindings are written by write-manifest.ts from app/command-table.ts";
const contributes = { ...manifest.contributes, "//": note, commands, menus, keybindings };
const texts = new Map([
  [manifestFile, `${JSON.stringify({ ...manifest, contributes }, null, 2)}\n`],
  [wordsFile, `${JSON.stringify(Object.fromEntries([...otherWords, ...commandWords]), null, 2)}\n`],
]);

for (const [file, text] of texts) {
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8").replaceAll("\r\n", "\n") !== text) {
    console.error(`${file.pathname} is stale.`);
    process.exitCode = 1;
  }
}
