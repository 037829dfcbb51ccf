/**
 * Shows the effect of each word on a fixed grid of small responses, one letter per response; `words.txt` contains the
 * grid. A word that is added to or moved in the vocabulary changes verdicts there, which a review can see. `--check`
 * only reports whether the file is up to date; `npm run payloads -- --words` prints the changed verdicts.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { decisionFromResponse } from "../../shared/gate/decision.ts";
import type { JsonObject } from "../../shared/json.ts";
import { readResponse } from "../../shared/reading/read.ts";
import { decisionWords, statusWords } from "../../shared/reading/vocabulary.ts";
import { squash } from "../../shared/reading/words.ts";

/** Words outside the vocabulary. A word that the vocabulary learns moves to its row, and shows as changed. */
const unknownWords = `flagged | greenlit | parked | vetoed | shelved | benched | scrapped | botched | aced | nailed |
  kaput | toast | sketchy | iffy | borked | dropped | stuck | frozen | dodgy | tanked | bombed | wonky | stellar |
  golden | dubious | contested | overruled | endorsed | ratified | waived | pardoned | tripped | stalled | jammed |
  zapped | derailed | snoozed | backlogged | earmarked | amber | blue | gold | a | b plus | rate limited | second review`;

interface Column {
  readonly name: string;
  readonly letterOf: (word: string) => string;
}

const passedCase = { name: "A", status: "passed" };

const columns: readonly Column[] = [
  reading("status", word => ({ status: word })),
  reading("status beside cases", word => ({ status: word, results: [passedCase] })),
  reading("case", word => ({ results: [passedCase, { name: "B", status: word }] })),
  reading("step", word => ({ results: [{ ...passedCase, steps: [{ name: "greet", status: word }] }] })),
  reading("value", word => ({ status: "passed", zorp: word })),
  reading("true", word => ({ status: "passed", [word]: true })),
  reading("false", word => ({ status: "passed", [word]: false })),
  reading("case's true", word => ({ results: [{ ...passedCase, [word]: true }] })),
  reading("count", word => ({ passed: 3, failed: 0, [word]: 2 })),
  reading("list", word => ({ status: "passed", [word]: ["B"] })),
  decision("sent verdict", word => [{ verdict: word }, undefined]),
  decision("answered status", word => [{ verdict: "pass" }, { status: word }]),
  decision("answered true", word => [{ verdict: "pass" }, { [word]: true }]),
];

function reading(name: string, responseOf: (word: string) => JsonObject): Column {
  return {
    name,
    letterOf: word => {
      const { verdict, isRunning } = readResponse(responseOf(word));
      return isRunning && verdict === "unknown" ? "r" : verdict.slice(0, 1);
    },
  };
}

function decision(
  name: string,
  submissionOf: (word: string) => readonly [sent: JsonObject, answer: JsonObject | undefined],
): Column {
  return {
    name,
    letterOf: word => decisionFromResponse("octocat", "rev_1", ...submissionOf(word)).state.slice(0, 1),
  };
}

interface Group {
  readonly title: string;
  readonly words: readonly string[];
}

/** Groups words by the vocabulary's rows. A word of two rows is in the first, because each line has all columns. */
export function groups(): Group[] {
  const seen = new Set<string>();
  const group = (title: string, table: string): Group => {
    const words = table.split("|").map(word => word.trim());
    return { title, words: words.filter(word => !seen.has(squash(word)) && seen.add(squash(word))) };
  };
  return [
    ...statusWords.map(({ status, uses, words }) => group(`${status}: ${uses.join(", ")}`, words)),
    ...decisionWords.map(({ meaning, onlyAsVerdict, words }) =>
      group(`decision ${meaning}${onlyAsVerdict ? ", as a verdict" : ""}`, words),
    ),
    group("not in the vocabulary", unknownWords),
  ];
}

const widest = 26;
const head = "# p passed, f failed, u unknown, r running, o open";

/** The text of `words.txt`: the column names run from top to bottom, then one word a line. */
export function gridText(): string {
  const legend = columns.map(({ name }, index) => `#${" ".repeat(widest + 2 * index)}${name}`);
  const blocks = groups()
    .filter(({ words }) => words.length > 0)
    .map(({ title, words }) =>
      [`# ${title}`, ...words.map(word => `${word.padEnd(widest)} ${lettersOf(word).join(" ")}`)].join("\n"),
    );
  return `${[[head, ...legend].join("\n"), ...blocks].join("\n\n")}\n`;
}

/** Joins several words with underscores, as most services do in values and names. */
function lettersOf(word: string): string[] {
  return columns.map(({ letterOf }) => letterOf(word.replaceAll(" ", "_")));
}

export function changesBetween(before: string, now: string): string[] {
  const old = lettersIn(before);
  const current = lettersIn(now);
  const changes = [...current].flatMap(([word, letters]) => {
    const known = old.get(word);
    if (known === undefined) return [`${word}: new`];
    return columns.flatMap(({ name }, index) =>
      known[index] === letters[index]
        ? []
        : [`${word}, ${name}: ${inWords(known[index])} -> ${inWords(letters[index])}`],
    );
  });
  return [...changes, ...[...old.keys()].flatMap(word => (current.has(word) ? [] : [`${word}: gone`]))];
}

const verdicts = new Map(
  ["passed", "failed", "unknown", "running", "open"].map(verdict => [verdict.slice(0, 1), verdict]),
);

function inWords(letter: string | undefined): string {
  return verdicts.get(letter ?? "") ?? "nothing";
}

function lettersIn(text: string): Map<string, readonly string[]> {
  const lines = text.split("\n").filter(line => line !== "" && !line.startsWith("#"));
  return new Map(lines.map(line => [line.slice(0, widest).trim(), line.slice(widest).trim().split(" ")]));
}

const file = new URL("words.txt", import.meta.url);

export function printChanges(): void {
  const changes = changesBetween(readFileSync(file, "utf8"), gridText());
  console.log(changes.length === 0 ? "no verdict changed" : changes.join("\n"));
}

if (import.meta.main) {
  if (!process.argv.includes("--check")) {
    writeFileSync(file, gridText());
  } else if (readFileSync(file, "utf8").replaceAll("\r\n", "\n") !== gridText()) {
    printChanges();
    console.log("test/payloads/words.txt isn't up to date with shared/reading");
    process.exitCode = 1;
  }
}
