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

/** Adds the `[bot]` that GraphQL omits from an app's login, because a person can have the login without `[bot]`. */
export function loginOfActor(actor: unknown): string {
  const { __typename: type, login } = isJsonObject(actor) ? actor : {};
  if (typeof login !== "string") return "";
  return type === "Bot" && !login.endsWith(endOfApps) ? login + endOfApps : login;
}
