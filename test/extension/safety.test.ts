/** No key leaves the service's origin, no workspace decides where requests go, and no text acts. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { expect, onTestFinished, test } from "vitest";
import { reportPage } from "../../extension/editor/report-page.ts";
import { clean } from "../../shared/report/text.ts";
import { operationNames } from "../../shared/service/operations.ts";
import { FakeFiles } from "./fake-files.ts";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the key is only in the secret storage, even if the service repeats it", async () => {
  const key = "kd83-very-secret-key";
  const url = await serving((request, response) => {
    const status = request.method === "GET" ? 500 : 200;
    response.writeHead(status, { "content-type": "application/json", "x-request-id": key });
    const echo = {
      id: "x",
      name: `Yours: ${key}`,
      status: "failed",
      message: Buffer.from(key).toString("base64"),
    };
    response.end(JSON.stringify(echo));
  });
  const { editor } = openWindow();
  editor.will(url, "Echo", key);
  await editor.run("callboard.connect");
  editor.will({ typed: "x" });
  await editor.run("callboard.getIntegration");
  await editor.run("callboard.createBatch");
  await editor.run("callboard.send", editor.lastUri);
  const batch = await editor.row("callboard.projects", "Yours");
  await editor.run("callboard.runNow", batch);
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "Yours"));
  await editor.run("callboard.showRawReport", editor.lastUri);
  expect([...editor.secrets.values()]).toEqual([key]);
  const everything = await editor.everything();
  expect(everything).toMatch(/Yours: \*\*\*/);
  expect(everything).not.toContain(key);
  expect(everything).not.toContain(Buffer.from(key).toString("base64"));
  expect(editor.log.join("\n")).toMatch(/trace createBatch received/);
});

test.each(["\u200b", "\u001b[31m", "\u00ad", "`"])(
  "a key with something in it that is not seen is in no place where that is taken away: %j",
  async joint => {
    const key = "kd83-very-secret-key";
    const echo = [...key].join(joint);
    const url = await serving((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const tests = [
        { name: echo, status: "failed", message: `It is ${echo}.`, suite: echo, url: `http://x/${echo}` },
      ];
      const reviews = [{ id: "r1", name: echo, status: "waiting" }];
      response.end(JSON.stringify({ id: "x", name: `Yours: ${echo}`, status: echo, tests, reviews }));
    });
    const { editor } = openWindow();
    editor.will(url, "Echo", key);
    await editor.run("callboard.connect");
    await editor.run("callboard.createBatch");
    await editor.run("callboard.send", editor.lastUri);
    await editor.run("callboard.runNow", await editor.row("callboard.projects", "Yours"));
    await editor.run("callboard.openReport", await editor.row("callboard.runs", "Yours"));
    await editor.run("callboard.showRawReport", editor.lastUri);
    const everything = await editor.everything();
    expect(everything).toContain("Yours: ***");
    expect(clean(everything).replace(/`/g, "")).not.toContain(key);
  },
);

test("a response of millions of objects causes a message, and the window keeps working", async () => {
  const body = gzipSync(`{"tests":[${"{},".repeat(4_000_000)}{}]}`);
  const url = await serving((request, response) => {
    const isRun = request.url?.endsWith("/run") ?? false;
    const headers = { "content-type": "application/json", ...(isRun && { "content-encoding": "gzip" }) };
    response.writeHead(200, headers).end(isRun ? body : '{"id":"b1","name":"Wide"}');
  });
  const { editor } = openWindow();
  editor.will(url, "Wide", "a-key-of-mine");
  await editor.run("callboard.connect");
  await editor.run("callboard.createBatch");
  await editor.run("callboard.send", editor.lastUri);
  await editor.run("callboard.runNow", await editor.row("callboard.projects", "Wide"));
  expect(editor.said.at(-1)).toMatch(
    /^error: .*more than 4,000,000 objects and lists\. .*The operation was carried out/,
  );
  expect(await editor.tree("callboard.runs")).toMatch(
    /^\(question\) Wide {2}\S+ PM · the service may have gone on with it$/,
  );
  await editor.run("callboard.createBatch");
  await editor.run("callboard.send", editor.lastUri);
  expect(await editor.lastShown()).toContain("Wide");
});

test("a numeric key is redacted even if the service repeats it as a number", async () => {
  const url = await serving((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"echo":12345}');
  });
  const { editor } = openWindow();
  editor.will(url, "Echo", "12345");
  await editor.run("callboard.connect");
  editor.will({ typed: "int_1" });
  await editor.run("callboard.getIntegration");
  expect(JSON.parse(await editor.lastShown())).toEqual({ echo: "***" });
  expect(editor.log.join("\n")).not.toContain("12345");
});

test("a key is sent only to the origin it was entered for", async () => {
  const { editor, service: first } = await connectedWindow();
  const seen: (string | undefined)[] = [];
  const other = await serving((request, response) => {
    seen.push(request.headers["x-api-key"]?.toString());
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await editor.changeUserSetting("callboard.services", [{ name: "Staging", baseUrl: other }]);
  editor.will({ typed: "int_1" }, undefined);
  await editor.run("callboard.getIntegration");
  expect(editor.said.at(-1)).toMatch(new RegExp(`^secret: API key for ${other} `));
  expect(seen).toEqual([]);
  editor.will({ typed: "int_1" }, "another-key");
  await editor.run("callboard.getIntegration");
  expect(seen).toEqual(["another-key"]);
  expect([...editor.secrets.keys()]).toEqual([`callboard.key ${first.url}`, `callboard.key ${other}`]);
});

test("a key can be forgotten, and is asked for again", async () => {
  const { editor, service: running } = await connectedWindow();
  await editor.run("callboard.forgetKey");
  expect([...editor.secrets.keys()]).toEqual([]);
  expect(editor.said).toEqual([`info: The API key for ${running.url} is forgotten.`]);
  editor.will(undefined);
  await editor.run("callboard.getIntegration", await editor.row("callboard.projects", "Order system"));
  expect(editor.said.at(-1)).toMatch(/^secret: /);
});

test("a question for a text says what is missing in an empty box, and stays open", async () => {
  const { editor } = await connectedWindow({ folders: ["/shop"] });
  const refusedBy = async (command: string, ...answers: string[]) => {
    editor.will(...answers, " ");
    await editor.run(command);
    return editor.said.at(-1);
  };
  const key = "refused: Enter an API key: ASCII characters without spaces.";
  expect(await refusedBy("callboard.setKey")).toBe(key);
  expect(await refusedBy("callboard.connect", "https://other.example", "Other")).toBe(key);
  expect(await refusedBy("callboard.connect")).toMatch(/^refused: The base URL is empty/);
  expect(await refusedBy("callboard.connect", "https://other.example")).toBe("refused: the name is empty.");
  expect(await refusedBy("callboard.newTest")).toBe("refused: the name is empty.");
  expect(editor.secrets.size).toBe(1);
});

test("a workspace's settings can neither add a service nor move one", async () => {
  const { editor, requests, service: ours } = await connectedWindow();
  editor.settings.workspace.set("callboard.services", [{ name: "Staging", baseUrl: "http://127.0.0.1:9" }]);
  await editor.run("callboard.getIntegration", await editor.row("callboard.projects", "Order system"));
  expect(requests).toEqual(["GET /v1/integrations/order-system"]);
  editor.will("Staging");
  await editor.run("callboard.switchService");
  expect(editor.said.at(-1)).toContain(ours.url);
  expect(editor.said.at(-1)).not.toContain("127.0.0.1:9\n");

  const stranger = openWindow();
  stranger.editor.settings.workspace.set("callboard.services", [{ name: "Evil", baseUrl: ours.url }]);
  await stranger.editor.run("callboard.importDemoProject");
  expect(stranger.editor.said).toEqual(["warning: No service is in use. [Connect to a service]"]);
});

test("in an untrusted workspace nothing is read and nothing is sent, until it is trusted", async () => {
  const running = await startEmbedded();
  const files = new FakeFiles();
  files.put("/shop/callboard.yml", "service: Staging\nbatches:\n  smoke: { id: smoke }\n");
  const { editor, requests } = openWindow({ folders: ["/shop"], trusted: false, files });
  await editor.changeUserSetting("callboard.services", [{ name: "Staging", baseUrl: running.url }]);
  await editor.tree("callboard.projects");
  for (const command of [...operationNames, "connect", "tryEmbedded", "setKey", "switchService", "addById"]) {
    await editor.run(`callboard.${command}`);
    expect(editor.said.pop()).toBe(
      "warning: Callboard sends nothing from a workspace that is not trusted. [Manage workspace trust]",
    );
  }
  expect(editor.said).toEqual([]);
  expect(requests).toEqual([]);
  expect(files.reads.filter(path => path.startsWith("/shop"))).toEqual([]);
  expect(await editor.tree("callboard.projects")).toBe("");
  await editor.trust();
  expect(await editor.tree("callboard.projects")).toMatch(/smoke/);
});

test("an untrusted workspace is named as the reason, even with several services to choose from", async () => {
  const { editor } = openWindow({ trusted: false });
  await editor.changeUserSetting("callboard.services", [
    { name: "one", baseUrl: "https://one.example" },
    { name: "two", baseUrl: "https://two.example" },
  ]);
  for (const command of ["addById", "switchService", "forgetKey"]) {
    await editor.run(`callboard.${command}`);
    expect(editor.said.pop()).toMatch(
      /^warning: Callboard sends nothing from a workspace that is not trusted/,
    );
  }
  expect(editor.said).toEqual([]);
});

interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
}

function nodesOf(node: MarkdownNode): MarkdownNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}

test("names from the service never become an icon, a link or a command", async () => {
  const name = "$(trash) [click](command:workbench.action.quit) <img src=x>\u202e\n\u0007end";
  const url = await serving((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const cases = [{ name, status: "failed", message: name }];
    response.end(
      JSON.stringify({ id: "b1", name, status: "failed", cases, batches: [{ id: "$(zap)", name }] }),
    );
  });
  const { editor } = openWindow();
  editor.will(url, "Hostile", "a-key");
  await editor.run("callboard.connect");
  await editor.run("callboard.createBatch");
  await editor.run("callboard.send", editor.lastUri);
  editor.will({ typed: "b1" });
  await editor.run("callboard.runBatch");
  await editor.run("callboard.send", editor.lastUri);
  const asked = editor.said.join("\n");
  expect(asked).toMatch(/click/);
  expect(asked).not.toMatch(/\]\(command:|\$\(trash\)|\$\(zap\)/);
  for (const view of ["callboard.projects", "callboard.runs"]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point.
    expect(await editor.tree(view)).not.toMatch(/[\u202e\u0007]/);
  }
  // The service's words must not form a line of their own.
  expect(editor.status.tooltip.split("\n")).toEqual([
    "Callboard: Hostile",
    "last run: $(trash) [click](command:workbench.action.quit) <img src=x> \ufffdend, failed",
  ]);
  let markdown = "";
  editor.renderMarkdown = text => {
    markdown = text;
    return "";
  };
  await editor.run("callboard.openReport", await editor.row("callboard.runs", "$(trash)"));
  const kinds = nodesOf(
    fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
  );
  expect(kinds.filter(({ type }) => type === "image" || type === "link")).toEqual([]);
  expect(kinds.filter(({ type, value = "" }) => type === "html" && value.includes("<img"))).toEqual([]);
});

test("the extension works with any content in storage", async () => {
  const { editor, service: running } = await connectedWindow();
  for (const value of [
    null,
    7,
    "x",
    [],
    { known: {}, reviews: [], sent: 3, answers: "no" },
    { reviews: { a: 1 } },
  ]) {
    editor.storage.set(`callboard.memory ${running.url}`, value);
    for (const file of ["run a.json", "report a.json"]) {
      editor.files.put(
        `/global-storage/workspaces/no-folder/${encodeURIComponent(file)}`,
        JSON.stringify(value),
      );
    }
    const { storage, secrets, files } = editor;
    const { editor: later, requests } = openWindow({ storage, secrets, files });
    for (const [name, setting] of editor.settings.user) later.settings.user.set(name, setting);
    await later.run("callboard.importDemoProject");
    expect(requests).toHaveLength(1);
    expect(await later.tree("callboard.projects")).toMatch(/Lantern Lane/);
    expect(await later.tree("callboard.runs")).toBe("");
  }
});

test.each([
  ["a list of nothing useful", [1, null, { name: "x" }]],
  ["no list", "https://api.example.com"],
  ["an address with a user", [{ name: "x", baseUrl: "https://me:pw@api.example.com" }]],
  ["an address without encryption", [{ name: "x", baseUrl: "http://api.example.com" }]],
])("a setting that is %s is explained", async (_, setting) => {
  const { editor, requests } = openWindow();
  await editor.changeUserSetting("callboard.services", setting);
  await editor.run("callboard.runBatch");
  expect(editor.said.at(-1)).toMatch(
    /^warning: No service is in use\. The setting callboard\.services.*\[Connect to a service\]$/,
  );
  expect(editor.said.at(-1)).not.toMatch(/pw/);
  expect(requests).toEqual([]);
});

test("the log contains each request's operation, status, time and request id, and no body", async () => {
  const { editor } = await connectedWindow();
  editor.log.splice(0);
  await editor.run("callboard.getIntegration", await editor.row("callboard.projects", "Order system"));
  expect(editor.log).toEqual([
    expect.stringMatching(/^info getIntegration · 200 · \d+ ms · request req_2 · attempt 1 · Staging$/),
    expect.stringMatching(/^trace getIntegration received: \{/),
  ]);
});

test("a page's policy comes first, before any given HTML", () => {
  const page = reportPage("</main><script>alert(1)</script><img src=https://evil.example/x>", "key", []);
  const policy = page.indexOf("Content-Security-Policy");
  expect(policy).toBeGreaterThan(0);
  expect(page.slice(0, policy)).not.toMatch(/<(script|style|img|link|body)/);
  expect(page).toMatch(/content="default-src 'none'; style-src-elem 'nonce-/);
});
