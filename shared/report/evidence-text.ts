/** Writes evidence as sentences for people. */

import {
  type CaseInRuns,
  type Evidence,
  type EvidenceFact,
  type EvidenceMeaning,
  type EvidenceNote,
  type EvidenceStatement,
  type ExpressionResult,
  mainFact,
  type OtherReport,
  type VerdictRemedy,
} from "../reading/evidence.ts";
import { cut, inBackticks, withoutBackticks } from "../wording.ts";
import { formatCount, formatDuration } from "./markdown/words.ts";
import type { TargetAdvice, TargetResult } from "./model.ts";
import { clean, shortLine, type Tidy } from "./text.ts";

/** Tidies even paths and errors, because they can contain the key. Cuts last, because half a key isn't recognised. */
export function evidenceText({ basis, objection, notes, remedy }: Evidence, tidy: Tidy = clean): string {
  const longest = 600;
  const sentences = notes.map(note => noteText(note, tidy));
  if (basis !== undefined) {
    const but = basis.kind === "pass-when" ? "although" : "but";
    const text =
      statementText(basis, tidy) +
      (objection === undefined ? "" : `, ${but} ${statementText(objection, tidy)}`);
    sentences.unshift(
      `${cut(
        text.replace(/^[a-z]/, first => first.toUpperCase()),
        longest,
      )}.`,
    );
  }
  if (remedy !== undefined) sentences.push(remedyText(remedy, tidy, objection !== undefined));
  return sentences.join(" ");
}

export function withoutRemedy({ remedy: _, ...evidence }: Evidence): Evidence {
  return evidence;
}

/** The evidence of a target with its advice, which is kept apart because a decision changes it. */
export function evidenceWithAdvice({ evidence, advice }: Pick<TargetResult, "evidence" | "advice">): string {
  return [evidence, ...(advice === undefined ? [] : [adviceTexts[advice]])].filter(Boolean).join(" ");
}

const adviceTexts = {
  run: "To get a verdict, run the target again.",
  decision: "To get a verdict, decide the review or run the target again.",
} as const satisfies Record<TargetAdvice, string>;

const isPlainInYaml = /^[\p{L}_][\p{L}\p{N}_. -]*$/u;

function remedyText(
  { by, word, otherwise, fields = [], flags = [], passWhen, isCorrection }: VerdictRemedy,
  tidy: Tidy,
  isDisputed: boolean,
): string {
  if (by === "fields") {
    const words = fields
      .map(name => {
        const key = isPlainInYaml.test(name) ? name : JSON.stringify(name);
        return `${key}: ${flags.includes(name) ? "passed" : "skipped"}`;
      })
      .join(", ");
    const areTrue = flags.map(name => code(name, longestValue, tidy)).join(" and ");
    const whatFlags = `${areTrue} ${flags.length === 1 ? "is" : "are"} true in each pass`;
    const isOne = fields.length - flags.length === 1;
    const others = flags.length === 0 ? (isOne ? "it" : "they") : isOne ? "the other" : "the others";
    const whatOthers = `${others} ${isOne ? "says" : "say"} nothing about the verdict, whatever ${isOne ? "its value is" : "their values are"}`;
    const conditions = [
      ...(flags.length > 0 ? [whatFlags] : []),
      ...(fields.length > flags.length ? [whatOthers] : []),
    ].join(" and ");
    const meaningOf = (said: string) => `say there what ${code(said, longestValue, tidy)} means.`;
    const more =
      word !== undefined
        ? ` Also ${meaningOf(word)}`
        : otherwise !== undefined
          ? ` Otherwise ${meaningOf(otherwise)}`
          : "";
    return `If ${conditions}, add ${code(`words: { ${words} }`, longestSuggestion, tidy)} to \`report\` in \`callboard.yml\`.${more}`;
  }
  if (by === "words")
    return `To get a verdict, say what ${code(word ?? "", longestValue, tidy)} means, with \`report.words\` in \`callboard.yml\`: \`skipped\`, if it only says that the run ended.`;
  if (by === "more-cases") return "To get a verdict, add cases to the target, and run it again.";
  if (by === "run" || by === "decision") return adviceTexts[by];
  if (isCorrection)
    return by === "cases"
      ? "To get a verdict, correct `cases`, so that it gives each case a status that is known, such as `passed` or `failed`."
      : "To get a verdict, correct `pass-when`, so that it yields true or false for this response.";
  if (passWhen !== undefined)
    return `If this is a pass, set ${code(`pass-when: ${passWhen}`, longestSuggestion, tidy)}.`;
  return by === "cases"
    ? "To get a verdict, give each case's status with `cases`, or define a pass with `pass-when`."
    : isDisputed
      ? "If that does not matter, define a pass with `pass-when`."
      : "To get a verdict, define a pass with `pass-when`.";
}

/** Gives the main field without backticks, such as "status is waiting", or an empty text without a main field. */
export function mainFieldText(evidence: Evidence, tidy: Tidy = clean): string {
  const field = mainFact(evidence);
  return field === undefined
    ? ""
    : `${plain(field.path, longestPath, tidy)} is ${plain(String(field.value), longestValue, tidy)}`;
}

const meanings = {
  running: ", so the run is not over",
  "of-the-call": ", which is about the request and not about a run",
  "call-worked": ", which may only mean that the request worked; nothing shows how the cases went",
  ended: ", which shows that it ended, but not how",
  "unknown-word": ", a word that is not known",
  "no-verdict": ", which is not a verdict",
  "no-verdict-anywhere": ", which is not a verdict, and there are no counts and no cases with a status",
  "undecided-cases": ", so not every case is decided",
  "nothing-ran": ": nothing was run",
  "nothing-passed": ": nothing passed",
  "none-left": ", with none left to run",
  "passes-unknown": ", but nothing shows that anything passed",
  "not-understood": ", which is not understood",
  "more-elsewhere": ", so the list continues elsewhere",
} as const satisfies Record<EvidenceMeaning, string>;

function statementText(statement: EvidenceStatement, tidy: Tidy): string {
  switch (statement.kind) {
    case "facts": {
      const { facts, meaning } = statement;
      return (
        facts.map(fact => factText(fact, tidy)).join(" and ") +
        (meaning === undefined || (meaning === "no-verdict" && facts.every(hasNoValue))
          ? ""
          : meaning === "not-understood" && facts.length > 1
            ? ", which are not understood"
            : meanings[meaning])
      );
    }
    case "all-cases": {
      const { first, count, total = count, skipped } = statement;
      const all =
        count === undefined
          ? ", as in all cases"
          : count !== total
            ? `, as in ${count} of ${total} cases`
            : count === 1
              ? ""
              : `, as in all ${count} cases`;
      return factText(first, tidy) + all + (skipped > 0 ? `, ${skipped} skipped` : "");
    }
    case "all-skipped":
      return statement.count === 1
        ? "the only case was skipped"
        : `all ${statement.count} cases were skipped`;
    case "partly-listed": {
      const { total, listed } = statement;
      const shown = listed === 0 ? "none is" : listed === 1 ? "only 1 is" : `only ${listed} are`;
      return `${factText(total, tidy)} and ${shown} listed`;
    }
    case "more-listed": {
      const path = code(statement.passed.path, longestPath, tidy);
      return `${statement.listed} of the listed cases passed, more than ${path} counts`;
    }
    case "missing": {
      const { missing, total, path } = statement;
      const cases = `${missing} of ${total} ${total === 1 ? "case" : "cases"} (${code(path, longestPath, tidy)})`;
      return `${cases} ${missing === 1 ? "is" : "are"} not accounted for`;
    }
    case "repeated-name":
      return `${code(statement.name, longestPath, tidy)} occurs twice in one object of the response`;
    case "pass-when":
      return `\`pass-when\` is \`${statement.isPass}\``;
    case "running":
      return "`running` is `true`, so the run is not over";
    case "runs": {
      const { runs, certain, waiting, total, example } = statement;
      const after = `certain after ${formatCount(runs, "run")}`;
      const cases =
        total === 1
          ? `the only case is ${certain === 1 ? after : `not ${after}`}`
          : certain < total
            ? `${certain} of ${formatCount(total, "case")} ${certain === 1 ? "is" : "are"} ${after}`
            : `all ${formatCount(total, "case")} are ${after}`;
      const people =
        waiting === 0 ? "" : `; ${formatCount(waiting, "case waits", "cases wait")} for a person`;
      return cases + people + (example === undefined ? "" : `; ${caseInRunsText(example, tidy)}`);
    }
    case "nothing":
      return "There is no verdict, no count of passed and failed cases, and no list of cases with a status";
  }
}

/** "`Refund` failed in 2 of 3". Without a failure it says how often the case passed. */
export function caseInRunsText({ name, passes, failures, runs }: CaseInRuns, tidy: Tidy = clean): string {
  const subject = name === undefined ? "the run itself" : code(name, longestValue, tidy);
  const how = failures > 0 ? `failed in ${failures}` : `passed in ${passes}`;
  const decided = passes + failures;
  const rest = decided === runs ? "" : `, without a verdict in ${runs - decided} of ${runs} runs`;
  return `${subject} ${how} of ${decided}${rest}`;
}

function hasNoValue({ value, byList = false }: EvidenceFact): boolean {
  return value === undefined && !byList;
}

function factText(fact: EvidenceFact, tidy: Tidy): string {
  const path = (fact.byCases ? "by `cases`, " : "") + code(fact.path, longestPath, tidy);
  const text = fact.text === undefined ? undefined : code(fact.text, longestValue, tidy);
  if (fact.value === "") return `${path} is empty`;
  const { bound } = fact;
  const beside =
    bound === undefined
      ? ""
      : ` beside ${code(bound.name, longestPath, tidy)} of ${code(String(bound.value), longestValue, tidy)}`;
  if (fact.value !== undefined)
    return text === undefined
      ? `${path} is ${code(String(fact.value), longestValue, tidy)}${beside}`
      : `${path} says ${text}`;
  const place = text === undefined ? path : `${path} (${text})`;
  if (fact.byList) return `${place} is listed as ${fact.status?.replace(/^un(?=run$)/, "not ")}`;
  if (fact.status === "failed") return `${place} contains a failure`;
  return fact.status === "passed" ? `${place} contains only passes` : `${place} has no status`;
}

function expressionResultText(result: ExpressionResult, tidy: Tidy = clean): string {
  switch (result.type) {
    case "nothing":
      return "nothing";
    case "list":
      return `a list of ${result.length}`;
    case "value":
      return code(String(result.value), longestValue, tidy);
    default:
      return result.type === "object" ? "an object" : "a function";
  }
}

function noteText(note: EvidenceNote, tidy: Tidy): string {
  switch (note.kind) {
    case "expression-failed":
      return `But the expression fails: \`${note.expression}\`, in ${code(note.line, longestValue, tidy)}: ${shortLine(tidy(note.problem), longestProblem)}.`;
    case "pass-when-undecided":
    case "running-undecided": {
      const expression = note.kind === "running-undecided" ? "running" : "pass-when";
      return `But \`${expression}\` yields ${expressionResultText(note.yields, tidy)}, neither true nor false.`;
    }
    case "batch-still-running":
      return (
        "The batch was still running when the response came, and its result can't be requested again: look at the " +
        "batch in the service, or run a channel, because Callboard can wait for a channel's report."
      );
    case "empty-response": {
      const look = `The response (${note.status}) was empty, so it has no result, although the ${note.from} may have run: look at the ${note.from} in the service`;
      return note.from === "channel"
        ? `${look}.`
        : `${look} before you run it again, or run a channel, because Callboard can wait for a channel's report.`;
    }
    case "start-failed":
      return `But the response to the channel's start doesn't show that a run began: ${evidenceText(withoutRemedy(note.evidence), tidy)}`;
    case "fewer-than-announced":
      return `But ${formatCount(note.announced, "case")} were announced by ${code(note.field, longestPath, tidy)} in the response to the channel's start, and ${note.reported} ${note.reported === 1 ? "is" : "are"} in the report.`;
    case "failed-case-gone":
      return `But ${code(note.name, longestValue, tidy)} had failed in an earlier report of this run, and is not in the last one.`;
    case "partial-response": {
      const sign = note.by === "status" ? "its status 206" : `its header \`${note.by}\``;
      if (note.total === undefined) return `But ${sign} shows that the response is only a part.`;
      return `But ${sign} counts ${note.total}, and ${note.reported} ${note.reported === 1 ? "is" : "are"} in the response.`;
    }
    case "other-run": {
      const [field, id, startedId] = [note.field, note.id, note.startedId].map(text =>
        code(text, longestValue, tidy),
      );
      return `The last report is of another run: its ${field} is ${id}, but the run that was started is ${startedId}.`;
    }
    case "ended-before":
      return `The response is about another run: that run ended at ${code(note.time, longestValue, tidy)}, but this one began at ${timeText(note.beganAt)}, by the service's clock.`;
    case "other-target": {
      const [field, id, requestedId] = [note.field, note.id, note.requestedId].map(text =>
        code(text, longestValue, tidy),
      );
      return `The response is about another ${note.target}: its ${field} names ${id}, but the one that was run is ${requestedId}.`;
    }
    case "made-before":
      return `The response is from before this run: its ${code(note.field, longestValue, tidy)} is ${code(note.time, longestValue, tidy)}, but this run began at ${timeText(note.beganAt)}, by the service's clock.`;
    case "no-longer-valid":
      return `The response had expired before this run: its ${code(note.field, longestValue, tidy)} is ${code(note.time, longestValue, tidy)}, but this run began at ${timeText(note.beganAt)}, by the service's clock.`;
    case "earlier-run":
      return `The last report is of an earlier run: its ${code(note.field, longestValue, tidy)} is ${code(note.id, longestValue, tidy)}, as in the run before.`;
    case "ended-as-earlier":
      return `The last report is of an earlier run: it ended at ${code(note.time, longestValue, tidy)}, as the run before did.`;
    case "same-as-earlier":
      return "The last report is the same in each letter as the one of an earlier run, so nothing shows that it is new.";
    case "run-without-verdict":
      return `Run ${note.run} gave no verdict: ${evidenceText(withoutRemedy(note.evidence), tidy)}`;
    case "no-runs-left":
      return "`max-runs` allowed no further run.";
    case "no-report-yet":
      return note.status === 202 || note.status >= 400
        ? `The service had no final report of the run yet: its last response was ${note.status}.`
        : `The service had no report of the run yet: its last response (${note.status}) contained none.`;
    case "waited": {
      if (note.limitMs === 0)
        return "The channel's report was requested only once, because the time to wait is 0.";
      const requests = formatCount(note.requestCount, "request");
      if (note.otherReport !== undefined)
        return `The service still answered with the report of ${otherReportText(note.otherReport, tidy)} after ${requests} in ${formatDuration(note.limitMs)}: look at the channel in the service.`;
      return `The run was not over after ${requests} for the channel's report in ${formatDuration(note.limitMs)}: allow more time to wait, or look at the channel in the service.`;
    }
    case "cancelled":
      return cancelledTexts[note.when];
    case "answer-lost":
      return (
        "The batch's response is lost, because the run was interrupted, and a batch's result can't be requested again: " +
        "look at the batch in the service before you run it again."
      );
    case "step-goes-on":
      return "There is no result yet, because the step that runs the target goes on.";
  }
}

/** "another run (`run_1` instead of `run_2`)". */
function otherReportText({ of, id, awaitedId }: OtherReport, tidy: Tidy): string {
  if (id === undefined) return of;
  const instead = awaitedId === undefined ? "" : ` instead of ${code(awaitedId, longestValue, tidy)}`;
  return `${of} (${code(id, longestValue, tidy)}${instead})`;
}

const cancelledTexts = {
  "before-the-start": "The run was cancelled before the target started.",
  "between-runs": "The run was cancelled before the target was run again.",
  "while-running":
    "The run was cancelled while the target was running; the service may have continued the run.",
  "while-waiting":
    "The run was cancelled while Callboard waited for the channel's report; the service may have continued the run.",
} as const;

function timeText(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+/, "");
}

const longestPath = 160;
const longestValue = 80;
const longestProblem = 300;
const longestSuggestion = 200;

function code(text: string, length: number, tidy: Tidy): string {
  return inBackticks(shortLine(tidy(text), length));
}

function plain(text: string, length: number, tidy: Tidy): string {
  return withoutBackticks(shortLine(tidy(text), length));
}
