import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { createFetch } from "../../../action/github/fetch.ts";

const close: (() => void)[] = [];
afterEach(() => {
  for (const each of close.splice(0)) each();
});

/** Notes what it is asked, and answers as told. */
async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const address = server.address();
  return { asked, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

const signal = new AbortController().signal;
const get = { method: "GET", headers: {}, signal } as const;
const post = { method: "POST", headers: {}, body: "{}", signal } as const;

function redirecting(status: number, location: string) {
  return startServer((request, response) => {
    if (request.url === "/old") response.writeHead(status, { location }).end("{}");
    else response.writeHead(200, { "content-type": "application/json" }).end('{"there":true}');
  });
}

describe("a repository that was renamed", () => {
  test.each([301, 302, 307, 308])("is read where it is now (%i)", async status => {
    const { url, asked } = await redirecting(status, "/new?page=2");
    const answer = await createFetch(url)(`${url}/old`, get);
    expect([answer.status, answer.url, await answer.text()]).toEqual([
      200,
      `${url}/new?page=2`,
      '{"there":true}',
    ]);
    expect(asked).toEqual(["GET /old", "GET /new?page=2"]);
  });

  test.each([307, 308])("is written to where it is now (%i)", async status => {
    const { url, asked } = await redirecting(status, "/new");
    expect((await createFetch(url)(`${url}/old`, post)).status).toBe(200);
    expect(asked).toEqual(["POST /old {}", "POST /new {}"]);
  });

  test.each([301, 302])("is not written to where the same request may not be meant (%i)", async status => {
    const { url, asked } = await redirecting(status, "/new");
    expect((await createFetch(url)(`${url}/old`, post)).status).toBe(status);
    expect(asked).toEqual(["POST /old {}"]);
  });

  test("is not looked for on another server, which must not see the token", async () => {
    const other = await startServer((_, response) => response.end());
    const { url } = await redirecting(301, `${other.url}/new`);
    expect((await createFetch(url)(`${url}/old`, get)).status).toBe(301);
    expect(other.asked).toEqual([]);
  });

  test("is not looked for in circles", async () => {
    const { url, asked } = await redirecting(301, "/old");
    expect((await createFetch(url)(`${url}/old`, get)).status).toBe(301);
    expect(asked).toHaveLength(4);
  });
});

test("an end that comes while the answer does ends it, for the reason given", async () => {
  const { url } = await startServer((_, response) => {
    response.writeHead(200).write("{");
  });
  const controller = new AbortController();
  const answer = createFetch(url)(url, { ...get, signal: controller.signal });
  setTimeout(() => controller.abort(new Error("there was no time left")), 100);
  await expect(answer).rejects.toThrow("there was no time left");
});

test("what cannot be reached is said in the words of the network", async () => {
  await expect(createFetch("http://127.0.0.1:1")("http://127.0.0.1:1/", get)).rejects.toThrow(
    "connect ECONNREFUSED 127.0.0.1:1",
  );
});

test("nobody but GitHub is asked, whoever says so", async () => {
  const other = await startServer((_, response) => response.end());
  const { url } = await startServer((_, response) => response.end());
  for (const elsewhere of [
    `${other.url}/page?2`,
    "https://evil.example/",
    url.replace("127.0.0.1", "localhost"),
  ]) {
    await expect(createFetch(url)(elsewhere, get)).rejects.toThrow("is another server than GitHub's");
  }
  expect(other.asked).toEqual([]);
});
