/** Sentences made of evidence, for people. */

import {
  type Evidence,
  type EvidenceFact,
  type EvidenceMeaning,
  type EvidenceNote,
  type EvidenceStatement,
  type ExpressionResult,
  mainFact,
  type VerdictRemedy,
} from "../reading/evidence.ts";
import { cut, inBackticks, withoutBackticks } from "../wording.ts";
import { formatDuration } from "./markdown/words.ts";
import { clean, shortLine, type Tidy } from "./text.ts";

/** `tidy` runs before a text is cut. A path joins several names, and a note quotes an expression's error. */
export function evidenceText({ basis, objection, notes, remedy }: Evidence, tidy: Tidy = clean): string {
  const longest = 600;
  const sentences = notes.map(note => noteText(note, tidy));
  if (basis !== undefined) {
    const but = basis.kind === "pass-when" ? "although" : "but";
    const text =
      statementText(basis, tidy) +
      (objection === undefined ? "" : `, ${but} ${statementText(objection, tidy)}`);
    sentences.unshift(`${cut(text.replace(/^by /, "By "), longest)}.`);
  }
  if (remedy !== undefined) sentences.push(remedyText(remedy, tidy));
  return sentences.join(" ");
}

function withoutRemedy({ remedy: _, ...evidence }: Evidence): Evidence {
  return evidence;
}

function remedyText({ by, passWhen }: VerdictRemedy, tidy: Tidy): string {
  if (by === "decision") return "A decision settles it, or another run.";
  if (passWhen !== undefined)
    return `If that is a pass: ${code(`pass-when: ${passWhen}`, longestSuggestion, tidy)}.`;
  return by === "cases"
    ? "To settle it, say in `cases` how each went, or in `pass-when` what is a pass."
    : "To settle it, say in `pass-when` what is a pass.";
}

/** The main field without backticks: "status is waiting"; empty for evidence without a main field. */
export function mainFieldText(evidence: Evidence, tidy: Tidy = clean): string {
  const field = mainFact(evidence);
  return field === undefined
    ? ""
    : `${plain(field.path, longestPath, tidy)} is ${plain(String(field.value), longestValue, tidy)}`;
}

const meanings = {
  running: ", so it is still running",
  "of-the-call": ", which is about the request and not about a run",
  "call-worked": ", which may only mean that the request worked; nothing shows how the tests went",
  ended: ", which shows that it ended, but not how",
  "unknown-word": ", a word that is not known",
  "no-verdict": ", which is no verdict",
  "no-verdict-anywhere": ", which is no verdict, and there are no counts and no cases with an outcome",
  "undecided-cases": ", so not all is decided",
  "nothing-ran": ": nothing was run",
  "nothing-passed": ": nothing passed",
  "none-left": ", with none left to run",
  "passes-unknown": ", but nothing shows that anything passed",
  "more-elsewhere": ", so the list goes on elsewhere",
} as const satisfies Record<EvidenceMeaning, string>;

function statementText(statement: EvidenceStatement, tidy: Tidy): string {
  switch (statement.kind) {
    case "facts": {
      const { facts, meaning } = statement;
      return (
        facts.map(fact => factText(fact, tidy)).join(" and ") +
        (meaning === undefined ? "" : meanings[meaning])
      );
    }
    case "all-cases": {
      const { first, count, skipped } = statement;
      const all = count === undefined ? ", as of all cases" : count === 1 ? "" : `, as of all ${count} cases`;
      return factText(first, tidy) + all + (skipped > 0 ? `, ${skipped} skipped` : "");
    }
    case "all-skipped":
      return `all ${statement.count} cases were skipped`;
    case "partly-listed":
      return `${factText(statement.total, tidy)}, and only ${statement.listed} are listed`;
    case "more-listed":
      return `${factText(statement.passed, tidy)}, and of the listed cases ${statement.listed} passed`;
    case "missing": {
      const { missing, total, path } = statement;
      return `${missing} of ${total} cases (${code(path, longestPath, tidy)}) are not accounted for`;
    }
    case "repeated-name":
      return `${code(statement.name, longestPath, tidy)} occurs twice in one object of the response`;
    case "pass-when":
      return `\`pass-when\` is \`${statement.isPass}\``;
    case "nothing":
      return "There is no verdict, no count of what passed and failed, and no list of cases with an outcome";
  }
}

function factText(fact: EvidenceFact, tidy: Tidy): string {
  const place = (fact.byCases ? "by `cases`, " : "") + code(fact.path, longestPath, tidy);
  if (fact.value !== undefined) return `${place} is ${code(String(fact.value), longestValue, tidy)}`;
  if (fact.byList) return `${place} is listed as ${fact.status}`;
  if (fact.status === "failed") return `${place} contains a failure`;
  return fact.status === "passed" ? `${place} contains only passes` : `${place} has no outcome`;
}

function yieldedText(yields: ExpressionResult, tidy: Tidy = clean): string {
  switch (yields.type) {
    case "nothing":
      return "nothing";
    case "list":
      return `a list of ${yields.length}`;
    case "value":
      return code(String(yields.value), longestValue, tidy);
    default:
      return yields.type === "object" ? "an object" : "a function";
  }
}

function noteText(note: EvidenceNote, tidy: Tidy): string {
  switch (note.kind) {
    case "expression-failed":
      return `But the expression fails: \`${note.expression}\`, in ${code(note.line, longestValue, tidy)}: ${shortLine(tidy(note.problem), longestProblem)}.`;
    case "pass-when-undecided":
      return `But \`pass-when\` yields ${yieldedText(note.yields, tidy)}, neither true nor false.`;
    case "batch-still-running":
      return (
        "It was still running when it answered, and a batch's result can't be asked for again: look at it in the " +
        "service, or run it over a channel, whose report can be waited for."
      );
    case "start-failed":
      return `But the response to starting it shows a failure: ${evidenceText(withoutRemedy(note.evidence), tidy)}`;
    case "waited": {
      if (note.limitMs === 0) return "It was asked for once, as there was no time to wait.";
      const times = note.asked === 1 ? "once" : `${note.asked} times`;
      return `It was asked for ${times} until the time to wait (${formatDuration(note.limitMs)}) was over: allow more time, or look at it in the service.`;
    }
    case "cancelled":
      return cancelledTexts[note.when];
    case "answer-lost":
      return (
        "Its answer is lost, as nobody waited for it any more, and a batch's result can't be asked for again: look at " +
        "it in the service before running it again."
      );
  }
}

const cancelledTexts = {
  "before-the-start": "The run was cancelled before this was started.",
  "while-running": "The run was cancelled while this was under way; the service may have gone on with it.",
  "while-waiting":
    "The run was cancelled while its report was waited for; the service may have gone on with it.",
} as const;

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
