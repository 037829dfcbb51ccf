/** A client of GitHub's API over a transport. It sends the token to one origin only. */

import type { Clock } from "../clock.ts";
import { isJsonObject } from "../json.ts";
import { readWhole } from "../service/body.ts";
import type { Method } from "../service/operations.ts";
import type { Redact } from "../service/secret.ts";
import type { Transport } from "../service/transport.ts";
import { errorFromFailure, errorFromResponse, GitHubError, safeMessage } from "./error.ts";
import type {
  GitHubRequestOptions,
  GitHubResponse,
  GitHubRest,
  Route,
  RouteParameters,
} from "./interface.ts";
import { fillRoute } from "./route.ts";

export interface GitHubClientOptions {
  /** `https://api.github.com`, or `https://github.example.com/api/v3`. */
  readonly apiUrl: string;
  readonly token: string;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Redacts GitHub's error messages, because they can repeat what was sent. */
  readonly redact: Redact;
  /** For callers that poll: GitHub doesn't count a request against the rate limit if it responds 304 to an ETag. */
  readonly usesETags?: boolean;
}

/** The time limit of one request. */
const mostSeconds = 30;

/** A page of 100 comments of the greatest length takes 40 MB if every character is escaped as `\u…`. */
const mostBytes = 50_000_000;

/** GitHub redirects requests that use a repository's old name. More redirects in a row may be a loop. */
const mostRedirects = 3;

/** The most responses that are kept with their ETags. */
const mostKept = 40;

interface Sending {
  readonly method: Method;
  readonly path: string;
  readonly body?: string | undefined;
  readonly options?: GitHubRequestOptions | undefined;
}

type AnyResponse = GitHubResponse<Route>;

export class GitHubClient implements GitHubRest {
  readonly #options: GitHubClientOptions;
  readonly #url: URL;
  /** The path of both REST and GraphQL. */
  readonly #root: string;
  readonly #kept = new Map<string, { readonly etag: string; readonly response: AnyResponse }>();

  constructor(options: GitHubClientOptions) {
    this.#options = options;
    this.#url = new URL(options.apiUrl);
    this.#root = this.#url.pathname.replace(/\/v3\/?$/, "/");
  }

  async request<R extends Route>(
    route: R,
    { request, ...values }: RouteParameters<R> & { request?: GitHubRequestOptions },
  ): Promise<GitHubResponse<R>> {
    return await this.#exchange({ ...this.#fill(route, values), options: request });
  }

  #fill(route: Route, values: Record<string, unknown>) {
    const filled = fillRoute(route, values);
    // GitHub Enterprise has REST at `/api/v3` and GraphQL at `/api/graphql`.
    const path = (this.#url.pathname + filled.path).replace("//", "/").replace("/v3/graphql", "/graphql");
    return { ...filled, path };
  }

  /** Gives the address to which GitHub redirects a download. Another server can be there, which must not get the token. */
  async findDownload<R extends Route>(
    route: R,
    { request, ...values }: RouteParameters<R> & { request?: GitHubRequestOptions },
  ): Promise<URL> {
    const { status, header } = await this.#follow({ ...this.#fill(route, values), options: request });
    const location = header("location");
    if (!isRedirect(status) || location === undefined || !URL.canParse(location)) {
      throw new GitHubError("unavailable", "GitHub gives no address to download from", { status });
    }
    return new URL(location);
  }

  async #exchange(sending: Sending): Promise<AnyResponse> {
    const { method, options: { keep = (data: unknown) => data } = {} } = sending;
    const kept = method === "GET" ? this.#kept.get(sending.path) : undefined;
    const { status, header, text } = await this.#follow(sending, kept?.etag);
    if (status === 304 && kept) return { ...kept.response, isUnchanged: true };
    if (isRedirect(status)) {
      throw new GitHubError("unavailable", "GitHub redirects to another address", { status });
    }
    const data = parseJsonOrNothing(text);
    // A proxy can respond in GitHub's place.
    if (text !== "" && (typeof data !== "object" || data === null)) {
      throw uncertain("the response is not GitHub's, or a proxy has changed it");
    }
    const response = { status, data: keep(data), header, isUnchanged: false };
    if (method === "GET") this.#keep(sending.path, header("etag"), response);
    return response;
  }

  /** Follows redirects only if they keep the method and stay in the API. Gives any other redirect as the response. */
  async #follow(sending: Sending, etag?: string) {
    const { clock, redact } = this.#options;
    const { method } = sending;
    let { path } = sending;
    for (let redirects = 0; ; redirects++) {
      const response = await this.#send({ ...sending, path }, etag);
      const { status, header, text } = response;
      const next =
        isRedirect(status) && redirects < mostRedirects
          ? this.#redirectTarget(status, header("location"), method, path)
          : undefined;
      if (next !== undefined) {
        path = next;
        continue;
      }
      if (status < 400) return response;
      const data = parseJsonOrNothing(text);
      const { message = `HTTP ${status}` } = isJsonObject(data) ? data : {};
      throw errorFromResponse({ status, message: safeMessage(String(message), redact), header }, clock.now());
    }
  }

  #redirectTarget(status: number, location = "", method: Method, path: string): string | undefined {
    const isSameRequest =
      status === 307 || status === 308 || (method === "GET" && (status === 301 || status === 302));
    if (!isSameRequest || !URL.canParse(location, this.#url)) return undefined;
    const next = new URL(location, this.#url.origin + path);
    // An enterprise server has its downloads at the API's origin, beside the API.
    const isApi = next.origin === this.#url.origin && next.pathname.startsWith(this.#root);
    return isApi ? next.pathname + next.search : undefined;
  }

  async #send({ method, path, body, options: { signal } = {} }: Sending, etag: string | undefined) {
    const { token, userAgent, transport, redact } = this.#options;
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(mostSeconds * 1000);
    const end = AbortSignal.any(signal ? [limit, signal] : [limit]);
    let cancel = () => {};
    try {
      const exchange = transport({
        method,
        origin: this.#url.origin,
        path,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${token}`,
          "user-agent": userAgent,
          "x-github-api-version": "2022-11-28",
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(etag !== undefined && { "if-none-match": etag }),
        },
        body,
      });
      cancel = () => exchange.cancel();
      end.addEventListener("abort", cancel);
      const { status, header, body: bytes } = await exchange.response;
      return { status, header, text: new TextDecoder().decode(await readWhole(bytes, mostBytes)) };
    } catch (error) {
      signal?.throwIfAborted();
      if (limit.aborted) throw uncertain(`there was no response within ${mostSeconds} s`);
      throw errorFromFailure(error, redact);
    } finally {
      end.removeEventListener("abort", cancel);
    }
  }

  #keep(path: string, etag: string | undefined, response: AnyResponse): void {
    if (!this.#options.usesETags) return;
    this.#kept.delete(path);
    if (etag !== undefined) this.#kept.set(path, { etag, response });
    for (const oldest of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(oldest);
  }
}

/** A browser reports a redirect as status 0. The caller handles 304, which is a redirect only without an ETag. */
function isRedirect(status: number): boolean {
  return status < 200 || (status >= 300 && status < 400);
}

function uncertain(message: string): GitHubError {
  return new GitHubError("unavailable", message, { isUncertain: true });
}

function parseJsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
