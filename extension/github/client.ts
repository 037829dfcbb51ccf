/**
 * A GitHub server's interface, asked as a person who is logged in. What was answered before is asked for with its ETag:
 * that costs none of the person's requests where nothing has changed. The token goes to this server alone.
 */

import { isJsonObject } from "../../shared/json.ts";
import { readWhole, TooLarge } from "../../shared/service/body.ts";
import type { Method } from "../../shared/service/operations.ts";
import type { Transport } from "../../shared/service/transport.ts";
import { t } from "../editor/l10n.ts";

/** Why GitHub did not answer what it was asked. */
export type Refusal =
  /** The token is not one, any more. */
  | { readonly why: "logged-out" }
  /** The organization wants a login of its own first. */
  | { readonly why: "saml" }
  | { readonly why: "forbidden" | "not-found"; readonly message: string }
  | { readonly why: "limited"; readonly untilMs: number }
  | { readonly why: "unavailable"; readonly message: string; readonly isTooLarge?: true };

export class GitHubRefusal extends Error {
  override readonly name = "GitHubRefusal";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super("message" in refusal ? refusal.message : refusal.why);
    this.refusal = refusal;
  }
}

export interface Answer<T = unknown> {
  readonly body: T;
  /** The path of the next page. */
  readonly next?: string | undefined;
  /** It is what was answered before. */
  readonly isSame: boolean;
}

interface Options {
  /** Without a slash at the end. */
  readonly address: string;
  readonly token: string;
  readonly transport: Transport;
  readonly now: () => number;
}

/** Twenty comments of the greatest length fit, even with every character escaped; a hundred have 40 MB then. */
const mostBytes = 10_000_000;
const timeLimitMs = 20_000;
/** Answers that are kept to be asked for again. */
const mostKept = 40;

export class GitHubClient {
  readonly #with: Options;
  /** Without an answer where that was too large. */
  readonly #kept = new Map<string, { readonly etag: string; readonly answer: Answer | undefined }>();

  constructor(options: Options) {
    this.#with = options;
  }

  /** What `read` makes of the body is kept, so that it holds no more than is needed. */
  async get<T = unknown>(
    path: string,
    signal: AbortSignal,
    read: (body: unknown) => T = body => body as T,
  ): Promise<Answer<T>> {
    const kept = this.#kept.get(path);
    const headers: Record<string, string> = kept ? { "if-none-match": kept.etag } : {};
    let asked = await this.#send("GET", path, signal, headers);
    // A repository that was renamed answers at its new place.
    const moved = this.#pathOf(isRedirect(asked.status) ? asked.header("location") : undefined);
    if (moved !== undefined) asked = await this.#send("GET", moved, signal, headers);
    const { status, header, text } = asked;
    if (isRedirect(status)) throw leadsElsewhere("unavailable");
    if (status === 304 && kept) {
      if (kept.answer === undefined) throw tooLarge();
      return { ...(kept.answer as Answer<T>), isSame: true };
    }
    const answer =
      text === undefined
        ? undefined
        : { body: read(parsed(text)), next: this.#nextIn(header("link")), isSame: false };
    const etag = header("etag");
    this.#kept.delete(path);
    if (etag !== undefined) this.#kept.set(path, { etag, answer });
    for (const oldest of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(oldest);
    if (answer === undefined) throw tooLarge();
    return answer;
  }

  /** Taken once at most. */
  async post(path: string, body: unknown): Promise<void> {
    // Nobody waits for it to be called off; it has a time limit as every request.
    const send = (to: string) =>
      this.#send("POST", to, new AbortController().signal, {}, JSON.stringify(body));
    let { status, header } = await send(path);
    // A repository that was renamed has taken nothing at its old place.
    const moved = this.#pathOf(status === 307 || status === 308 ? header("location") : undefined);
    if (moved !== undefined) ({ status } = await send(moved));
    // Certain to have been taken by nobody.
    if (isRedirect(status)) throw leadsElsewhere("not-found");
  }

  async #send(
    method: Method,
    path: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ) {
    const { address, token, transport, now } = this.#with;
    const { origin, pathname } = new URL(address);
    const exchange = transport({
      method,
      origin,
      path: pathname.replace(/\/$/, "") + path,
      headers: {
        accept: "application/vnd.github+json",
        authorization: ["Bearer", token].join(" "),
        "user-agent": "callboard-vscode",
        "x-github-api-version": "2022-11-28",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body,
    });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
    limit.addEventListener("abort", exchange.cancel);
    try {
      const { status, header, body: bytes } = await exchange.response;
      const text = await readWhole(bytes, mostBytes).then(
        whole => new TextDecoder().decode(whole),
        error => {
          if (!(error instanceof TooLarge)) throw error;
          return undefined;
        },
      );
      const refusal = refusalOf(status, header, text ?? "", now());
      if (refusal !== undefined) throw new GitHubRefusal(refusal);
      return { status, header, text };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof GitHubRefusal) throw error;
      throw new GitHubRefusal({ why: "unavailable", message: messageOf(error) });
    } finally {
      limit.removeEventListener("abort", exchange.cancel);
    }
  }

  /** Only on this server, whatever the header says. */
  #nextIn(link: string | undefined): string | undefined {
    return this.#pathOf(/<([^<>]+)>;[^<,]*rel="next"/.exec(link ?? "")?.[1]);
  }

  #pathOf(address: string | undefined): string | undefined {
    const base = this.#with.address;
    return address?.startsWith(`${base}/`) ? address.slice(base.length) : undefined;
  }
}

function leadsElsewhere(why: "not-found" | "unavailable"): GitHubRefusal {
  return new GitHubRefusal({ why, message: t("It leads elsewhere") });
}

function tooLarge(): GitHubRefusal {
  const { message } = new TooLarge(mostBytes);
  return new GitHubRefusal({ why: "unavailable", message, isTooLarge: true });
}

function isRedirect(status: number): boolean {
  return [301, 302, 307, 308].includes(status);
}

function refusalOf(
  status: number,
  header: (name: string) => string | undefined,
  text: string,
  now: number,
): Refusal | undefined {
  if ((status >= 200 && status < 300) || status === 304 || isRedirect(status)) return undefined;
  const message = messageIn(text) ?? `HTTP ${status}`;
  const retryAfter = Number(header("retry-after"));
  const isLimited = status === 429 || header("x-ratelimit-remaining") === "0" || /rate limit/i.test(message);
  if ((status === 403 || status === 429) && (isLimited || retryAfter > 0)) {
    const reset = Number(header("x-ratelimit-reset")) * 1000;
    return {
      why: "limited",
      untilMs: retryAfter > 0 ? now + retryAfter * 1000 : reset > now ? reset : now + 60_000,
    };
  }
  if (status === 401) return { why: "logged-out" };
  if (status === 403) {
    const isSaml = header("x-github-sso") !== undefined || /SAML enforcement/i.test(message);
    return isSaml ? { why: "saml" } : { why: "forbidden", message };
  }
  if (status === 404 || status === 410) return { why: "not-found", message };
  return { why: "unavailable", message };
}

function messageIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) && typeof body["message"] === "string"
      ? body["message"].slice(0, 300)
      : undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GitHubRefusal({ why: "unavailable", message: t("The answer is not JSON") });
  }
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
