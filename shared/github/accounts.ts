/** Accounts on GitHub: people and apps. */

import { isJsonObject } from "../json.ts";

export interface Account {
  readonly login: string;
  /** `User`, `Bot` or another type. */
  readonly type: string;
}

const endOfApps = "[bot]";

export function loginOfApp(slug: string): string {
  return slug + endOfApps;
}

export function isApp({ login, type }: Account): boolean {
  return type === "Bot" && login.endsWith(endOfApps);
}

/** A bot can have write permission, but it must not decide reviews. */
export function isPerson({ login, type }: Account): boolean {
  return type === "User" && !login.endsWith(endOfApps);
}

/** GraphQL gives an app's login without `[bot]`, so a person can have the same login. */
export function loginOfActor(actor: unknown): string {
  const { __typename: type, login } = isJsonObject(actor) ? actor : {};
  if (typeof login !== "string") return "";
  return type === "Bot" && !login.endsWith(endOfApps) ? login + endOfApps : login;
}
