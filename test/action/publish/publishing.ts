/** Publishes as a step does, on the local GitHub, with the runner's variables; collects the log. */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { readInputs } from "../../../action/inputs/inputs.ts";
import { openPublisher } from "../../../action/publish/publisher.ts";
import type {
  PublishedBase,
  PublishedReport,
  Publisher,
  PublishSettings,
} from "../../../action/publish/settings.ts";
import { addComparison } from "../../../action/report/add-comparison.ts";
import { type Clock, systemClock } from "../../../shared/clock.ts";
import type { Case } from "../../../shared/reading/reading.ts";
import { digest } from "../../../shared/report/digest.ts";
import { parseDataMark } from "../../../shared/report/marks.ts";
import type { Report, TargetRun } from "../../../shared/report/model.ts";
import type { ReportView } from "../../../shared/report/view.ts";
import { redactor } from "../../../shared/service/secret.ts";
import type { TokenKind } from "../../github/emulator.ts";
import type { WorkflowEvent } from "../../github/events.ts";
import type { LocalGitHub } from "../../github/github.ts";
import { hastyClock } from "../../shared/hasty-clock.ts";
import { evidenceOn } from "../../shared/report/evidence.ts";
import { type ReadingParts, reading, reportFrom } from "../../shared/report/readings.ts";

/** The service's key, which must never appear. */
export const apiKey = "k3y/with+odd=chars-no";

export interface Publishing {
  readonly github: LocalGitHub;
  readonly event: WorkflowEvent;
  readonly token?: TokenKind;
  readonly run?: number;
  readonly attempt?: number;
  readonly settings?: Partial<PublishSettings>;
  readonly clock?: Clock;
  /** Changes the runner's variables; an empty value removes a variable. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface LogLine {
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly place?: { readonly title?: string; readonly file?: string; readonly line?: number };
}

export interface PublishingResult extends PublishedReport {
  readonly said: readonly LogLine[];
  readonly summary: string;
  readonly base: PublishedBase | undefined;
  readonly view: ReportView;
}

export interface ViewParts extends Pick<ReportView, "raw"> {
  /** Finds a base first and compares with it, as the step does. */
  readonly compare?: boolean;
}

export async function publish(
  occasion: Publishing,
  report: Report,
  content: ViewParts = {},
): Promise<PublishingResult> {
  await using opened = await openPublishing(occasion);
  const { publisher, said } = opened;
  const found = content.compare === true ? await publisher.base() : undefined;
  const view = await addComparison({ report, raw: content.raw }, { base: async () => found });
  const urls = await publisher.publish(view, event => digest(report, event));
  const base = found !== undefined && "digest" in found ? found : undefined;
  return { ...urls, said, base, view, summary: await opened.summary() };
}

export interface OpenPublishing extends AsyncDisposable {
  readonly publisher: Publisher;
  readonly said: readonly LogLine[];
  summary(): Promise<string>;
}

/** Opens a publisher as a step does before its run. */
export async function openPublishing(occasion: Publishing): Promise<OpenPublishing> {
  const { github, event, token = "app", run = 4_000_000_001, attempt = 1, settings, clock, env } = occasion;
  const home = await mkdtemp(join(tmpdir(), "callboard-publishing-"));
  github.startRun(run, attempt);
  const summaryFile = join(home, "summary.md");
  const eventFile = join(home, "event.json");
  await writeFile(summaryFile, "");
  await writeFile(eventFile, JSON.stringify(event.payload));
  const said: LogLine[] = [];
  const note = (level: LogLine["level"]) => (text: string, place?: LogLine["place"]) => {
    said.push({ level, text, ...(place && { place }) });
  };
  const { apiKey: _, ...defaults } = (await readInputs()).inputs;
  const publisher = openPublisher(
    {
      ...defaults,
      commentKey: "CI/scenarios",
      githubToken: github.token(token),
      redact: redactor(apiKey),
      cancel: new AbortController().signal,
      ...settings,
    },
    { info: note("info"), warning: note("warning"), error: note("error"), group: () => {} },
    {
      clock: clock ?? systemClock,
      env: {
        GITHUB_API_URL: github.apiUrl,
        GITHUB_SERVER_URL: github.serverUrl,
        GITHUB_REPOSITORY: github.repo.fullName,
        GITHUB_EVENT_NAME: event.name,
        GITHUB_EVENT_PATH: eventFile,
        GITHUB_SHA: event.sha,
        GITHUB_REF: event.ref,
        GITHUB_RUN_ID: String(run),
        GITHUB_RUN_ATTEMPT: String(attempt),
        GITHUB_STEP_SUMMARY: summaryFile,
        ...env,
      },
    },
  );
  return {
    publisher,
    said,
    summary: () => readFile(summaryFile, "utf8"),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true }),
  };
}

/** Skips pauses; the time limits of publishing and of its end run in real time. */
export function hastyPublishingClock(): ReturnType<typeof hastyClock> {
  return hastyClock(120_000, 4_000);
}

const startedAt = Date.UTC(2026, 0, 1);

/** A report of one batch, or of several batches by name. */
export function reportWith(
  cases: readonly Case[] | Readonly<Record<string, readonly Case[]>>,
  about: Pick<ReadingParts, "verdict" | "reviews"> & { error?: string; cancelled?: boolean } = {},
): Report {
  const batches: Record<string, readonly Case[]> = isList(cases) ? { smoke: cases } : cases;
  const outcomes = Object.entries(batches).map(([id, cases]): TargetRun => {
    const isRed = cases.some(({ status }) => status === "failed");
    return {
      kind: "batch",
      id,
      raw: `raw/batch-${id}.json`,
      reading: reading({
        verdict: about.verdict ?? (isRed ? "failed" : "passed"),
        evidence: evidenceOn("status", "so"),
        cases,
        reviews: about.reviews,
      }),
      ...(about.error && { error: about.error }),
    };
  });
  return reportFrom(outcomes, {
    startedAt,
    stoppedAt: startedAt + 1000,
    cancelled: about.cancelled ?? false,
  });
}

function isList(
  cases: readonly Case[] | Readonly<Record<string, readonly Case[]>>,
): cases is readonly Case[] {
  return Array.isArray(cases);
}

export const passing = [{ name: "Pays by card", status: "passed" }] as const satisfies readonly Case[];
export const failing = [
  ...passing,
  { name: "Asks for a refund", status: "failed", message: "Promised a refund", file: "a.txt", line: 3 },
] as const satisfies readonly Case[];

/** The report that the editor reads from a comment. */
export function reportInComment(body: string | undefined): Report | undefined {
  return parseDataMark(body ?? "", bytes => inflateSync(bytes))?.report;
}

/** The requests that GitHub got, in order. */
export function operationsSent(github: LocalGitHub): string[] {
  return github.requests.map(({ operation }) => operation);
}
