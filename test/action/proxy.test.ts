import { once } from "node:events";
import { createServer, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../github/github.ts";
import { startScriptedService } from "../shared/run/scripted-service.ts";
import { newPullRequest, runStep, stepKey } from "./step.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

describe("publishing uses the proxy that the environment names", () => {
  test("except for the hosts of no_proxy", async () => {
    await using service = await startScriptedService(() => ({ status: "passed" }));
    await using proxy = await startProxy();
    // Clients don't treat 0.0.0.0 as a local address, so they use the proxy for it.
    const here = github.apiUrl.replace("127.0.0.1", "0.0.0.0");
    const through = { GITHUB_API_URL: here, http_proxy: proxy.url };
    const past = { ...through, no_proxy: "example.com,127.0.0.1,0.0.0.0" };

    expect(await published(service.url, { ...through, no_proxy: "127.0.0.1" })).toBe(true);
    expect(proxy.asked).toContainEqual(expect.stringMatching(/^POST .*\/comments$/));
    expect(proxy.asked).toContainEqual(expect.stringMatching(/^POST .*\/check-runs$/));
    expect(proxy.asked.filter(each => !each.includes(here))).toEqual([]);

    proxy.asked.length = 0;
    expect(await published(service.url, past)).toBe(true);
    expect(proxy.asked).toEqual([]);
  });

  async function published(url: string, env: Record<string, string>): Promise<boolean> {
    const event = await newPullRequest(github);
    const inputs = { "base-url": url, "api-key": stepKey, batches: "b", check: "separate" };
    return await runStep({ github, event, env, with: inputs }, ({ outputs, annotations }) => {
      expect(annotations).toEqual([]);
      return outputs["comment-url"] !== "" && outputs["check-url"] !== "";
    });
  }
});

test("requests to the embedded service use no proxy", async () => {
  await using proxy = await startProxy();
  const env = { http_proxy: proxy.url, HTTP_PROXY: proxy.url, https_proxy: proxy.url, no_proxy: "" };
  const inputs = { "base-url": "embedded", batches: "returns" };
  await runStep({ github, env, with: { ...inputs, comment: "never", check: "off" } }, left => {
    expect(left.exitCode).toBe(0);
    expect(left.outputs).toMatchObject({ total: "5" });
  });
  expect(proxy.asked).toEqual([]);
});

/** Forwards plain HTTP only. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    const { method, url = "", headers } = incoming;
    asked.push(`${method} ${url}`);
    const outgoing = request(url, { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.writeHead(502).end());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    asked,
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
