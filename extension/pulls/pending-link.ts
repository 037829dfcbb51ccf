import type { Memento } from "vscode";
import { isJsonObject } from "../../shared/json.ts";
import type { LinkParts } from "./link-address.ts";

const storedUnder = "callboard.link";
/** After this time the person has probably given up opening the folder. */
const maxAgeMs = 900_000;

export async function savePendingLink(
  state: Memento,
  { path, query }: LinkParts,
  now: number,
): Promise<void> {
  await state.update(storedUnder, { path, query, at: now });
}

export async function forgetPendingLink(state: Memento): Promise<void> {
  if (state.get(storedUnder) !== undefined) await state.update(storedUnder, undefined);
}

export function loadPendingLink(state: Memento, now: number): LinkParts | undefined {
  const stored = state.get(storedUnder);
  const { path, query, at } = isJsonObject(stored) ? stored : {};
  if (typeof path !== "string" || typeof query !== "string" || typeof at !== "number") return undefined;
  return now - at > maxAgeMs || now < at ? undefined : { path, query, fragment: "" };
}
