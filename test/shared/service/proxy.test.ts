/** Proxies and certificates from the environment, as a runner may need them. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { compileCacheVariables } from "../../compile-cache.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const certificate = fixture("localhost.cert.pem");
const script = fileURLToPath(new URL("one-call.ts", import.meta.url));

interface Result {
  readonly kind?: string;
  readonly message?: string;
  readonly ambiguous?: boolean;
  readonly attempts?: number;
  readonly via?: string;
}

async function callOnce(baseUrl: string, env: Record<string, string>): Promise<Result> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, baseUrl], {
    env: { ...compileCacheVariables, ...env },
  });
  expect(stderr.replace(/^.*Warning.*\n/gm, "")).toBe("");
  expect(stdout).not.toContain("the-secret-key");
  return JSON.parse(stdout);
}

interface Listening extends AsyncDisposable {
  readonly port: number;
  readonly seen: string[];
}

async function listening(server: ReturnType<typeof createServer>, seen: string[]): Promise<Listening> {
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async [Symbol.asyncDispose]() {
      if ("closeAllConnections" in server) (server as { closeAllConnections(): void }).closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function startHttpsService(): Promise<Listening> {
  const seen: string[] = [];
  const options = { cert: readFileSync(certificate), key: readFileSync(fixture("localhost.key.pem")) };
  const server = createHttpsServer(options, (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers["x-api-key"]}`);
    request.resume().on("end", () => response.end('{"via":"https"}'));
  });
  return listening(server, seen);
}

/** Forwards CONNECT to the given port, whatever host it names, and answers plain requests itself. */
function startProxy(targetPort: number, refusal?: number): Promise<Listening> {
  const seen: string[] = [];
  const server = createHttpServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => response.end('{"via":"proxy"}'));
  });
  server.on("connect", (request, socket) => {
    seen.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const upstream = connect(targetPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  return listening(server, seen);
}

const trust = { NODE_EXTRA_CA_CERTS: certificate };

describe("https", () => {
  it.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"])("goes through %s", async variable => {
    await using service = await startHttpsService();
    await using proxy = await startProxy(service.port);
    const result = await callOnce("https://service.test", {
      ...trust,
      [variable]: `http://me:pass@127.0.0.1:${proxy.port}`,
    });
    expect(result).toEqual({ via: "https" });
    const credentials = Buffer.from("me:pass").toString("base64");
    expect(proxy.seen).toEqual([`CONNECT service.test:443 Basic ${credentials}`]);
    expect(service.seen).toEqual(["POST /v1/batches/b/run the-secret-key"]);
  });

  it.each(["NO_PROXY", "no_proxy"])("bypasses the proxy for hosts in %s", async variable => {
    await using service = await startHttpsService();
    await using proxy = await startProxy(service.port);
    const env = {
      ...trust,
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      [variable]: "example.com,localhost",
    };
    expect(await callOnce(`https://localhost:${service.port}`, env)).toEqual({ via: "https" });
    expect(proxy.seen).toEqual([]);
  });

  it("trusts the certificates of NODE_EXTRA_CA_CERTS, and recommends it when it may help", async () => {
    await using service = await startHttpsService();
    const url = `https://localhost:${service.port}`;
    expect(await callOnce(url, trust)).toEqual({ via: "https" });
    const result = await callOnce(url, {});
    expect(result).toMatchObject({ kind: "network", ambiguous: false, attempts: 1 });
    expect(result.message).toContain("NODE_EXTRA_CA_CERTS");
    expect(service.seen).toHaveLength(1);
  });

  it("fails unambiguously if the proxy refuses, because nothing was sent", async () => {
    await using proxy = await startProxy(0, 403);
    const result = await callOnce("https://service.test", { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    expect(result).toMatchObject({ kind: "network", ambiguous: false, attempts: 1 });
    expect(result.message).toMatch(/proxy response \(403\)/i);
  });

  it("fails unambiguously if the other side is silent, because connecting has its own time limit", async () => {
    await using silent = await listening(
      createServer(socket => socket.resume()),
      [],
    );
    const result = await callOnce(`https://localhost:${silent.port}`, {});
    expect(result).toMatchObject({ kind: "network", ambiguous: false, attempts: 5 });
    expect(result.message).toContain("no connection");
  });

  it("explains the form of a proxy's address, and doesn't show a wrong one", async () => {
    const result = await callOnce("https://service.test", { HTTPS_PROXY: "me:secret@proxy:3128" });
    expect(result).toMatchObject({ kind: "network", ambiguous: false });
    expect(result.message).toContain(
      "HTTPS_PROXY is not the address of a proxy; write it like http://proxy:3128",
    );
    expect(result.message).not.toContain("secret@");
  });
});

describe("http to this machine", () => {
  it("goes through a proxy on this machine", async () => {
    await using proxy = await startProxy(0);
    const result = await callOnce("http://localhost:1", { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
    expect(result).toEqual({ via: "proxy" });
    expect(proxy.seen).toEqual(["POST http://localhost:1/v1/batches/b/run"]);
  });

  it("bypasses a proxy elsewhere, because the key must not leave the machine unencrypted", async () => {
    const seen: string[] = [];
    const service = createHttpServer((request, response) => {
      seen.push(String(request.url));
      request.resume().on("end", () => response.end('{"via":"direct"}'));
    });
    await using direct = await listening(service, seen);
    const result = await callOnce(`http://127.0.0.1:${direct.port}`, {
      HTTP_PROXY: "http://proxy.invalid:3128",
    });
    expect(result).toEqual({ via: "direct" });
  });
});
