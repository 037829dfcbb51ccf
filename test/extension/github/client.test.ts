/** Where the requests of a person who is logged in go: to their server alone, and where it says that something is now. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { GitHubClient } from "../../../extension/github/client.ts";
import { fetchTransport } from "../../../shared/service/fetch-transport.ts";

/** A server that has its repositories elsewhere: what is asked below `from` is now below `to`. */
async function serverWhere(from: string, to: (own: string) => string, status: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const chunks: Buffer[] = [];
    request.on("data", chunk => chunks.push(chunk));
    request.on("end", () => {
      asked.push(
        [request.method, request.url, authorization, Buffer.concat(chunks)].filter(Boolean).join(" "),
      );
      const rest = request.url?.startsWith(from) ? request.url.slice(from.length) : undefined;
      if (rest === undefined) response.writeHead(200).end("{}");
      else response.writeHead(status, { location: to(own) + rest }).end("{}");
    });
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new GitHubClient({ address: own, token: "t", transport: fetchTransport, now: Date.now });
  return { own, asked, client };
}

const dispatches = "/repos/octocat/shop/dispatches";

const serverOfRenamed = (status: number) =>
  serverWhere("/repos/octocat/shop", own => `${own}/repositories/7`, status);

test.each([307, 308])(
  "what a renamed repository was told is told at its new place, once (%i)",
  async status => {
    const { asked, client } = await serverOfRenamed(status);
    await client.post(dispatches, { a: 1 });
    expect(asked).toEqual([
      `POST ${dispatches} Bearer t {"a":1}`,
      'POST /repositories/7/dispatches Bearer t {"a":1}',
    ]);
  },
);

test.each([301, 302])(
  "what is answered by a redirect that repeats no request is not told (%i)",
  async status => {
    const { asked, client } = await serverOfRenamed(status);
    await expect(client.post(dispatches, {})).rejects.toThrow("It leads elsewhere");
    expect(asked).toHaveLength(1);
  },
);

test("one that leads in a circle ends", async () => {
  const { asked, client } = await serverWhere("/repos", own => `${own}/repos`, 307);
  await expect(client.post(dispatches, {})).rejects.toThrow("It leads elsewhere");
  await expect(client.get(dispatches, new AbortController().signal)).rejects.toThrow("It leads elsewhere");
  expect(asked).toHaveLength(4);
});

test("another origin gets nothing, whatever it looks like", async () => {
  const other = await serverWhere("/none", own => own, 200);
  const user = (address: string) => address.replace("//", "//127.0.0.1:80@");
  for (const to of [() => other.own, (own: string) => `${own}.evil.example`, () => user(other.own)]) {
    const { client } = await serverWhere("/repos", to, 307);
    await expect(client.post(dispatches, {})).rejects.toThrow("It leads elsewhere");
    await expect(client.get(dispatches, new AbortController().signal)).rejects.toThrow("It leads elsewhere");
  }
  expect(other.asked).toEqual([]);
});
