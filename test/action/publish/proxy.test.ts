import { once } from "node:events";
import { createServer, request } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { events } from "../../github/events.ts";
import { startGitHub } from "../../github/github.ts";
import { passing, publish, reportWith } from "./publishing.ts";

test("GitHub is asked through the proxy that the environment names", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  const { port } = new URL(github.apiUrl);
  const asked: string[] = [];
  const proxy = createServer((incoming, answer) => {
    const url = new URL(incoming.url ?? "");
    asked.push(url.host);
    const { method, headers } = incoming;
    const outgoing = request({ host: "127.0.0.1", port, path: url.pathname + url.search, method, headers });
    outgoing.on("response", response => {
      answer.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(outgoing);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const proxyPort = typeof address === "object" ? address?.port : "";
  // Only the proxy knows this name.
  const apiUrl = "http://github.test";
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("GITHUB_API_URL", apiUrl);
  vi.stubEnv("http_proxy", `http://127.0.0.1:${proxyPort}`);
  vi.stubEnv("no_proxy", "");

  await publish(
    { github, event, settings: { check: "off" }, env: { GITHUB_API_URL: apiUrl } },
    reportWith(passing),
  );

  expect(new Set(asked)).toEqual(new Set(["github.test"]));
  expect(await github.comments(pull.number)).toHaveLength(1);
  proxy.closeAllConnections();
  proxy.close();
});
