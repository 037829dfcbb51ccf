/**
 * Reports come back: `merge` reads the `report.json` of every shard and makes one report of them. Reading is
 * tolerant of what an earlier version did not write, and refuses what it cannot read honestly: a part that is
 * skipped could be the red one.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { headOf, type Tally, targetLabel, verdictOf, withTests } from "./ctrf.ts";
import type { CallboardExtra, CaseStatus, Ctrf, CtrfTest, Target, Verdict } from "./model.ts";
import { cut, oneLine } from "./text.ts";

/** Says what is wrong with the text of a `report.json`; the caller says whose. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

export interface Part {
  readonly document: Ctrf;
  /** The part's folder, from the merged report's folder: its raw responses are found there. */
  readonly folder?: string;
}

/** One document of many; targets and cases stay in the order of the parts. */
export function merge(parts: readonly Part[]): Ctrf {
  if (parts.length === 0) throw new ReportError("There is no report to merge.");
  const summaries = parts.map(({ document }) => document.results.summary);
  const tests = parts.flatMap(({ document }) => document.results.tests);
  const version = parts[0]?.document.results.tool.version;
  const head = headOf(parts.flatMap(tallies), {
    startedAt: Math.min(...summaries.map(summary => summary.start)),
    stoppedAt: Math.max(...summaries.map(summary => summary.stop)),
    cancelled: parts.some(({ document }) => document.results.extra.callboard.cancelled),
    ...(version !== undefined && { version }),
  });
  // What a part says of itself may be worse than what its targets add up to, and is then believed.
  const verdict = verdictOf([head, ...parts.map(({ document }) => document)].map(callboardOf));
  return withVerdict(withTests(head, tests), verdict);
}

function callboardOf(document: Ctrf): CallboardExtra {
  return document.results.extra.callboard;
}

/** A document's targets; the counts that only its cases know are counted again, once per name. */
function tallies({ document, folder }: Part): Tally[] {
  const extras = new Map<string, { pending: number; flaky: number }>();
  for (const test of document.results.tests) {
    const label = test.suite[0] ?? "";
    const extra = extras.get(label) ?? { pending: 0, flaky: 0 };
    if (test.status === "pending") extra.pending += 1;
    if (test.flaky) extra.flaky += 1;
    extras.set(label, extra);
  }
  return document.results.extra.callboard.targets.map(target => {
    const label = targetLabel(target);
    const extra = extras.get(label) ?? { pending: 0, flaky: 0 };
    extras.delete(label);
    const raw = folder && target.raw ? `${folder}/${target.raw}` : target.raw;
    return { target: { ...target, raw }, ...extra };
  });
}

/** Reads the text of a `report.json` that Callboard wrote. */
export function parseReport(text: string): Ctrf {
  let json: JsonValue;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? cut(oneLine(error.message), 200) : "it cannot be parsed";
    throw new ReportError(`It is not JSON (${reason}). Was it written to its end?`);
  }
  const root = new Place(json, "the report");
  root.at("reportFormat").oneOf(["CTRF"]);
  const results = root.at("results");
  const callboard = results.at("extra").at("callboard");
  if (callboard.missing) {
    throw new ReportError(
      "It is a CTRF report, but not one that Callboard wrote (`results.extra.callboard` is missing).",
    );
  }
  const version = callboard.at("version").number();
  if (version !== 1) {
    throw new ReportError(
      `It was written by a newer Callboard (version ${version} of the format; this one reads version 1). ` +
        "Use the same version of the Action in every job.",
    );
  }
  const summary = results.at("summary");
  const tool = results.at("tool").at("version").optional()?.string();
  const head = headOf(
    callboard.at("targets").list(target => ({ target: readTarget(target), pending: 0, flaky: 0 })),
    {
      startedAt: summary.at("start").optional()?.moment() ?? 0,
      stoppedAt: summary.at("stop").optional()?.moment() ?? 0,
      cancelled: callboard.at("cancelled").value === true,
      ...(tool !== undefined && { version: tool }),
    },
  );
  const document = withTests(head, results.at("tests").list(readTest));
  return merge([{ document: withVerdict(document, callboard.at("verdict").oneOf(verdicts)) }]);
}

const verdicts = ["passed", "failed", "unknown"] as const satisfies readonly Verdict[];
const statuses = ["passed", "failed", "skipped", "pending", "other"] as const satisfies readonly CaseStatus[];

function withVerdict(document: Ctrf, verdict: Verdict): Ctrf {
  const { results } = document;
  const callboard = { ...results.extra.callboard, verdict };
  return { ...document, results: { ...results, extra: { callboard } } };
}

function readTarget(place: Place): Target {
  const name = place.at("name").optional()?.string();
  const durationMs = place.at("durationMs").optional()?.count();
  const links = place
    .at("links")
    .optional()
    ?.list(link => link.string());
  const error = place.at("error").optional()?.string();
  return {
    kind: place.at("kind").oneOf(["batch", "channel"]),
    id: place.at("id").string(),
    ...(name !== undefined && { name }),
    verdict: place.at("verdict").oneOf(verdicts),
    evidence: place.at("evidence").optional()?.string() ?? "",
    total: place.at("total").count(),
    passed: place.at("passed").count(),
    failed: place.at("failed").count(),
    skipped: place.at("skipped").count(),
    other: place.at("other").count(),
    ...(durationMs !== undefined && { durationMs }),
    reviews:
      place
        .at("reviews")
        .optional()
        ?.list(review => review.string()) ?? [],
    ...(links !== undefined && { links }),
    ...(error !== undefined && { error }),
    raw: place.at("raw").optional()?.string() ?? "",
  };
}

function readTest(place: Place): CtrfTest {
  const message = place.at("message").optional()?.string();
  const rawStatus = place.at("rawStatus").optional()?.string();
  const filePath = place.at("filePath").optional()?.string();
  const line = place.at("line").optional()?.count();
  const retries = place.at("retries").optional()?.count();
  const flaky = place.at("flaky").value;
  const url = place.at("extra").at("url").optional()?.string();
  return {
    name: place.at("name").string(),
    status: place.at("status").oneOf(statuses),
    duration: place.at("duration").optional()?.count() ?? 0,
    suite: place.at("suite").list(part => part.string()),
    ...(message !== undefined && { message }),
    ...(rawStatus !== undefined && { rawStatus }),
    ...(filePath !== undefined && { filePath }),
    ...(line !== undefined && { line }),
    ...(retries !== undefined && { retries }),
    ...(typeof flaky === "boolean" && { flaky }),
    ...(url !== undefined && { extra: { url } }),
  };
}

/** A value and where in the report it stands, so that every complaint names the place. */
class Place {
  readonly value: JsonValue | undefined;
  readonly #path: string;

  constructor(value: JsonValue | undefined, path: string) {
    this.value = value;
    this.#path = path;
  }

  get missing(): boolean {
    return this.value === undefined || this.value === null;
  }

  at(name: string): Place {
    const path = this.#path === "the report" ? name : `${this.#path}.${name}`;
    return new Place(isJsonObject(this.value) ? own(this.value, name) : undefined, path);
  }

  optional(): Place | undefined {
    return this.missing ? undefined : this;
  }

  string(): string {
    return typeof this.value === "string" ? this.value : this.fail("text");
  }

  number(): number {
    return typeof this.value === "number" ? this.value : this.fail("a number");
  }

  count(): number {
    const value = this.number();
    return Number.isInteger(value) && value >= 0 ? value : this.fail("a whole number");
  }

  /** Milliseconds since 1970 that a date can be made of. */
  moment(): number {
    const value = this.number();
    return Math.abs(value) <= 8.64e15 ? value : this.fail("a time in milliseconds");
  }

  oneOf<const T extends string>(accepted: readonly T[]): T {
    return accepted.find(each => each === this.value) ?? this.fail(accepted.join(", "));
  }

  list<T>(read: (item: Place) => T): T[] {
    if (!Array.isArray(this.value)) return this.fail("a list");
    return this.value.map((item, index) => read(new Place(item, `${this.#path}[${index}]`)));
  }

  fail(expected: string): never {
    const is = this.missing ? "is missing" : `is ${cut(oneLine(JSON.stringify(this.value)), 60)}`;
    throw new ReportError(
      `\`${this.#path}\` ${is}; expected ${expected}. Was it changed after it was written?`,
    );
  }
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
