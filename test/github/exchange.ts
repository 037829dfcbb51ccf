import type { Identity } from "./emulator.ts";

export interface EmulatedResponse<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

export interface GitHubExchange {
  readonly method: string;
  /** The path below the API's root, without the query. */
  readonly path: string;
  /**
   * The published operation, without the repository's part: `POST /issues/{issue_number}/comments`. For GraphQL it is
   * the query's text; for an unknown path, the method and the path.
   */
  readonly operation: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** Undefined if the connection was dropped. */
  response?: EmulatedResponse;
}

/** A request on its way to the emulator or a play. */
export interface GitHubCall {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly identity: Identity | undefined;
  /** Sends this request, or another one, to the emulator as the same identity. */
  forward<Body>(method?: string, path?: string, body?: unknown): Promise<EmulatedResponse<Body>>;
}

export function respondWith<Body>(
  status: number,
  body: Body,
  headers: Record<string, string> = {},
): EmulatedResponse<Body> {
  return { status, headers, body };
}

export function refusal(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): EmulatedResponse {
  return respondWith(
    status,
    { message, documentation_url: "https://docs.github.com/rest", status: String(status) },
    headers,
  );
}

/** GitHub's message for an app's token that lacks a permission. */
export const notAccessibleMessage = "Resource not accessible by integration";

/** Cuts a page out of a list as GitHub does, with a `Link` header to the other pages. */
export function pageOfList<Item>(
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
