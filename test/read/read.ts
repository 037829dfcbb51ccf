/** Shows how saved responses are read, without a request to the service; `run.ts` is the command of npm. */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ReadingRules } from "../../shared/catalog/catalog.ts";
import { readCatalog } from "../../shared/catalog/read.ts";
import { type EvaluationWorker, startEvaluator } from "../../shared/evaluation/evaluator.ts";
import { nearest } from "../../shared/nearest.ts";
import { createRuleReader, findRuleErrors } from "../../shared/reading/rules.ts";
import { evidenceText } from "../../shared/report/evidence-text.ts";
import { parseSavedResponse, readingText } from "../../shared/report/reading-text.ts";
import { clean } from "../../shared/report/text.ts";

const usage =
  "npm run read -- response.json [more.json] [--catalog callboard.yml] [--cases EXPRESSION] [--pass-when EXPRESSION]";
const defaultCatalog = "callboard.yml";

const optionWithValue = { type: "string" } as const;
const options = {
  catalog: optionWithValue,
  cases: optionWithValue,
  "pass-when": optionWithValue,
  help: { type: "boolean", short: "h" },
} as const;

class ReadError extends Error {}

export interface Surroundings {
  /** Files are named from here. */
  readonly folder: string;
  readonly readInput: () => string;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly startEvaluation: () => EvaluationWorker;
}

/** Returns the exit code, which is 0 if all files could be read, whatever their verdicts are. */
export async function readSavedResponses(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    return (await readFiles(args, around)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    around.printError(clean(error.message));
    return 1;
  }
}

async function readFiles(args: readonly string[], around: Surroundings): Promise<boolean> {
  const { print, printError, startEvaluation } = around;
  const { values, positionals } = parsedArguments(args);
  if (values.help) {
    print(usage);
    return true;
  }
  const { files, sources, problems } = readArguments(values, positionals, around);
  const evaluator = startEvaluator({
    start: startEvaluation,
    signal: new AbortController().signal,
  });
  try {
    const errors = await findRuleErrors(sources, evaluator.evaluate);
    const mistakes = [...problems, ...errors.map(({ message }) => message)];
    if (mistakes.length > 0) throw new ReadError(mistakes.join("\n"));
    const read = createRuleReader(sources, evaluator.evaluate);
    let areAllRead = true;
    for (const file of files) {
      try {
        const text = readText(file, around);
        const parsed = parseSavedResponse(text);
        if (parsed.problem !== undefined) throw new ReadError(parsed.problem);
        const { response, raw } = parsed;
        const reading = await read(response, { raw, includeRecords: true });
        const ofBatch = await read(response, { raw, request: { operation: "runBatch", id: undefined } });
        print(`${files.length > 1 ? `${clean(nameOf(file))}\n` : ""}${readingText(reading)}`);
        // A run under a name such as `last_run` is the run of a channel report, and an earlier run for a batch.
        if (ofBatch.verdict !== reading.verdict)
          print(`As the response of a batch: ${ofBatch.verdict}. ${clean(evidenceText(ofBatch.evidence))}\n`);
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        printError(clean(`${nameOf(file)}: ${error.message}`));
        areAllRead = false;
      }
    }
    return areAllRead;
  } finally {
    evaluator.end();
  }
}

function readArguments(
  values: ReturnType<typeof parsedArguments>["values"],
  files: readonly string[],
  around: Surroundings,
): { readonly files: readonly string[]; readonly sources: ReadingRules } & Pick<CatalogRules, "problems"> {
  if (files.length === 0) throw new ReadError(`Name the file of a saved response: ${usage}`);
  const { report, problems } = catalogAt(values.catalog, around);
  return {
    files,
    problems,
    sources: {
      ...report,
      cases: values.cases ?? report.cases,
      passWhen: values["pass-when"] ?? report.passWhen,
    },
  };
}

/** A first, lenient parsing finds the mistakes, because the errors of a strict one advise what nobody wants here. */
function parsedArguments(args: readonly string[]) {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    const problem = token.kind === "option" ? problemOfOption(token) : undefined;
    if (problem !== undefined) throw new ReadError(`${problem}\n${usage}`);
  }
  return parseArgs({ args, options, allowPositionals: true });
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function problemOfOption({ name, rawName, value, inlineValue }: OptionToken): string | undefined {
  const known = Object.entries(options).find(([option]) => option === name);
  if (known === undefined) {
    const meant = nearest(name, Object.keys(options));
    return `There is no option \`${rawName}\`.${meant === undefined ? "" : ` Did you mean \`--${meant}\`?`}`;
  }
  if (known[1].type === "boolean") return value === undefined ? undefined : `\`${rawName}\` takes no value.`;
  const isMissing = value === undefined || (!inlineValue && value.startsWith("-") && value !== "-");
  return isMissing ? `\`${rawName}\` needs a value.` : undefined;
}

interface CatalogRules {
  readonly report: ReadingRules;
  readonly problems: readonly string[];
}

/** Without `--catalog`, the catalog in the person's folder counts, if there is one. */
function catalogAt(given: string | undefined, around: Surroundings): CatalogRules {
  const file = given ?? defaultCatalog;
  if (given === undefined && !existsSync(resolve(around.folder, file))) return { report: {}, problems: [] };
  const { catalog, problems } = readCatalog(catalogTextIn(file, around), file);
  const errors = problems.filter(({ severity }) => severity === "error");
  return {
    report: catalog.report,
    problems: errors.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
  };
}

function catalogTextIn(file: string, around: Surroundings): string {
  try {
    return readText(file, around);
  } catch (error) {
    throw new ReadError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readText(file: string, { folder, readInput }: Surroundings): string {
  try {
    return file === "-" ? readInput() : readFileSync(resolve(folder, file), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reason =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "it is a folder"
          : (code ?? String(error));
    throw new ReadError(`It can't be read: ${reason}.`);
  }
}

function nameOf(file: string): string {
  return file === "-" ? "The standard input" : file;
}
