/** The manifest and the translations are complete. */

import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commandId } from "../../extension/app/command-ids.ts";
import { commandTable } from "../../extension/app/command-table.ts";
import { contexts, views as viewIds } from "../../extension/editor/conditions.ts";
import { operation, operationNames } from "../../shared/service/operations.ts";
import { findUntranslated } from "./words.ts";

const folder = fileURLToPath(new URL("../../extension/", import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(folder + name, "utf8"));
const manifest = read("package.json");
const words: Record<string, string> = read("package.nls.json");
/**
 * Not translated: commands' titles, which `package.nls.json` contains, pages' styles and scripts, and workflows,
 * which belong to the team.
 */
const exempt = [
  "app/command-table.ts",
  "editor/page-script.ts",
  "editor/page-style.ts",
  "editor/report-page.ts",
  "pulls/workflow.ts",
];
const sources = globSync("**/*.ts", { cwd: folder, exclude: ["dist/**", "node_modules/**"] })
  // Build tools, whose messages no user reads.
  .filter(name => !["build.ts", "package.ts", "write-manifest.ts"].includes(name))
  .map(name => ({ name, text: readFileSync(folder + name, "utf8") }));

describe("the manifest", () => {
  test("is what write-manifest.ts writes", () => {
    execFileSync(process.execPath, [`${folder}write-manifest.ts`, "--check"]);
  });

  test("has every operation under Callboard, by their titles", () => {
    for (const name of operationNames) {
      const command = manifest.contributes.commands.find(
        (each: { command: string }) => each.command === commandId(name),
      );
      expect(command).toMatchObject({ title: `%command.${name}%`, category: "%category%" });
      expect(words[`command.${name}`]).toBe(operation(name).title);
      const hidden = manifest.contributes.menus.commandPalette.map(
        (each: { command: string }) => each.command,
      );
      expect(hidden).not.toContain(commandId(name));
    }
  });

  test("has a command of its own for every icon at a row, hidden from the palette", () => {
    const { menus } = manifest.contributes;
    const hidden = menus.commandPalette
      .filter(({ when }: { when: string }) => when === "false")
      .map(({ command }: { command: string }) => command);
    for (const { command, group } of menus["view/item/context"]) {
      expect(/^inline/.test(group)).toBe(/\.onRow$/.test(command));
      if (/^inline/.test(group)) expect(hidden).toContain(command);
    }
  });

  test("offers the embedded service only with a computer to run it on", () => {
    const { viewsWelcome, walkthroughs, menus } = manifest.contributes;
    const offered = "!isWeb || remoteName != ''";
    for (const { contents, when } of viewsWelcome) {
      const text = words[contents.replaceAll("%", "")] ?? "";
      if (text.includes("command:callboard.tryEmbedded")) expect(when).toContain(`(${offered})`);
      if (text.includes("CORS")) expect(when).toContain("isWeb && remoteName == ''");
    }
    const atTry = ({ description = "" }) => words[description.replaceAll("%", "")]?.includes("tryEmbedded");
    expect(walkthroughs[0].steps.filter(atTry)).toEqual([expect.objectContaining({ when: offered })]);
    expect(menus.commandPalette).toContainEqual({ command: "callboard.tryEmbedded", when: offered });
    expect(viewsWelcome.map(({ contents }: { contents: string }) => contents)).toContain("%welcome.browser%");
  });

  test("has a key for every text, and no key is missing or unused", () => {
    const keys = new Set([...JSON.stringify(manifest).matchAll(/%([\w.]+)%/g)].map(([, key]) => key));
    expect([...keys].sort()).toEqual(Object.keys(words).sort());
    for (const property of ["title", "description", "name", "displayName", "contents", "altText", "label"]) {
      const values = JSON.stringify(manifest.contributes).matchAll(
        new RegExp(`"${property}":"([^"]*)"`, "g"),
      );
      for (const [, value] of values) {
        // Only the product's name needs no translation.
        if (value !== "Callboard") expect(value).toMatch(/^%[\w.]+%$/);
      }
    }
  });

  test("does not let a workspace define services", () => {
    expect(manifest.contributes.configuration.properties["callboard.services"].scope).toBe("machine");
    expect(manifest.capabilities.untrustedWorkspaces).toMatchObject({
      supported: "limited",
      restrictedConfigurations: Object.keys(manifest.contributes.configuration.properties),
    });
  });

  test("points at commands and files that exist", () => {
    const known = [...commandTable.keys()].map(commandId);
    const text = JSON.stringify([manifest, words]);
    for (const [, command] of text.matchAll(/(?:command:|onCommand:)(callboard\.\w+)/g))
      expect(known).toContain(command);
    for (const [, file] of text.matchAll(/"(media\/[^"]+)"/g)) {
      expect(() => readFileSync(folder + file)).not.toThrow();
    }
  });

  test("has no condition that asks for a context or a view that does not exist", () => {
    const { viewsWelcome, menus, keybindings, views, walkthroughs } = manifest.contributes;
    const parts = JSON.stringify([viewsWelcome, menus, keybindings, views, walkthroughs]);
    const conditions = [...parts.matchAll(/"when":"([^"]*)"|"onContext:([^"]*)"/g)].map(
      ([, when, event]) => when ?? event ?? "",
    );
    const named = conditions.flatMap(condition => condition.match(/callboard\.\w+/g) ?? []);
    const known = [...contexts, ...viewIds, "callboard.report"];
    expect(known).toEqual(expect.arrayContaining(named));
    expect(named).toEqual(expect.arrayContaining([...contexts]));
    expect(views.callboard.map(({ id }: { id: string }) => id).sort()).toEqual([...viewIds].sort());
  });

  test("has the pictures of its README, all of them small", () => {
    const pictures = [...readFileSync(`${folder}README.md`, "utf8").matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)];
    expect(pictures.length).toBeGreaterThan(0);
    for (const [, path = ""] of pictures) {
      expect(manifest.files).toContain(path.split("/")[0]);
      expect(readFileSync(folder + path).length).toBeLessThan(60_000);
    }
  });

  test("activates for the events of visible parts only", () => {
    expect(manifest.activationEvents).toEqual([
      "workspaceContains:callboard.yml",
      "onFileSystem:callboard",
      "onWebviewPanel:callboard.review",
      "workspaceContains:.github/workflows/callboard.yml",
      "onUri",
    ]);
  });
});

describe("texts in the sources", () => {
  test.each(sources.filter(({ name }) => !exempt.includes(name)))(
    "$name says nothing past the translator",
    ({ text }) => {
      expect(findUntranslated(text)).toEqual([]);
    },
  );

  test("untranslated texts are found", () => {
    expect(findUntranslated('show("Nothing was sent")')).toEqual(["Nothing was sent"]);
    expect(findUntranslated("show(`Run ${name} again`)")).toEqual(["Run x again"]);
    expect(findUntranslated('show(t("Nothing was sent")); at("some/path"); // Not a text')).toEqual([]);
  });
});
