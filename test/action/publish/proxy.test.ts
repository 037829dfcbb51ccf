import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { events } from "../../github/events.ts";
import { startGitHub } from "../../github/github.ts";
import { passing, publish, reportOf } from "./publishing.ts";

test("GitHub is asked through the proxy that the environment names", async () => {
  await using github = await startGitHub();
  const pull = await github.createPullRequest();
  const event = await events.pullRequest(github, pull);
  const { port } = new URL(github.apiUrl);
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on("connect", (request, socket, head) => {
    tunnels.push(request.url ?? "");
    const through = connect(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      through.write(head);
      through.pipe(socket).pipe(through);
    });
    for (const end of [socket, through]) end.on("error", () => {});
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const proxyPort = typeof address === "object" ? address?.port : "";
  // Only the proxy knows this name.
  const apiUrl = "http://github.test";
  vi.stubEnv("GITHUB_API_URL", apiUrl);
  vi.stubEnv("http_proxy", `http://127.0.0.1:${proxyPort}`);
  vi.stubEnv("no_proxy", "");

  await publish(
    { github, event, settings: { check: "off" }, env: { GITHUB_API_URL: apiUrl } },
    reportOf(passing),
  );

  expect(tunnels).toContain("github.test:80");
  expect(await github.comments(pull.number)).toHaveLength(1);
  proxy.closeAllConnections();
  proxy.close();
});
