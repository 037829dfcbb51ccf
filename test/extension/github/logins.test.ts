/** With several enterprise servers, each gets its own login's token and no other. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Logins } from "../../../extension/github/logins.ts";
import { systemClock } from "../../../shared/clock.ts";
import { FakeEditor } from "../fake-editor.ts";
import type { EnterpriseLogin } from "../fake-github.ts";

/** A GitHub server that records the tokens it gets. */
async function startServer() {
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization?.replace("Bearer ", ""));
    response.end("{}");
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    tokens,
    host,
    origin: `http://${host}`,
    login: (token: string): EnterpriseLogin => ({ label: `octocat - ${host}`, token }),
    close: () => server.close(),
  };
}

let one: Awaited<ReturnType<typeof startServer>>;
let other: typeof one;
beforeEach(async () => {
  one = await startServer();
  other = await startServer();
});
afterEach(() => {
  one.close();
  other.close();
});

/** VS Code 1.141 has the list. Earlier versions have only `uri`. */
function open(settings: { uris?: unknown; uri?: string }, { isNewest = true } = {}) {
  const editor = new FakeEditor();
  if (isNewest) editor.settings.defaults.set("github-enterprise.uris", []);
  const { uris, uri } = settings;
  if (uris !== undefined) editor.settings.user.set("github-enterprise.uris", uris);
  if (uri !== undefined) editor.settings.user.set("github-enterprise.uri", uri);
  const logins = new Logins({ vscode: editor.vscode, clock: systemClock });
  return {
    editor,
    logins,
    /** Sends a request to each server with a login. */
    async ask(...servers: readonly (typeof one)[]) {
      for (const { origin } of servers) {
        const client = await logins.clientFor(origin);
        await client?.request("GET /user", {});
      }
    },
  };
}

const both = () => [one.origin, `${other.origin}/`];

describe("the configured servers", () => {
  test("the list wins over the deprecated setting, even if it is empty", () => {
    expect(open({ uris: both(), uri: "https://old.example" }).logins.servers).toEqual([
      one.origin,
      other.origin,
    ]);
    expect(open({ uris: [], uri: one.origin }).logins.servers).toEqual([]);
    expect(open({ uri: one.origin }).logins.servers).toEqual([one.origin]);
  });

  test("a VS Code that does not know the list logs in at the deprecated setting's server", async () => {
    const { editor, logins, ask } = open({ uris: [other.origin], uri: one.origin }, { isNewest: false });
    editor.github.tokens.set("github-enterprise", "of one");
    expect(logins.servers).toEqual([one.origin]);
    await ask(one, other);
    expect([one.tokens, other.tokens]).toEqual([["of one"], []]);
  });

  test("a repository's settings add no server, and a login at a server from them is not used", async () => {
    for (const isNewest of [true, false]) {
      const { editor, logins, ask } = open({ uri: one.origin }, { isNewest });
      const workspace = isNewest ? [other.origin] : other.origin;
      editor.settings.workspace.set(`github-enterprise.${isNewest ? "uris" : "uri"}`, workspace);
      expect(logins.servers).toEqual([one.origin]);
      editor.github.tokens.set("github-enterprise", "of other");
      editor.github.logins.push({ label: "octocat", token: "of other" });
      await ask(one, other);
      expect([one.tokens, other.tokens]).toEqual([[], []]);
    }
  });

  test("invalid addresses and servers without encryption are ignored", () => {
    const uris = ["http://git.example.org", "git.example.org", 7, "file:///x", "https://git.example.org/x"];
    expect(open({ uris }).logins.servers).toEqual(["https://git.example.org"]);
    expect(open({ uris: "https://git.example.org" }).logins.servers).toEqual([]);
  });
});

describe("the token of one server", () => {
  test("is sent only to that server, recognised by the account's name", async () => {
    const { editor, ask } = open({ uris: both() });
    editor.github.logins.push(one.login("of one"), other.login("of other"));
    await ask(one, other, one);
    expect([one.tokens, other.tokens]).toEqual([["of one", "of one"], ["of other"]]);
  });

  test("is sent only to that server, recognised by its authorization server regardless of the account's name", async () => {
    const { editor, ask } = open({ uris: both() });
    const issuer = `${other.origin}/login/oauth`;
    editor.github.logins.push({ ...one.login("of other"), issuer }, { label: "octocat", token: "any" });
    await ask(one, other);
    expect([one.tokens, other.tokens]).toEqual([[], ["of other"]]);
  });

  test.each([
    ["whose account names no server", "octocat"],
    ["whose account names the server as a part of its login", "HOST - octocat"],
    ["whose account names a host that ends alike", "octocat - x.HOST"],
    ["whose account names a path at the server", "octocat - HOST/team"],
  ])("is sent nowhere of a login %s", async (_, label) => {
    const { editor, ask } = open({ uris: both() });
    editor.github.logins.push({ label: label.replace("HOST", one.host), token: "of any" });
    await ask(one, other);
    expect([one.tokens, other.tokens]).toEqual([[], []]);
  });

  test("is not sent to the only configured server if VS Code names another authorization server", async () => {
    const { editor, ask } = open({ uris: [one.origin] });
    editor.github.logins.push({ ...other.login("of other"), issuer: `${other.origin}/login/oauth` });
    await ask(one);
    expect(one.tokens).toEqual([]);
  });

  test("is not used while another server is configured that this editor does not ask", async () => {
    const { editor, ask } = open({ uris: [one.origin, "http://git.example.org"] });
    editor.github.tokens.set("github-enterprise", "of any");
    editor.github.logins.push({ label: "octocat - git.example.org", token: "of any" });
    await ask(one);
    expect(one.tokens).toEqual([]);
  });

  test("stays with its server after the setting has changed and VS Code still has the login", async () => {
    const { editor, ask } = open({ uri: one.origin }, { isNewest: false });
    editor.github.tokens.set("github-enterprise", "of one");
    await ask(one);
    await editor.changeUserSetting("github-enterprise.uri", other.origin);
    await ask(other);
    expect([one.tokens, other.tokens]).toEqual([["of one"], []]);
    editor.github.tokens.set("github-enterprise", "of other");
    await ask(other);
    expect(other.tokens).toEqual(["of other"]);
  });
});

describe("logging in", () => {
  test("at one of several servers asks for its account, or lets VS Code ask", async () => {
    const { editor, logins, ask } = open({ uris: both() });
    editor.github.nextLogin = one.login("of one");
    await logins.logIn(one.origin, { anew: false });
    editor.github.nextLogin = other.login("of other");
    await logins.logIn(other.origin, { anew: false });
    await logins.logIn(other.origin, { anew: true });
    expect(editor.github.asked).toEqual([
      "github-enterprise repo forceNewSession",
      "github-enterprise repo forceNewSession",
      `github-enterprise repo forceNewSession as octocat - ${other.host}`,
    ]);
    await ask(one, other);
    expect([one.tokens, other.tokens]).toEqual([["of one"], ["of other"]]);
  });

  test("at the wrong server is reported, and its token is not sent to the intended server", async () => {
    const { editor, logins, ask } = open({ uris: both() });
    editor.github.nextLogin = other.login("of other");
    await expect(logins.logIn(one.origin, { anew: false })).rejects.toThrow(
      `That was a login at another server than ${one.origin}.`,
    );
    await ask(one);
    expect(one.tokens).toEqual([]);
  });

  test("at a server that is not configured leads to the settings", async () => {
    const text = "To log in at https://tenant.ghe.com, add it to your own settings";
    await expect(open({}).logins.logIn("https://tenant.ghe.com", { anew: false })).rejects.toThrow(text);
  });
});
