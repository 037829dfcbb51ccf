/** Sees by the status and the headers of a response that its body is only a part, such as one page of a list. */

import { reportedCases } from "./announced-cases.ts";
import type { Reading } from "./reading.ts";
import { withdrawPass } from "./reading-with-note.ts";

/** Empty or false on the last page. */
const nextHeaders = [
  "X-Next-Page",
  "X-Next-Cursor",
  "X-Continuation-Token",
  "X-Ms-Continuation",
  "X-Has-More",
] as const;
const pageCountHeaders = ["X-Total-Pages", "X-WP-TotalPages", "X-Pagination-Page-Count"] as const;
const totalHeaders = ["X-Total-Count", "X-Total", "X-WP-Total", "X-Pagination-Total-Count"] as const;

interface PartialSign {
  readonly by:
    | "status"
    | "Link"
    | "Content-Range"
    | (typeof nextHeaders | typeof pageCountHeaders | typeof totalHeaders)[number];
  /** The body is a part only if it has fewer. */
  readonly total?: number;
}

interface ResponseHead {
  readonly status: number;
  header(name: string): string | undefined;
}

/** The counts of a part can be those of the whole. An expression of the team can mean that a part is enough. */
export function doubtPartialResponse(reading: Reading, head: ResponseHead): Reading {
  const { totals, cases, evidence, isRunning } = reading;
  if (isRunning || evidence.basis?.kind === "pass-when") return reading;
  const reported = reportedCases(reading);
  const countsMore = totals.total !== null && totals.total > cases.length;
  const sign = partialSigns(head).find(({ total }) =>
    total === undefined ? !countsMore : reported > 0 && reported < total,
  );
  return sign === undefined
    ? reading
    : withdrawPass(reading, { kind: "partial-response", ...sign, reported });
}

function partialSigns({ status, header }: ResponseHead): readonly PartialSign[] {
  const text = (name: PartialSign["by"]) => header(name.toLowerCase())?.trim() ?? "";
  const signs: PartialSign[] = status === 206 ? [{ by: "status" }] : [];
  if (hasNextLink(text("Link"))) signs.push({ by: "Link" });
  if (isPartOfRange(text("Content-Range"))) signs.push({ by: "Content-Range" });
  for (const by of nextHeaders) if (!/^(?:|0|false|null|none)$/i.test(text(by))) signs.push({ by });
  for (const by of pageCountHeaders) if (Number(text(by)) > 1) signs.push({ by });
  for (const by of totalHeaders) {
    const total = text(by);
    if (/^\d{1,9}$/.test(total)) signs.push({ by, total: Number(total) });
  }
  return signs;
}

/** `<https://…?page=2>; rel="next"`. The address can contain any of the separators. */
function hasNextLink(link: string): boolean {
  return link
    .replaceAll(/<[^<>]*>/g, "")
    .split(/[;,]/)
    .some(parameter => {
      const [name = "", value = ""] = parameter.split("=");
      return name.trim().toLowerCase() === "rel" && /\bnext\b/i.test(value);
    });
}

/** `items 0-9/40`. The size of the whole can be unknown: `items 0-9/*`. */
function isPartOfRange(range: string): boolean {
  const [, first, last, size] = /^[\w-]+ (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(range) ?? [];
  return first !== undefined && (Number(first) > 0 || Number(size) !== Number(last) + 1);
}
