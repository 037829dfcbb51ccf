/** The client in a real browser, which enforces CORS and hides its reasons. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { ServiceRequest } from "../../../shared/service/request.ts";
import { findChromium } from "../../editor/chromium.ts";

let browser: Browser;
let script: string;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findChromium() });
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { Client } from "./client.ts";
        import { fetchTransport as transport } from "./fetch-transport.ts";
        globalThis.call = (baseUrl, call) =>
          new Client({ baseUrl, apiKey: "a-key", transport }).call(JSON.parse(call)).then(
            ({ value }) => ({ value }),
            ({ message, kind, ambiguous }) => ({ message, kind, ambiguous }),
          );`,
      resolveDir: fileURLToPath(new URL("../../../shared/service/", import.meta.url)),
    },
    bundle: true,
    write: false,
    platform: "browser",
  });
  script = outputFiles[0]?.text ?? "";
}, 60_000);

afterAll(() => browser.close());

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function callFromPage(baseUrl: string, call: ServiceRequest): Promise<unknown> {
  const address = await serving((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
  });
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(address);
  await page.addScriptTag({ content: script });
  return page.evaluate(([url, call]) => globalThis.call(url, call), [baseUrl, JSON.stringify(call)] as const);
}

declare global {
  var call: (baseUrl: string, call: string) => Promise<unknown>;
}

const allowing = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "x-api-key, content-type",
};

test("a service that allows other origins is called", async () => {
  const url = await serving((request, response) => {
    response.writeHead(200, { ...allowing, "content-type": "application/json" });
    response.end(request.method === "OPTIONS" ? "" : '{"id":"tst_1"}');
  });
  expect(await callFromPage(url, { operation: "createTest", fields: {} })).toEqual({
    value: { id: "tst_1" },
  });
});

test.each([
  ["before it was sent", {}, ["OPTIONS"]],
  ["after the service had acted", allowing, ["OPTIONS", "POST"]],
])("a call that the browser refuses %s is explained, and reported as ambiguous", async (_, ahead, seen) => {
  const methods: (string | undefined)[] = [];
  const url = await serving(({ method }, response) => {
    methods.push(method);
    response.writeHead(200, method === "OPTIONS" ? ahead : {}).end('{"id":"tst_1"}');
  });
  expect(await callFromPage(url, { operation: "createTest", fields: {} })).toEqual({
    kind: "network",
    ambiguous: true,
    message: expect.stringMatching(
      /^Create test \(POST \/v1\/tests\): no response from http:\S+ arrived, and a browser does not report why\. The browser refuses the request if the service does not allow .* x-api-key .*\(CORS\): .*may have acted all the same/,
    ),
  });
  expect(methods).toEqual(seen);
});
