/**
 * The client of GitHub. A transport moves the bytes; paths, rate limits, redirects, repetitions, ETags, time limits and
 * the errors are here. The token goes to one server alone.
 */

import type { Clock } from "../clock.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { readWhole } from "../service/body.ts";
import type { Method } from "../service/operations.ts";
import { mostAttempts, pauseBefore } from "../service/retry.ts";
import type { Redact } from "../service/secret.ts";
import type { Transport } from "../service/transport.ts";
import type { Deadline } from "./deadline.ts";
import { failureOf, GitHubError, messageFor, refusalOf } from "./error.ts";
import type { GitHub, Parameters, RequestOptions, Response, Route } from "./interface.ts";
import { fill } from "./route.ts";

export interface GitHubOptions {
  /** Where the REST interface is: `https://api.github.com`, or `https://github.example.com/api/v3`. */
  readonly apiUrl: string;
  readonly token: string;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Applied to GitHub's words about an error, which may repeat what was sent. */
  readonly redact: Redact;
  /** Within it, rate limits are waited for and failed requests are sent again; without one, the error tells. */
  readonly deadline?: Deadline;
  /** Asks with ETags, which costs nothing where nothing has changed: for whoever asks the same again and again. */
  readonly hasMemory?: boolean;
}

/** Of one request. */
const mostSeconds = 30;

/** A page of a hundred comments of the greatest length has 40 MB where each character is written by its number. */
const mostBytes = 50_000_000;

/** GitHub redirects to a repository's new name. */
const mostRedirects = 3;

/** Responses that are kept to be asked for again. */
const mostKept = 40;

interface Sending {
  readonly method: Method;
  /** Behind the origin. */
  readonly path: string;
  readonly body: string | undefined;
  readonly options: RequestOptions;
}

interface Answer {
  readonly status: number;
  readonly data: unknown;
  header(name: string): string | undefined;
  readonly isSame: boolean;
}

export class GitHubClient implements GitHub {
  readonly #options: GitHubOptions;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #kept = new Map<string, { readonly etag: string; readonly answer: Answer }>();

  constructor(options: GitHubOptions) {
    const { origin, pathname } = new URL(options.apiUrl);
    this.#options = options;
    this.#origin = origin;
    this.#prefix = pathname.replace(/\/$/, "");
  }

  async request<R extends Route>(route: R, parameters: Parameters<R>): Promise<Response<R>> {
    const { request: options = {}, ...values } = parameters as { request?: RequestOptions };
    const { method, path, body } = fill(route, values);
    const answer = await this.#persist({ method, path: this.#prefix + path, body, options });
    return answer as Response<R>;
  }

  async graphql<Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
    // An enterprise's server has its two interfaces beside each other.
    const path = `${this.#prefix.replace(/\/api\/v3$/, "/api")}/graphql`;
    const options = { repeatable: !/^\s*mutation\b/.test(query) };
    const body = JSON.stringify({ query, variables });
    const { data } = await this.#persist({ method: "POST", path, body, options });
    return (data as { data: Data }).data;
  }

  /** Sends it again where it may be, within the deadline. */
  async #persist(sending: Sending): Promise<Answer> {
    const { deadline } = this.#options;
    const { repeatable = sending.method !== "POST", signal } = sending.options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#ask(sending);
      } catch (error) {
        const pauseMs =
          error instanceof GitHubError ? this.#pauseAfter(error, repeatable, attempt) : undefined;
        if (deadline === undefined || pauseMs === undefined || pauseMs >= deadline.leftMs) throw error;
        await deadline.pause(pauseMs);
        signal?.throwIfAborted();
      }
    }
  }

  /** Undefined where the request must not be sent again. */
  #pauseAfter(error: GitHubError, isRepeatable: boolean, attempt: number): number | undefined {
    const { clock } = this.#options;
    if (attempt >= mostAttempts) return undefined;
    if (error.kind === "limited") return Math.max(0, error.untilMs - clock.now());
    if (error.isConnected && !(isRepeatable && error.isUncertain)) return undefined;
    return pauseBefore(attempt + 1, undefined, clock.random());
  }

  /** Follows redirects where the request stays the same, and on this server alone. */
  async #ask(sending: Sending): Promise<Answer> {
    const { method } = sending;
    const kept = method === "GET" ? this.#kept.get(sending.path) : undefined;
    const headers: Record<string, string> = kept ? { "if-none-match": kept.etag } : {};
    let { path } = sending;
    for (let redirects = 0; ; redirects++) {
      const { status, header, text } = await this.#send({ ...sending, path }, headers);
      if (status === 304 && kept) return { ...kept.answer, isSame: true };
      if (status === 0 || (status >= 300 && status < 400)) {
        const next = this.#redirected(status, header("location"), method, path);
        if (next === undefined || redirects === mostRedirects) {
          throw new GitHubError("unavailable", "it leads elsewhere", { status, isUncertain: false });
        }
        path = next;
        continue;
      }
      const body = parsed(text);
      const { redact, clock } = this.#options;
      if (status >= 400) {
        const said = isJsonObject(body) ? body["message"] : undefined;
        const message = messageFor(typeof said === "string" ? said : `HTTP ${status}`, redact);
        throw refusalOf({ status, message, header }, clock.now());
      }
      const isRead = text === "" || (typeof body === "object" && body !== null);
      // A proxy may answer for GitHub with a page of its own.
      if (!isRead) throw unreadable("what answered is not GitHub, or a proxy has changed its answer");
      if (isJsonObject(body)) this.#expectNoErrors(body, sending, header);
      const answer = { status, data: body, header, isSame: false };
      if (method === "GET") this.#keep(sending.path, header("etag"), answer);
      return answer;
    }
  }

  #redirected(
    status: number,
    location: string | undefined,
    method: Method,
    path: string,
  ): string | undefined {
    const isSameRequest =
      status === 307 || status === 308 || (method === "GET" && (status === 301 || status === 302));
    if (!isSameRequest || location === undefined) return undefined;
    const next = URL.parse(location, this.#origin + path);
    return next?.origin === this.#origin ? next.pathname + next.search : undefined;
  }

  async #send({ method, path, body, options }: Sending, headers: Readonly<Record<string, string>>) {
    const { token, userAgent, transport, deadline, redact } = this.#options;
    const { signal } = options;
    signal?.throwIfAborted();
    if (deadline?.signal.aborted) throw outOfTime(false);
    const limit = AbortSignal.timeout(mostSeconds * 1000);
    const end = AbortSignal.any([limit, deadline?.signal, signal].filter(each => each !== undefined));
    let cancel = () => {};
    try {
      const exchange = transport({
        method,
        origin: this.#origin,
        path,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${token}`,
          "user-agent": userAgent,
          "x-github-api-version": "2022-11-28",
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        body,
      });
      cancel = () => exchange.cancel();
      end.addEventListener("abort", cancel);
      const { status, header, body: bytes } = await exchange.response;
      return { status, header, text: new TextDecoder().decode(await readWhole(bytes, mostBytes)) };
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline?.signal.aborted) throw outOfTime(true);
      if (limit.aborted) throw unreadable(`there was no response within ${mostSeconds} s`);
      throw failureOf(error, redact);
    } finally {
      end.removeEventListener("abort", cancel);
    }
  }

  /** GraphQL responds with 200 whatever has happened. */
  #expectNoErrors(body: JsonObject, { path }: Sending, header: Answer["header"]): void {
    const errors = path.endsWith("/graphql") ? body["errors"] : undefined;
    if (!Array.isArray(errors) || errors.length === 0) return;
    const { redact, clock } = this.#options;
    const said = errors.filter(isJsonObject);
    const message = messageFor(said.map(error => String(error["message"])).join("; "), redact);
    const types = said.map(error => error["type"]);
    if (types.includes("RATE_LIMITED")) throw refusalOf({ status: 429, message, header }, clock.now());
    const kind = types.includes("NOT_FOUND") ? "not-found" : "forbidden";
    throw new GitHubError(kind, message, { status: 200, isUncertain: false });
  }

  #keep(path: string, etag: string | undefined, answer: Answer): void {
    if (!this.#options.hasMemory) return;
    this.#kept.delete(path);
    if (etag !== undefined) this.#kept.set(path, { etag, answer });
    for (const oldest of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(oldest);
  }
}

function outOfTime(isUncertain: boolean): GitHubError {
  return new GitHubError("unavailable", "there was no time left", { isUncertain });
}

function unreadable(message: string): GitHubError {
  return new GitHubError("unavailable", message, { isUncertain: true });
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
