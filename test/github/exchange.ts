/** What passes between a client and the local GitHub. */

import type { Identity } from "./emulator.ts";

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; `undefined` where there is none. */
  readonly body: Body;
}

/** A request and what came of it, as it is recorded. */
export interface Exchange {
  readonly method: string;
  /** Below the API's root, without the query. */
  readonly path: string;
  /**
   * The published operation, the repository's part left out: `POST /issues/{issue_number}/comments`; for GraphQL
   * the operation's own text. For a path that GitHub does not have: the method and that path.
   */
  readonly operation: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** Nothing, when the connection was dropped. */
  answer?: Answer;
}

/** A request on its way to what answers it. */
export interface Call {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly identity: Identity | undefined;
  /** Asks the emulator, as whoever sent the request: the request itself, unless another one is given. */
  forward<Body>(method?: string, path?: string, body?: unknown): Promise<Answer<Body>>;
}

export function answer<Body>(status: number, body: Body, headers: Record<string, string> = {}): Answer<Body> {
  return { status, headers, body };
}

/** A refusal in GitHub's words. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return answer(
    status,
    { message, documentation_url: "https://docs.github.com/rest", status: String(status) },
    headers,
  );
}

/** What an app's token is told that lacks a permission. */
export const notAccessible = "Resource not accessible by integration";

/** A page of a list as GitHub cuts it, with the `Link` header that leads to the others. */
export function page<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  path: string,
): { items: Item[]; headers: Record<string, string> } {
  const size = Math.min(Number(query.get("per_page") ?? 30), 100);
  const here = Number(query.get("page") ?? 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const links = [
    ...(here > 1 ? [["prev", here - 1] as const] : []),
    ...(here < last ? [["next", here + 1] as const, ["last", last] as const] : []),
    ...(here > 1 ? [["first", 1] as const] : []),
  ].map(([rel, target]) => {
    const there = new URLSearchParams(query);
    there.set("page", String(target));
    return `<${path}?${there}>; rel="${rel}"`;
  });
  return {
    items: items.slice((here - 1) * size, here * size),
    headers: links.length > 0 ? { link: links.join(", ") } : {},
  };
}
