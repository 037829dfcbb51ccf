/** Whose an account on GitHub is. */

import { isJsonObject } from "../json.ts";

export interface Account {
  readonly login: string;
  /** `User`, or `Bot`, or whatever else GitHub may come to have. */
  readonly type: string;
}

const endOfApps = "[bot]";

export function loginOfApp(slug: string): string {
  return slug + endOfApps;
}

export function isApp({ login, type }: Account): boolean {
  return type === "Bot" && login.endsWith(endOfApps);
}

/** Bots may hold a person's rights, but decide nothing. */
export function isPerson({ login, type }: Account): boolean {
  return type === "User" && !login.endsWith(endOfApps);
}

/** GraphQL names an app without the end that tells it from a person of the same name. */
export function loginOfActor(actor: unknown): string {
  const { __typename: type, login } = isJsonObject(actor) ? actor : {};
  if (typeof login !== "string") return "";
  return type === "Bot" && !login.endsWith(endOfApps) ? login + endOfApps : login;
}
