/** Makes the case of a reading from its node. */

import { caseStatus } from "./case-status.ts";
import type { ExplainCase } from "./explanation.ts";
import type { Findings } from "./findings.ts";
import { type ObjectNode, responsePathOf } from "./nodes.ts";
import type { Case } from "./reading.ts";
import { momentIn } from "./values.ts";

/** Whether planned and unrun cases count as skipped, because nobody will run them any more. */
export interface SkipRules {
  readonly planned: boolean;
  readonly unrun: boolean;
}

export function caseOf(
  node: ObjectNode,
  findings: Findings,
  skipRules: SkipRules,
  explain: ExplainCase,
): Case {
  const isSkipped =
    (node.status === "unrun" && skipRules.unrun) || (node.status === "planned" && skipRules.planned);
  const status = isSkipped ? "skipped" : caseStatus(node.status);
  // Assigned field by field, because spreading objects doubles the time for a long list.
  const result: { -readonly [Field in keyof Case]: Case[Field] } = { name: nameOf(node, findings), status };
  if (node.id !== null) result.id = node.id;
  const raw = rawStatus(node);
  if (raw !== null) result.rawStatus = raw;
  const durationMs = nodeDurationMs(node, findings);
  if (durationMs !== null) result.durationMs = durationMs;
  const message = status === "passed" ? null : (node.message ?? node.nested.partMessage);
  if (message !== null) result.message = message;
  if (node.url !== null) result.url = node.url;
  const suite = suiteOf(node);
  if (suite.length > 0) result.suite = suite;
  if (node.details.file !== null) result.file = node.details.file;
  if (node.details.line !== null) result.line = node.details.line;
  const retries = retriesOf(node);
  if (retries > 0) result.retries = retries;
  if (status === "passed" && (node.details.isFlaky ?? retries > 0)) result.flaky = true;
  const persona = factOf(node, "persona", findings);
  if (persona !== null) result.persona = persona;
  const scenario = factOf(node, "scenario", findings);
  if (scenario !== null) result.scenario = scenario;
  // Nobody asks why a case passed, and for the passed cases of a long list this would take as long as the walk.
  if (status !== "passed" && status !== "skipped") Object.assign(result, explain(node.value, result));
  return result;
}

function retriesOf(node: ObjectNode): number {
  const retries =
    node.details.retries ??
    (node.nested.attemptStatuses === null ? 0 : node.nested.attemptStatuses.length - 1);
  return Number.isInteger(retries) && retries > 0 ? retries : 0;
}

function rawStatus(node: ObjectNode): string | null {
  const outcomes = node.outcomes ?? [];
  const deciding =
    outcomes.find(({ status }) => status === node.status) ??
    outcomes.find(({ status }) => status === "success") ??
    outcomes[0];
  return deciding === undefined ? null : String(deciding.value).slice(0, longestStatus);
}

const longestStatus = 200;

/** If the case has no name or only an id, takes the name of a record that the case refers to, if there is one. */
function nameOf(node: ObjectNode, findings: Findings): string {
  const label = node.name;
  if (label !== null && label !== node.id && !node.details.references?.includes(label)) return label;
  for (const reference of node.details.references ?? []) {
    const name = findings.namesById.get(reference);
    if (name !== undefined) return name;
  }
  const { enclosingCase } = node.context;
  if (label === null && enclosingCase !== null && enclosingCase.name !== null) return enclosingCase.name;
  return label ?? responsePathOf(node);
}

/** The persona or scenario of a suite is also that of its cases. */
function factOf(node: ObjectNode, fact: "persona" | "scenario", { namesById }: Findings): string | null {
  let at: ObjectNode | null = node;
  for (let levels = 0; at !== null && levels < mostLevels; at = at.context.enclosingCase, levels++) {
    if (at.details[fact] !== null) return at.details[fact];
    const id = at.details[`${fact}Id`];
    if (id !== null) return namesById.get(id) ?? id;
  }
  return null;
}

const mostLevels = 12;
const noSuite: readonly string[] = [];

function suiteOf(node: ObjectNode): readonly string[] {
  if (node.details.suite !== null && node.details.suite.length > 0) return node.details.suite;
  let { enclosingCase } = node.context;
  if (enclosingCase === null) return noSuite;
  const suite: string[] = [];
  const takesName = node.name === null;
  if (takesName && enclosingCase !== null) enclosingCase = enclosingCase.context.enclosingCase;
  for (
    let levels = 0;
    enclosingCase !== null && levels < mostLevels;
    enclosingCase = enclosingCase.context.enclosingCase, levels++
  ) {
    if (enclosingCase.name !== null && enclosingCase.name !== enclosingCase.id)
      suite.push(enclosingCase.name);
  }
  return suite.reverse();
}

export function nodeDurationMs(node: ObjectNode, findings: Findings): number | null {
  const { duration, durationKey } = node;
  if (duration !== null) {
    // A duration whose text has a unit ("1.2s") was converted to milliseconds when it was read.
    if (durationKey === null) return duration;
    const unit = durationKey.durationUnitMs ?? 0;
    return unit > 0 ? duration * unit : findings.durationUnits.toMilliseconds(durationKey.squashed, duration);
  }
  const start = momentIn(node.details.start);
  const end = momentIn(node.details.end);
  return start === null || end === null || end < start ? null : end - start;
}
