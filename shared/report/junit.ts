/**
 * A report as JUnit XML. A failure's text contains the file and line, because the schemas of Ant and Jenkins allow no
 * attributes for them. JUnit has no "unknown", so undecided cases are written as skipped. A failed or unknown target
 * whose cases don't show its verdict gets a case named `verdict`, because otherwise the target could look passed.
 */

import { evidenceWithAdvice } from "./evidence-text.ts";
import { amountText } from "./markdown/words.ts";
import type { ReportMetric } from "./metric.ts";
import type { Report, ReportTest, TargetResult } from "./model.ts";
import { targetLabel } from "./report.ts";
import { clean, oneLine, shortLine, withEntities } from "./text.ts";

/** Gives the text in pieces, because a million cases exceed JavaScript's longest string. */
export function* junit({ results }: Report): Generator<string> {
  const { summary, extra, tests } = results;
  const timestamp = new Date(summary.start).toISOString().slice(0, "2026-01-31T00:00:00".length);
  const byLabel = new Map<string, ReportTest[]>();
  for (const target of extra.callboard.targets) byLabel.set(targetLabel(target), []);
  for (const test of tests) {
    // A report read from a file may contain cases without a target. They get suites of their own below.
    const label = test.suite[0] ?? "";
    const group = byLabel.get(label);
    if (group) group.push(test);
    else byLabel.set(label, [test]);
  }
  let id = 0;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n';
  for (const target of extra.callboard.targets) {
    const label = targetLabel(target);
    yield* suite({ id: id++, label, timestamp, target }, byLabel.get(label) ?? []);
    // If two targets have the same label, the suite of the first contains the cases of both.
    byLabel.delete(label);
  }
  for (const [label, others] of byLabel) yield* suite({ id: id++, label, timestamp }, others);
  yield "</testsuites>\n";
}

interface Suite {
  readonly id: number;
  readonly label: string;
  readonly timestamp: string;
  readonly target?: TargetResult;
}

function* suite({ id, label, timestamp, target }: Suite, tests: readonly ReportTest[]): Generator<string> {
  const verdict = target && verdictCase(target, label, tests);
  const count = (status: ReportTest["status"]) => tests.filter(test => test.status === status).length;
  const durationMs = target?.durationMs ?? tests.reduce((sum, test) => sum + test.duration, 0);
  const attributes = {
    name: nonEmptyLine(label),
    package: "callboard",
    id,
    hostname: "localhost",
    timestamp,
    tests: tests.length + (verdict ? 1 : 0),
    failures: count("failed") + (verdict?.kind === "failure" ? 1 : 0),
    errors: verdict?.kind === "error" ? 1 : 0,
    skipped: count("skipped") + count("pending") + count("other"),
    time: seconds(durationMs),
  };
  yield `  <testsuite${xmlAttributes(attributes)}>\n    <properties>\n`;
  if (target) {
    for (const [property, value] of Object.entries({
      kind: target.kind,
      id: target.id,
      verdict: target.verdict,
      evidence: target.evidence,
      reviews: target.reviews.join(" "),
      raw: target.raw,
    })) {
      if (value !== "") yield `      <property${xmlAttributes({ name: property, value })}/>\n`;
    }
  }
  yield "    </properties>\n";
  if (verdict) yield verdict.xml;
  for (const test of tests) yield testCase(test);
  yield "    <system-out/>\n    <system-err/>\n  </testsuite>\n";
}

interface VerdictCase {
  readonly kind: "failure" | "error" | "pass";
  readonly xml: string;
}

function verdictCase(
  target: TargetResult,
  label: string,
  tests: readonly ReportTest[],
): VerdictCase | undefined {
  const attributes = {
    classname: nonEmptyLine(label),
    name: "verdict",
    time: seconds(target.durationMs ?? 0),
  };
  const why = target.error ?? evidenceWithAdvice(target);
  const problemCase = (kind: "failure" | "error", type: string): VerdictCase => ({
    kind,
    xml: element(attributes, kind, type, why, why),
  });
  if (target.error !== undefined) return problemCase("error", "not-run");
  if (target.verdict === "unknown") return problemCase("error", "unknown");
  if (target.verdict === "failed" && !tests.some(test => test.status === "failed")) {
    return problemCase("failure", "failed");
  }
  // Some tools refuse a suite without cases.
  if (tests.length === 0) return { kind: "pass", xml: `    <testcase${xmlAttributes(attributes)}/>\n` };
  return undefined;
}

function testCase(test: ReportTest): string {
  const attributes = {
    classname: nonEmptyLine(test.suite.join(" / ")),
    name: nonEmptyLine(test.name),
    time: seconds(test.duration),
  };
  const earlierFailures = failedRuns(test);
  if (test.status === "passed") {
    return earlierFailures.length === 0
      ? `    <testcase${xmlAttributes(attributes)}/>\n`
      : `    <testcase${xmlAttributes(attributes)}>${earlierFailures.map(flakyFailure).join("")}</testcase>\n`;
  }
  const word = test.rawStatus ?? test.status;
  const message = test.message ?? word;
  if (test.status === "failed") {
    const place = test.filePath === undefined ? "" : [test.filePath, test.line ?? []].flat().join(":");
    const failedMetrics = (test.extra?.metrics ?? [])
      .filter(({ passed }) => passed === false)
      .map(metricText);
    const text = [message, failedMetrics.join("\n"), place, test.extra?.url ?? ""]
      .filter(part => part !== "")
      .join("\n\n");
    // The failure is that of the latest failed run.
    const reruns = earlierFailures.slice(0, -1).map(rerunFailure).join("");
    return element(attributes, "failure", "failed", message, text, reruns);
  }
  const skipped = test.status === "skipped" ? message : `No verdict: ${message}`;
  const reason = shortLine(skipped, mostInAttribute);
  return `    <testcase${xmlAttributes(attributes)}><skipped${xmlAttributes({ message: reason })}/></testcase>\n`;
}

/** The messages of the failed runs, in order. The test's own message is that of the latest. */
function failedRuns({ extra, retryAttempts = [], message = "" }: ReportTest): string[] {
  const statuses = extra?.runs ?? [];
  const latest = statuses.lastIndexOf("failed");
  return statuses.flatMap((status, run) =>
    status !== "failed" ? [] : run === latest ? message : (retryAttempts[run]?.message ?? ""),
  );
}

/** As Maven Surefire writes the failed runs of a case that passed in the end. */
function flakyFailure(message: string): string {
  return rerun("flakyFailure", message);
}

/** As Maven Surefire writes the other failed runs of a case that failed. */
function rerunFailure(message: string): string {
  return rerun("rerunFailure", message);
}

function rerun(name: "flakyFailure" | "rerunFailure", text: string): string {
  const message = text || "failed";
  const attributes = { message: shortLine(message, mostInAttribute), type: "failed" };
  return `<${name}${xmlAttributes(attributes)}><stackTrace>${xml(message)}</stackTrace></${name}>`;
}

function metricText({ name, reason, ...amounts }: ReportMetric): string {
  const amount = amountText(amounts, String);
  return shortLine(`${name} failed${amount}${reason === undefined ? "" : ` — ${reason}`}`, mostInAttribute);
}

/** Tools show the attribute `message` in lists, so it is cut. The text of a failure or error contains all of it. */
const mostInAttribute = 1000;

function element(
  testcase: Record<string, string>,
  kind: "failure" | "error",
  type: string,
  message: string,
  text: string,
  reruns = "",
): string {
  const attributes = { message: shortLine(message, mostInAttribute), type };
  return (
    `    <testcase${xmlAttributes(testcase)}>` +
    `<${kind}${xmlAttributes(attributes)}>${xml(text)}</${kind}>${reruns}</testcase>\n`
  );
}

/** Ant's schema requires names that are on one line and not empty. */
function nonEmptyLine(text: string): string {
  return oneLine(text) || "(no name)";
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

function xmlAttributes(attributes: Record<string, string | number>): string {
  let text = "";
  for (const [key, value] of Object.entries(attributes)) text += ` ${key}="${xml(String(value))}"`;
  return text;
}

/** XML 1.0 forbids most control characters, even as entities; `clean` replaces them. */
function xml(text: string): string {
  // Line breaks and tabs become entities, because XML parsers turn plain ones in an attribute into spaces.
  return withEntities(clean(text), /[&<>"\n\t]/g);
}
