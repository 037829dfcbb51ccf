/**
 * A proxy in front of the emulator: it records requests, checks them against GitHub's description, plays what the
 * emulator lacks, and produces the faults that a test orders.
 */

import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Description } from "./description.ts";
import type { Emulator, TokenKind } from "./emulator.ts";
import {
  type EmulatedResponse,
  type GitHubCall,
  type GitHubExchange,
  notAccessibleMessage,
  refusal,
  respondWith,
} from "./exchange.ts";
import type { Fault } from "./faults.ts";
import type { GraphQl } from "./graphql.ts";
import { appOf, type GitHubMemory, isHiddenFrom, plays } from "./plays.ts";
import { mostLiteralFirst, template } from "./template.ts";

export interface Proxy {
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly graphqlUrl: string;
  readonly requests: GitHubExchange[];
  readonly violations: string[];
  /** Ordered faults that no request has met. */
  readonly unmet: readonly { readonly operation: string }[];
  /** Orders a fault for the next requests of an operation, named as in `Exchange.operation`. */
  failNext(operation: string, fault: Fault, times: number): void;
  /** Orders a fault for all requests of a token; `undefined` ends it. */
  failAll(kind: TokenKind, fault: Fault | undefined): void;
  ask<Body>(kind: TokenKind, method: string, path: string, body?: unknown): Promise<Body>;
  close(): Promise<void>;
}

export interface ProxyOptions {
  readonly emulator: Emulator;
  readonly memory: GitHubMemory;
  /** Uses the paths of GitHub Enterprise Server, below /api/v3. */
  readonly enterprise: boolean;
  readonly description?: Description | undefined;
  /** Loaded at the first use, because the published schema takes a while to read. */
  readonly graphql: () => Promise<GraphQl>;
}

const played = Object.entries(plays)
  .map(([operation, play]) => {
    const [method = "", path = ""] = operation.split(" ");
    const rooted = path === "/user" || path.startsWith("/repos/");
    return { operation, method, play, template: template(rooted ? path : `/repos/{owner}/{repo}${path}`) };
  })
  .sort((a, b) => mostLiteralFirst(a.template, b.template));

export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { emulator, memory, enterprise, description, graphql } = options;
  const requests: GitHubExchange[] = [];
  const violations: string[] = [];
  const ordered: { operation: string; fault: Fault }[] = [];
  const standing = new Map<string, Fault>();
  const sendToEmulator = senderTo(emulator.url);

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      violations.push(`The local GitHub failed at ${request.method} ${request.url}: ${error}`);
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");

  const serverUrl = `http://127.0.0.1:${address.port}`;
  const apiPath = enterprise ? "/api/v3" : "";
  const graphqlPath = enterprise ? "/api/graphql" : "/graphql";

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "/", serverUrl);
    const { method = "GET", headers } = request;

    const complaints: string[] = [];
    const body = parseBody(Buffer.concat(chunks).toString(), complaints);
    const rest = url.pathname !== graphqlPath && url.pathname.startsWith(`${apiPath}/`);
    const path = rest ? url.pathname.slice(apiPath.length) : url.pathname;
    const found = rest ? description?.find(method, path) : undefined;
    const route = rest ? findPlay(method, path) : undefined;
    const operation =
      path === graphqlPath
        ? `GraphQL ${queryOf(body)}`
        : shorten(found?.name ?? route?.operation ?? `${method} ${path}`);
    const exchange: GitHubExchange = { method, path, operation, query: url.searchParams, headers, body };
    requests.push(exchange);

    if (!headers["user-agent"]) complaints.push("GitHub requires a User-Agent header");
    if (found) complaints.push(...found.requestProblems(url.searchParams, body));
    else if (rest && description) complaints.push("GitHub publishes no such operation");

    const token = tokenIn(headers);
    const fault = takeFault(operation) ?? standing.get(token ?? "");
    if (fault && "heldUntil" in fault) await fault.heldUntil;
    if (fault && "answer" in fault) exchange.response = fault.answer;
    else if (!(fault && "dropped" in fault && fault.dropped === "before acting")) {
      const given = asAskedFor(addressed(await act()), method, headers);
      if (!(fault && "dropped" in fault)) exchange.response = given;
    }
    // The description lists a 304 for few operations, but GitHub answers any GET with it.
    const isUnchanged = exchange.response?.status === 304;
    if (exchange.response && found && !isUnchanged) {
      const problems = found.responseProblems(exchange.response.status, exchange.response.body);
      complaints.push(...problems.map(problem => `answered otherwise than GitHub does: ${problem}`));
    }
    violations.push(...complaints.map(complaint => `${operation}: ${complaint}`));
    send(response, exchange.response);

    async function act(): Promise<EmulatedResponse> {
      if (token !== undefined && !emulator.identity(token)) return refusal(401, "Bad credentials");
      const call = makeCall(exchange, route?.parameters ?? {}, token);
      if (rest && isHiddenFrom(call.identity, path, memory)) return refusal(404, "Not Found");
      if (rest) return route ? route.play(call, memory) : call.forward();
      if (path !== graphqlPath) {
        complaints.push(`this is not below ${apiPath}/`);
        return refusal(404, "Not Found");
      }
      const { answer, problems } = await (await graphql()).answer(call, memory);
      complaints.push(...problems);
      return answer;
    }
  }

  function takeFault(operation: string): Fault | undefined {
    const position = ordered.findIndex(
      order =>
        order.operation === operation || (order.operation === "GraphQL" && operation.startsWith("GraphQL ")),
    );
    return position < 0 ? undefined : ordered.splice(position, 1)[0]?.fault;
  }

  function makeCall(
    { method, path, query, body }: Pick<GitHubExchange, "method" | "path" | "query" | "body">,
    parameters: Record<string, string>,
    token: string | undefined,
  ): GitHubCall {
    const own = query.size > 0 ? `${path}?${query}` : path;
    const identity = token === undefined ? undefined : emulator.identity(token);
    return {
      parameters,
      query,
      body,
      identity,
      async forward<Body>(otherMethod?: string, otherPath?: string, otherBody?: unknown) {
        const sent = otherMethod ? otherBody : body;
        const response = await sendToEmulator(otherPath ?? own, {
          method: otherMethod ?? method,
          token,
          body: sent,
        });
        const refused = response.status === 403 && appOf(identity) !== undefined;
        const text = refused ? JSON.stringify(refusal(403, notAccessibleMessage).body) : response.text;
        const parsed: Body = text === "" ? undefined : JSON.parse(text);
        return respondWith(response.status, parsed, passedOn(response.headers));
      },
    };
  }

  const itself = [emulator.url, emulator.url.replace("127.0.0.1", "localhost")].join("|");
  const ofApi = new RegExp(`(?:${itself})/(repos|users)/`, "g");
  const ofAny = new RegExp(itself, "g");
  const ofBot = new RegExp(`(${serverUrl}[^"\\s]*)\\[bot\\]`, "g");

  /** Replaces the emulator's own addresses with those that the client was given. */
  function addressed<Body>(given: EmulatedResponse): EmulatedResponse<Body> {
    const rewrite = (text: string) =>
      text
        .replaceAll(ofApi, `${serverUrl}${apiPath}/$1/`)
        .replaceAll(ofAny, serverUrl)
        // The emulator writes "github-actions[bot]" into addresses without encoding it.
        .replaceAll(ofBot, "$1%5Bbot%5D");
    const { link } = given.headers;
    return {
      status: given.status,
      headers:
        link === undefined
          ? given.headers
          : { ...given.headers, link: rewrite(link).replaceAll("</", `<${serverUrl}${apiPath}/`) },
      body: given.body === undefined ? undefined : JSON.parse(rewrite(JSON.stringify(given.body))),
    };
  }

  return {
    apiUrl: serverUrl + apiPath,
    serverUrl,
    graphqlUrl: serverUrl + graphqlPath,
    requests,
    violations,
    unmet: ordered,
    failNext(operation, fault, times) {
      for (let i = 0; i < times; i++) ordered.push({ operation, fault });
    },
    failAll(kind, fault) {
      if (fault) standing.set(emulator.token(kind), fault);
      else standing.delete(emulator.token(kind));
    },
    async ask<Body>(kind: TokenKind, method: string, path: string, body?: unknown) {
      const url = new URL(path, serverUrl);
      const route = findPlay(method, url.pathname);
      const call = makeCall(
        { method, path: url.pathname, query: url.searchParams, body },
        route?.parameters ?? {},
        emulator.token(kind),
      );
      const given = addressed<Body>(await (route ? route.play(call, memory) : call.forward()));
      if (given.status >= 300) {
        throw new Error(`${method} ${path} answered ${given.status}: ${JSON.stringify(given.body)}`);
      }
      return given.body;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface SentRequest {
  readonly method: string;
  readonly token: string | undefined;
  readonly body: unknown;
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests without `fetch`, which takes twice as long, and most of the tests' time goes to such requests. */
function senderTo(base: string): (path: string, sent: SentRequest) => Promise<ReceivedResponse> {
  const agent = new Agent({ keepAlive: true });
  return async function send(path, { method, token, body }) {
    const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const sent = request(base + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(content && { "content-type": "application/json", "content-length": content.length }),
      },
      agent,
    }).end(content);
    const responses = (await once(sent, "response").catch((error: unknown) => {
      // The emulator closes an idle connection after some seconds, perhaps in the moment of its next use.
      if (sent.reusedSocket) return undefined;
      throw error;
    })) as [IncomingMessage] | undefined;
    if (!responses) return await send(path, { method, token, body });
    const [response] = responses;
    return { status: response.statusCode ?? 0, headers: response.headers, text: await readText(response) };
  };
}

function tokenIn({ authorization = "" }: IncomingHttpHeaders): string | undefined {
  return /^(?:bearer|token) +(.+)$/i.exec(authorization)?.[1];
}

/**
 * Answers 304 if the client has the current response:
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api
 */
function asAskedFor(given: EmulatedResponse, method: string, headers: IncomingHttpHeaders): EmulatedResponse {
  if (method !== "GET" || given.status !== 200) return given;
  // GitHub's ETags differ between tokens as well.
  const seen = JSON.stringify([headers.authorization, given.body, given.headers["link"]]);
  const etag = `W/"${createHash("sha256").update(seen).digest("hex")}"`;
  return headers["if-none-match"] === etag
    ? respondWith(304, undefined, { etag })
    : { ...given, headers: { ...given.headers, etag } };
}

function send(response: ServerResponse, given: EmulatedResponse | undefined): void {
  if (!given) response.destroy();
  else if (given.body === undefined) response.writeHead(given.status, given.headers).end();
  else {
    const headers = { "content-type": "application/json; charset=utf-8", ...given.headers };
    response.writeHead(given.status, headers).end(JSON.stringify(given.body));
  }
}

function findPlay(method: string, path: string) {
  for (const { play, operation, method: itsMethod, template } of played) {
    const parameters = itsMethod === method ? template.match(path) : undefined;
    if (parameters) return { play, operation, parameters };
  }
  return undefined;
}

function shorten(operation: string): string {
  return operation.replace("/repos/{owner}/{repo}/", "/");
}

function parseBody(text: string, complaints: string[]): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    complaints.push("the body is not JSON");
    return undefined;
  }
}

function queryOf(body: unknown): string {
  const query = typeof body === "object" && body !== null && "query" in body ? body.query : undefined;
  return String(query).replace(/\s+/g, " ").trim();
}

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const passed = Object.entries(headers).filter(
    ([name]) => name === "link" || name.startsWith("x-ratelimit-"),
  );
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}
