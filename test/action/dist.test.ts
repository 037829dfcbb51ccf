import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findStaleFiles } from "../../action/build.ts";
import { type LocalGitHub, startGitHub } from "../github/github.ts";
import { bundleFolder as dist, newPullRequest, runStep, stepKey } from "./step.ts";

const names = await readdir(dist);
const texts = await Promise.all(names.map(name => readFile(join(dist, name), "utf8")));

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

test("the committed bundle is what the sources make, and tests run another copy", async () => {
  const built = new Map(names.map((name, index) => [name, texts[index] ?? ""]));
  expect(await findStaleFiles(built)).toEqual([]);
  expect(dist).not.toContain(join("action", "dist"));
});

test("the bundle is under 1.3 MB", async () => {
  const sizes = await Promise.all(names.map(async name => (await stat(join(dist, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_300_000);
});

test("the bundle contains undici once, and neither GitHub's own client nor source maps", () => {
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
  expect(count(/code="UND_ERR_HEADERS_TIMEOUT"/g)).toBe(1);
  expect(count(/octokit/gi)).toBe(0);
  expect(names.filter(name => name.endsWith(".map"))).toEqual([]);
  expect(count(/sourceMappingURL/g)).toBe(0);
});

test("LICENSES.txt has the licenses of all bundled packages", async () => {
  const licenses = await readFile(join(dist, "LICENSES.txt"), "utf8");
  for (const name of ["undici", "yaml", "jsonata", "@actions/core"]) {
    expect(licenses).toContain(name);
  }
});

test("a copy of the bundle runs in a repository whose scripts are CommonJS", async () => {
  const repository = await mkdtemp(join(tmpdir(), "callboard-vendored-"));
  const copy = join(repository, "vendor/callboard/action/dist");
  await cp(dist, copy, { recursive: true });
  await writeFile(join(repository, "package.json"), '{ "type": "commonjs" }');
  const { stdout } = await promisify(execFile)(process.execPath, [join(copy, "index.js")], { env: {} }).catch(
    (error: { stdout: string }) => error,
  );
  await rm(repository, { recursive: true });
  expect(stdout).toContain("There is nothing to do");
});

describe("without the excluded modules of the toolkit", () => {
  test("requests to GitHub use TLS", async () => {
    await using server = await startTls();
    const env = {
      GITHUB_API_URL: `https://localhost:${server.port}`,
      NODE_EXTRA_CA_CERTS: fixture("localhost.cert.pem"),
    };
    await publish(env);
    expect(server.asked).toContain("HTTP/1.1 GET /repos/octocat/shop/issues/N/comments");
  });

  test("requests go through a proxy, and use HTTP/1.1 although the server offers HTTP/2", async () => {
    await using server = await startTls();
    await using proxy = await startProxy(server.port);
    const env = {
      // Only the proxy resolves this name, and no certificate exists for it.
      GITHUB_API_URL: "https://github.test",
      https_proxy: proxy.url,
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    };
    await publish(env, "https://service.test");
    expect(new Set(proxy.tunnels)).toEqual(new Set(["service.test:443", "github.test:443"]));
    expect(server.asked).toContain("HTTP/1.1 POST /v1/batches/returns/run");
    expect(server.asked).toContain("HTTP/1.1 GET /repos/octocat/shop/issues/N/comments");
  });

  /** Publishes to a GitHub that answers 404 to everything, so no comment is written. */
  async function publish(env: Record<string, string>, service = "embedded"): Promise<void> {
    const event = await newPullRequest(github);
    const inputs = { "base-url": service, "api-key": stepKey, batches: "returns", check: "off" };
    await runStep({ github, event, env, with: inputs }, left => {
      expect(left.exitCode).toBe(0);
      expect(left.outputs["comment-url"]).toBe("");
    });
  }
});

function fixture(name: string): string {
  return join(import.meta.dirname, "../fixtures", name);
}

/** A service whose runs pass and a GitHub that answers 404, over HTTP/1.1 or HTTP/2. */
async function startTls() {
  const asked: string[] = [];
  const [cert, privateKey] = await Promise.all(
    ["localhost.cert.pem", "localhost.key.pem"].map(name => readFile(fixture(name))),
  );
  const server = createSecureServer({ allowHTTP1: true, cert, key: privateKey }, (request, response) => {
    const path = request.url?.split("?")[0]?.replace(/\d+\/comments/, "N/comments");
    asked.push(`HTTP/${request.httpVersion} ${request.method} ${path}`);
    const isService = path?.startsWith("/v1/");
    response.writeHead(isService ? 200 : 404, { "content-type": "application/json" });
    response.end(isService ? '{"status":"passed"}' : '{"message":"Not Found"}');
  });
  return { asked, ...(await listening(server)) };
}

/** Opens tunnels as a company's proxy does. All of them lead to `port`. */
async function startProxy(port: number) {
  const tunnels: string[] = [];
  const proxy = createServer().on("connect", (request, client, head) => {
    tunnels.push(request.url ?? "");
    const server = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      server.write(head);
      server.pipe(client).pipe(server);
    });
    for (const end of [client, server]) end.on("error", () => end.destroy());
  });
  return { tunnels, ...(await listening(proxy)) };
}

async function listening(server: Server) {
  const sockets = new Set<Socket>();
  server.on("connection", socket => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
