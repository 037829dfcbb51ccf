/**
 * Suggests how an unknown verdict can become passed or failed: by a person's decision or by an expression. A suggested
 * expression is true of its response, and asks for everything in it that shows a pass: all counted cases, all listed
 * cases, and the words of the run. So it can't pass a later run of which a part is missing.
 */

import { caseStatus } from "./case-status.ts";
import {
  canPersonDecide,
  type Evidence,
  type EvidenceFact,
  type EvidenceMeaning,
  type EvidenceStatement,
  type ExpressionName,
  isUndecided,
  type VerdictRemedy,
} from "./evidence.ts";
import type { Judgement } from "./judge.ts";
import type { JudgementInput } from "./judgement-input.ts";
import { tokensOf } from "./key-claims.ts";
import { keyOf } from "./keys.ts";
import type { CountField, FieldPath, ObjectNode, OutcomeField, ResponseNode } from "./nodes.ts";
import { listsLeftOut } from "./number-names.ts";
import { isWrittenLikeStatus } from "./objections.ts";
import { isForeignDenial } from "./prose.ts";
import { readReviews } from "./reviews.ts";
import { knownBadStatus } from "./taught-words.ts";
import { stateAbroad } from "./value-rules.ts";
import { flagIn } from "./values.ts";
import { lastingWords } from "./vocabulary.ts";
import {
  decisionMeaningOf,
  isBadWord,
  longestWord,
  mayMeanPass,
  squash,
  squashedWords,
  statusOfResult,
} from "./words.ts";

const lasting = new Set(squashedWords(lastingWords));

export function suggestRemedy(
  input: JudgementInput,
  { verdict, isRunning, evidence }: Judgement,
): VerdictRemedy | undefined {
  const { basis, objection } = evidence;
  const accepted = isRunning ? acceptedCaseIn(basis, input) : undefined;
  if (accepted !== undefined) return { by: "words", word: accepted };
  if (verdict !== "unknown" || isRunning) return undefined;
  const open = objection ?? basis;
  if (open !== undefined && isUndecided(open) && hasKnownWords(open)) return remedyOfUndecided(open, input);
  const ranNothing = open?.kind === "facts" && open.meaning === "nothing-ran";
  if (ranNothing || isEmpty(input)) return { by: "more-cases" };
  const isUnknownCount = objection !== undefined && typeof input.findings.objection?.value === "number";
  const taught = isUnknownCount ? undefined : wordsFor(evidence, input);
  if (taught !== undefined) return taught;
  const passWhen = canBePass(input, evidence) ? conditionsForPass(input)?.join(" and ") : undefined;
  const fits = passWhen !== undefined && passWhen.length <= longestExpression;
  return { by: isStatusMissing(input) ? "cases" : "pass-when", ...(fits && { passWhen }) };
}

function isEmpty({ list, main, findings }: JudgementInput): boolean {
  if (list.cases.length > 0) return false;
  return main === null ? findings.emptyCaseList !== null : main.sums.total === 0;
}

/** The cases say only "accepted". The run can be over, if that is their outcome. */
function acceptedCaseIn(
  basis: EvidenceStatement | undefined,
  { list, findings }: JudgementInput,
): string | undefined {
  const [{ value } = {}] = basis?.kind === "facts" ? basis.facts : [];
  const isOfCase =
    list.cases.some(({ status }) => status === "running") &&
    findings.runOutcomes.every(({ status }) => status !== "running");
  return isOfCase && typeof value === "string" && mayMeanPass(value) ? value : undefined;
}

/** To teach words is the smallest rule, because all else still counts. */
function wordsFor({ basis, objection }: Evidence, input: JudgementInput): VerdictRemedy | undefined {
  const statement = objection ?? basis;
  if (statement?.kind !== "facts") return undefined;
  const { facts, meaning } = statement;
  const hasVerdict = objection !== undefined;
  if (meaning !== "not-understood") {
    const [fact] = facts;
    const isOne = facts.length === 1 && !shortfalls.has(meaning);
    return isOne && fact?.status === null && isUnknownWord(fact)
      ? { by: "words", word: fact.value }
      : undefined;
  }
  const word = facts.find(saysState)?.value ?? (hasVerdict ? undefined : findStateAbroad(input));
  if (word !== undefined) return { by: "words", word };
  const state = facts.find(isWordOfState)?.value;
  const names = facts.filter(fact => !isWordOfState(fact));
  if (!names.every(isHarmlessName)) return undefined;
  if (names.length === 0) return state === undefined ? undefined : { by: "words", word: state };
  const fields = names.map(({ name }) => name);
  const flags = names.flatMap(({ name, value = null }) => (flagIn(value) === true ? [name] : []));
  const ofFields = { by: "fields", fields, ...(flags.length > 0 && { flags }) } as const;
  if (state !== undefined) return { ...ofFields, word: state };
  const otherwise = wordUnder(names);
  return { ...ofFields, ...(otherwise !== undefined && { otherwise }) };
}

type WordFact = EvidenceFact & { readonly value: string };

function isUnknownWord(fact: EvidenceFact): fact is WordFact {
  const { name, value } = fact;
  return (
    // `stopped_by: "mia"`: nobody teaches the meaning of a person.
    !squash(name).endsWith("by") &&
    typeof value === "string" &&
    fact.outlineOf === undefined &&
    flagIn(value) === null &&
    value.length <= longestWord &&
    /\p{L}/u.test(value) &&
    !isAddressOrSentence.test(value) &&
    statusOfResult(value) === null
  );
}

/** Such as "ops@example.com" or "Stopped by Mia." */
const isAddressOrSentence = /@|[.!?]$|(?:\s\S+){3}/;

/**
 * `st: "DONE"`. Another run can have another word under the name, so the word is taught, not the name. A word under any
 * other name, such as `ecu: "IVI"`, can be the name of something.
 */
function saysState(fact: EvidenceFact): fact is WordFact {
  const { name, value } = fact;
  if (typeof value !== "string" || flagIn(value) !== null) return false;
  if (statusOfResult(value) === "finished") return true;
  return namesState(name) && /^[A-Z]{2,16}(?:_[A-Z]{1,16})?$/.test(value);
}

/** `estado: "finalizada"`. */
function isWordOfState(fact: EvidenceFact): fact is WordFact {
  return namesState(fact.name) && isUnknownWord(fact) && !isBadWord(fact.value);
}

function namesState(name: string): boolean {
  return keyOf(name).outcomeName !== null || isDemanding(name);
}

/** `gesamtnote: "bestanden"`: perhaps the name says how the run went. */
function wordUnder(facts: readonly EvidenceFact[]): string | undefined {
  const values = facts.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  return values.find(value => isWrittenLikeStatus(value) || isForeignDenial(value));
}

/** In a response of which only the outermost objects were named, the word for the verdict is the thing to teach. */
function findStateAbroad({ findings, list }: JudgementInput): string | undefined {
  const elements = findings.groups.flatMap(({ nodes }) => nodes.slice(0, 1));
  for (const { value } of [...findings.nodesBesideCases, ...list.otherElements.slice(0, 1), ...elements]) {
    for (const [name, word] of Object.entries(value)) {
      if (!stateAbroad.test(squash(name)) || typeof word !== "string") continue;
      if (isUnknownWord({ path: name, name, value: word, status: null })) return word;
    }
  }
  return undefined;
}

/** To say of a few names that they say nothing is a smaller rule than an expression. */
function isHarmlessName({ name, value, outlineOf }: EvidenceFact): boolean {
  return (
    /\p{L}/u.test(name) &&
    knownBadStatus(name, "skipped") === undefined &&
    // A list can contain the verdict. The fields of an object are looked at each for itself.
    outlineOf !== "list" &&
    !namesCases(name) &&
    !mayBeBadNews(name, value)
  );
}

/** `withinTarget: true`, `manualListening: "NOT_NEEDED"`: another run can have another value, which would count. */
const demanding = new Set(
  squashedWords(
    `target | threshold | minimum | value | sla | slo | limit | goal | void | replay | valid | manual | human | review | approval | st | phase | stage |
      code | return | exit | pending | decision | signoff | sign | issues | gate | release | gesamt`,
  ),
);

function isDemanding(name: string): boolean {
  return tokensOf(name).some(token => demanding.has(token)) || stateAbroad.test(squash(name));
}

/** Advice to ignore such a field would hide what it says: `result: "void"`, `usable: false`, `leftOut: 1`. */
function mayBeBadNews(name: string, value: EvidenceFact["value"]): boolean {
  const key = keyOf(name);
  return (
    value === false ||
    key.elementKind !== null ||
    key.isWrapper ||
    key.isEnvelope ||
    isDemanding(name) ||
    key.outcomeName !== null ||
    key.newsIfTrue !== null ||
    key.isBadNews ||
    listsLeftOut(key, name) ||
    (typeof value === "string" &&
      (flagIn(value) === false || keyOf(value).newsIfTrue === "bad" || isBadWord(value)))
  );
}

/** A later run can have another number of cases under the name: `calls-sampled`, `attacks`. */
function namesCases(name: string): boolean {
  const { unit, elementKind } = keyOf(name);
  return (
    unit === "test" || elementKind === "cases" || tokensOf(name).some(token => keyOf(token).unit === "test")
  );
}

/** Replaces advice to write an expression that the team has written. Such an expression has to be corrected. */
export function withGivenExpressions(
  remedy: VerdictRemedy,
  given: ReadonlySet<ExpressionName>,
): VerdictRemedy {
  const { by } = remedy;
  if (by === "decision" || by === "run" || by === "more-cases") return remedy;
  // `pass-when` decides alone, so it is the one to correct.
  const corrected = given.has("pass-when") ? "pass-when" : by;
  const isExpression = corrected !== "words" && corrected !== "fields";
  return isExpression && given.has(corrected) ? { by: corrected, isCorrection: true } : remedy;
}

/** Another run of a draft or of a dry run would be the same again, so nothing is suggested. */
function remedyOfUndecided(
  statement: EvidenceStatement & { kind: "facts" },
  input: JudgementInput,
): VerdictRemedy | undefined {
  if (waitsForPerson(statement, input)) return { by: "decision" };
  const isLasting = statement.facts.some(({ name, value }) =>
    lasting.has(squash(typeof value === "string" ? value : name)),
  );
  if (isLasting) return undefined;
  // The same measurement would be undecided again, and a check that is not met needs a look instead of another run.
  const isMeasured = statement.facts.some(({ value }) => value === false || typeof value === "number");
  return isMeasured ? { by: "pass-when" } : { by: "run" };
}

/** Many undecided values, such as `stale: true`, are about no review. */
function waitsForPerson(statement: EvidenceStatement, { findings }: JudgementInput): boolean {
  if (!canPersonDecide(statement)) return false;
  const isNamed =
    statement.kind === "facts" &&
    statement.facts.some(({ path, value }) =>
      /review|approv|human|manual|sign-?off|listen|qa\b/i.test(`${path} ${value}`),
    );
  return isNamed || readReviews(findings, undefined).some(({ state }) => state !== "settled");
}

/** Only then a `cases` expression can add something. */
function isStatusMissing({ list: { cases, firstWithoutOutcome } }: JudgementInput): boolean {
  const isKnown = ({ status }: ObjectNode) => ["passed", "failed", "skipped"].includes(caseStatus(status));
  return firstWithoutOutcome !== undefined || !cases.every(isKnown);
}

/** Nobody can decide a value that was only taken for an outcome, such as `grade: "A"`. Reviews have words of their own. */
function hasKnownWords(statement: EvidenceStatement): statement is EvidenceStatement & { kind: "facts" } {
  return (
    statement.kind === "facts" &&
    statement.facts.every(
      ({ value }) =>
        typeof value !== "string" ||
        statusOfResult(value) !== null ||
        decisionMeaningOf(value, false) === "waits",
    )
  );
}

/** Each condition holds on the response; undefined if together they would not ask for a whole run that passed. */
type Conditions = readonly string[] | undefined;

const longestExpression = 180;

/** `pass-when` outweighs everything in a response, so none is suggested where a failure or a missing part shows. */
function canBePass({ findings, list, isAsWritten }: JudgementInput, { basis, objection }: Evidence): boolean {
  return (
    isAsWritten &&
    // The expression would look past the objection.
    objection === undefined &&
    basis?.kind === "facts" &&
    !shortfalls.has(basis.meaning) &&
    basis.facts.every(({ status }) => status !== "failed") &&
    findings.objection === null &&
    findings.continuation === null &&
    findings.badRatios.length === 0 &&
    findings.otherOutcomes.length + findings.partOutcomes.length === 0 &&
    list.suites.length + list.otherElements.length === 0 &&
    list.firstWithoutOutcome === undefined
  );
}

const shortfalls: ReadonlySet<EvidenceMeaning | undefined> = new Set<EvidenceMeaning>([
  "undecided-cases",
  "nothing-ran",
  "nothing-passed",
  "passes-unknown",
  "not-understood",
  "more-elsewhere",
]);

function conditionsForPass(input: JudgementInput): Conditions {
  const counts = countConditions(input);
  const cases = caseConditions(input);
  const words = wordConditions(input);
  if (counts === undefined || cases === undefined || words === undefined) return undefined;
  const proof = [...counts, ...cases];
  return proof.length === 0 ? undefined : [...proof, ...words];
}

function countConditions({ main, counts, findings, list }: JudgementInput): Conditions {
  const [ratio] = findings.ratios;
  if (main === null) {
    if (ratio === undefined || list.cases.length > 0) return [];
    const expression = ratio.status === "failed" ? undefined : expressionOf(ratio);
    return expression && (ratio.value === 1 || ratio.value === 100)
      ? [`${expression} = ${ratio.value}`]
      : undefined;
  }
  const { passed, total, sums, isListed } = main;
  if (passed === null && total?.value === list.cases.length) return [];
  if (isListed || counts.length > 1 || passed === null || total === null) return undefined;
  if (passed.value !== total.value || passed.value !== sums.passed || passed.value === 0) return undefined;
  const [left, right] = [passed, total].map(expressionOf);
  return left !== undefined && right !== undefined ? [`${left} = ${right}`, `${right} > 0`] : undefined;
}

function caseConditions({ list: { cases }, main, findings }: JudgementInput): Conditions {
  const [first] = cases;
  if (first === undefined) return [];
  const list = first.parent;
  const field = first.outcomes?.find(({ status }) => status === "passed" || status === "success");
  if (list === null || !Array.isArray(list.value) || list.value.length !== cases.length) return undefined;
  if (field === undefined || typeof field.path !== "string" || !isPlain(field.path)) return undefined;
  const { path: name, value } = field;
  const isSame = ({ parent, value: item, outcomes, nested }: ObjectNode) =>
    parent === list &&
    item[name] === value &&
    outcomes?.every(({ status }) => status === "passed" || status === "success") &&
    Object.values(nested).every(status => status === null || status === false);
  const expression = expressionFor(list, []);
  if (!isComparable(value) || expression === undefined || !cases.every(isSame)) return undefined;
  const stated = main?.total ?? findings.lengths.find(length => length.value === cases.length);
  const all = stated && expressionOf(stated);
  const passing = `$count(${expression}[${name} = ${JSON.stringify(value)}])`;
  return all === undefined
    ? [`${passing} = $count(${expression})`, `$count(${expression}) > 0`]
    : [`${passing} = ${all}`, ...(main?.passed == null ? [`${all} > 0`] : [])];
}

/** The words of the run, because the counts and cases of an unfinished run can look like those of a whole one. */
function wordConditions({ findings }: JudgementInput): Conditions {
  const words = findings.runOutcomes.filter(
    ({ status, kind, value }) =>
      isComparable(value) && status !== "neutral" && (status !== "success" || kind !== "flag"),
  );
  const conditions = words.map(field => {
    const expression = expressionOf(field);
    return expression && `${expression} = ${JSON.stringify(field.value)}`;
  });
  return conditions.every(condition => condition !== undefined) ? conditions : undefined;
}

function isComparable(value: OutcomeField["value"]): boolean {
  return typeof value === "boolean" || typeof value === "string";
}

/** Undefined also if the field is a text that was read as a number or a flag, because JSONata compares no text with a number. */
function expressionOf(field: OutcomeField | CountField): string | undefined {
  const { node, path, value } = field;
  const steps = typeof path === "string" ? [path] : path;
  const raw = steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), node.value);
  return raw === value ? expressionFor(node, path) : undefined;
}

/** Returns JSONata; undefined if a name needs quotes, or if the path leads through a list or is too long. */
function expressionFor(node: ResponseNode | ObjectNode, path: FieldPath): string | undefined {
  const steps: (string | number)[] = typeof path === "string" ? [path] : [...path].reverse();
  const mostSteps = 8;
  for (let at = node; at.parent !== null; at = at.parent) {
    steps.push(at.nameOrIndex);
    if (steps.length > mostSteps) return undefined;
  }
  return steps.every(isPlain) ? steps.reverse().join(".") : undefined;
}

function isPlain(step: string | number): boolean {
  return (
    typeof step === "string" &&
    /^[a-z_]\w{0,39}$/i.test(step) &&
    !/^(?:and|or|in|true|false|null|function)$/.test(step)
  );
}
