/** Fills a route's template. */

import type { Method } from "../service/operations.ts";
import type { Route } from "./interface.ts";

export interface FilledRoute {
  readonly method: Method;
  readonly path: string;
  readonly body: string | undefined;
}

/** Parameters outside the template go into the query of a GET, and into the body of other methods. */
export function fillRoute(route: Route, { ...left }: Record<string, unknown>): FilledRoute {
  const [method, template] = route.split(" ") as [Method, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = encodeURIComponent(String(left[name]));
    delete left[name];
    return value;
  });
  const isRead = method === "GET";
  const query = isRead ? `?${new URLSearchParams(left as Record<string, string>)}` : "";
  const body = isRead || Object.keys(left).length === 0 ? undefined : JSON.stringify(left);
  return { method, path: path + (query === "?" ? "" : query), body };
}
