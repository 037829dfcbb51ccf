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
import { type LocalGitHub, startGitHub } from "../github/github.ts";
import { bundle, key, newPullRequest, step } from "./step.ts";

const dist = join(bundle, "..");
const names = await readdir(dist);
const texts = await Promise.all(names.map(name => readFile(join(dist, name), "utf8")));

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

test("all of it is under 1.4 MB", async () => {
  const sizes = await Promise.all(names.map(async name => (await stat(join(dist, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_400_000);
});

test("undici is in it once, and there is no source map", () => {
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
  expect(count(/code="UND_ERR_HEADERS_TIMEOUT"/g)).toBe(1);
  expect(names.filter(name => name.endsWith(".map"))).toEqual([]);
  expect(count(/sourceMappingURL/g)).toBe(0);
});

test("the licenses of everything in it are beside it", async () => {
  const licenses = await readFile(join(dist, "LICENSES.txt"), "utf8");
  for (const name of ["undici", "yaml", "jsonata", "@actions/core", "@octokit/core"]) {
    expect(licenses).toContain(name);
  }
});

test("it runs from a folder in a repository whose own scripts are of the other kind", async () => {
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

describe("what was left out of the toolkit and of undici is not missed", () => {
  test("GitHub is asked over TLS", async () => {
    await using server = await startTls();
    const env = {
      GITHUB_API_URL: `https://localhost:${server.port}`,
      NODE_EXTRA_CA_CERTS: fixture("localhost.cert.pem"),
    };
    await publish(env);
    expect(server.asked).toContain("HTTP/1.1 GET /repos/octocat/shop/issues/N/comments");
  });

  test("and through a proxy, over HTTP/1.1 even where more is spoken", async () => {
    await using server = await startTls();
    await using proxy = await startProxy(server.port);
    const env = {
      // Only the proxy knows this name, for which nobody has a certificate.
      GITHUB_API_URL: "https://github.test",
      https_proxy: proxy.url,
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    };
    await publish(env, "https://service.test");
    expect(new Set(proxy.tunnels)).toEqual(new Set(["service.test:443", "github.test:443"]));
    expect(server.asked).toContain("HTTP/1.1 POST /v1/batches/returns/run");
    expect(server.asked).toContain("HTTP/1.1 GET /repos/octocat/shop/issues/N/comments");
  });

  /** As far as that goes on a GitHub that finds nothing. */
  async function publish(env: Record<string, string>, service = "embedded"): Promise<void> {
    const event = await newPullRequest(github);
    const inputs = { "base-url": service, "api-key": key, batches: "returns", check: "off" };
    await step({ github, event, env, with: inputs }, left => {
      expect(left.exitCode).toBe(0);
      expect(left.outputs["comment-url"]).toBe("");
    });
  }
});

function fixture(name: string): string {
  return join(import.meta.dirname, "../fixtures", name);
}

/** A service whose runs pass, and a GitHub that finds nothing; speaks HTTP/2 to whoever offers it. */
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

/** Opens tunnels, as a company's proxy does; all of them lead to the one port. */
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
