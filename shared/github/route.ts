/** A route with its parameters becomes a path with a query, and a body. */

import type { Method } from "../service/operations.ts";
import type { Route } from "./interface.ts";

export interface Filled {
  readonly method: Method;
  readonly path: string;
  readonly body: string | undefined;
}

/** What the template does not name goes into the query of a GET, and into the body of anything else. */
export function fill(route: Route, parameters: Readonly<Record<string, unknown>>): Filled {
  const [method, template] = route.split(" ", 2) as [Method, string];
  const left = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name);
    if (value === undefined) throw new Error(`${route} needs ${name}`);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  if (method !== "GET") {
    return { method, path, body: left.size === 0 ? undefined : JSON.stringify(Object.fromEntries(left)) };
  }
  const query = new URLSearchParams([...left].map(([name, value]) => [name, String(value)]));
  return { method, path: left.size === 0 ? path : `${path}?${query}`, body: undefined };
}
