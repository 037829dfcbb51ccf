/** Runs one HTTP client in its own process: makes rounds of calls on request and reports their duration. */

const [, , name = "", baseUrl = ""] = process.argv;
const path = "/v1/batches/smoke/run";
const url = baseUrl + path;
const fields = { reason: "benchmark", attempt: 1 };
const headers = { "x-api-key": "key", accept: "application/json" };
const jsonHeaders = { ...headers, "content-type": "application/json" };
const body = () => JSON.stringify(fields);

type Call = () => Promise<unknown>;

/** Imports without types, because only `npm run bench` installs the packages of test/bench/package.json. */
const peer = (name: string) => import(name);

/** Each client is used as its documentation shows; all send the same fields and parse the response. */
const peers: Record<string, () => Promise<Call>> = {
  async callboard() {
    const { Client } = await import("../../shared/service/client.ts");
    const { createUndiciTransport } = await import("../../shared/service/undici-transport.ts");
    const client = new Client({ baseUrl, apiKey: "key", transport: createUndiciTransport().send });
    return async () => {
      const answer = await client.call({ operation: "runBatch", id: "smoke", fields });
      return answer.value;
    };
  },
  async "undici.request"() {
    const { Agent, request } = await import("undici");
    const dispatcher = new Agent();
    return async () => {
      const answer = await request(url, { dispatcher, method: "POST", headers: jsonHeaders, body: body() });
      return await answer.body.json();
    };
  },
  async fetch() {
    return async () =>
      await (await fetch(url, { method: "POST", headers: jsonHeaders, body: body() })).json();
  },
  async axios() {
    const { default: axios } = await peer("axios");
    const { Agent } = await import("node:http");
    const client = axios.create({ httpAgent: new Agent({ keepAlive: true }) });
    return async () => (await client.post(url, fields, { headers })).data;
  },
  async got() {
    const { default: got } = await peer("got");
    const { Agent } = await import("node:http");
    const client = got.extend({ agent: { http: new Agent({ keepAlive: true }) } });
    return () => client.post(url, { headers, json: fields }).json();
  },
  async ky() {
    const { default: ky } = await peer("ky");
    return () => ky.post(url, { headers, json: fields }).json();
  },
  async openai() {
    const { default: OpenAI } = await peer("openai");
    const client = new OpenAI({ baseURL: baseUrl, apiKey: "key" });
    return () => client.post(path, { headers, body: fields });
  },
  async "@octokit/request"() {
    const { request } = await peer("@octokit/request");
    return async () => (await request(`POST ${path}`, { baseUrl, headers, ...fields })).data;
  },
};

export const peerNames = Object.keys(peers);

if (import.meta.main) {
  const call = await (peers[name] ?? (() => Promise.reject(new Error(`No peer ${name}`))))();
  process.on("message", async ({ calls, concurrency }: { calls: number; concurrency: number }) => {
    let left = calls;
    const worker = async () => {
      while (left-- > 0) {
        const answer = (await call()) as { status?: string };
        if (answer.status !== "passed") throw new Error(`${name} got another answer`);
      }
    };
    const cpu = process.cpuUsage();
    const start = performance.now();
    await Promise.all(Array.from({ length: concurrency }, worker));
    const wallMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    process.send?.({ wallMs, cpuMs: (user + system) / 1000 });
  });
  process.on("disconnect", () => process.exit());
  process.send?.("ready");
}
