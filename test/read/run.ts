/**
 * `npm run read -- response.json [more.json] [--catalog callboard.yml] [--cases EXPRESSION] [--pass-when EXPRESSION]` shows
 * how saved responses are read, without a request to the service. `-` reads the standard input.
 */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ReadingRules } from "../../shared/catalog/catalog.ts";
import { readCatalog } from "../../shared/catalog/read.ts";
import { startEvaluator } from "../../shared/evaluation/evaluator.ts";
import { startEvaluationProcess } from "../../shared/evaluation/process.ts";
import { createRuleReader, findRuleErrors } from "../../shared/reading/rules.ts";
import { parseSavedResponse, readingText } from "../../shared/report/reading-text.ts";
import { clean } from "../../shared/report/text.ts";

const usage =
  "npm run read -- response.json [more.json] [--catalog callboard.yml] [--cases EXPRESSION] [--pass-when EXPRESSION]";
const defaultCatalog = "callboard.yml";

class ReadError extends Error {}

/** npm starts scripts in the repository, and says here in which folder the person is. */
const folder = process.env["INIT_CWD"] ?? process.cwd();

try {
  process.exitCode = (await readFiles()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof ReadError)) throw error;
  console.error(clean(error.message));
  process.exitCode = 1;
}

/** Returns whether all files could be read, whatever their verdicts are. */
async function readFiles(): Promise<boolean> {
  const { values, positionals } = parsedArguments();
  if (values.help) {
    console.log(usage);
    return true;
  }
  const { files, sources } = readArguments(values, positionals);
  const evaluator = startEvaluator({
    start: startEvaluationProcess,
    signal: new AbortController().signal,
  });
  try {
    const mistakes = await findRuleErrors(sources, evaluator.evaluate);
    if (mistakes.length > 0) throw new ReadError(mistakes.map(({ message }) => message).join("\n"));
    const read = createRuleReader(sources, evaluator.evaluate);
    let areAllRead = true;
    for (const file of files) {
      try {
        const text = readText(file);
        const parsed = parseSavedResponse(text);
        if (parsed.problem !== undefined) throw new ReadError(parsed.problem);
        const reading = await read(parsed.response, { raw: parsed.raw, includeRecords: true });
        console.log(`${files.length > 1 ? `${clean(nameOf(file))}\n` : ""}${readingText(reading)}`);
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        console.error(clean(`${nameOf(file)}: ${error.message}`));
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
): { readonly files: readonly string[]; readonly sources: ReadingRules } {
  if (files.length === 0) throw new ReadError(`Name the file of a saved response: ${usage}`);
  const { report } = catalogAt(values.catalog);
  return {
    files,
    sources: {
      ...report,
      cases: values.cases ?? report.cases,
      passWhen: values["pass-when"] ?? report.passWhen,
    },
  };
}

function parsedArguments() {
  const option = { type: "string" } as const;
  try {
    return parseArgs({
      options: { catalog: option, cases: option, "pass-when": option, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new ReadError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** Without `--catalog`, the catalog in the person's folder counts, if there is one. */
function catalogAt(given: string | undefined): { readonly report: ReadingRules } {
  const file = given ?? defaultCatalog;
  if (given === undefined && !existsSync(resolve(folder, file))) return { report: {} };
  const { catalog, problems } = readCatalog(catalogTextIn(file), file);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0)
    throw new ReadError(
      errors.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`).join("\n"),
    );
  return catalog;
}

function catalogTextIn(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw new ReadError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file === "-" ? process.stdin.fd : resolve(folder, file), "utf8");
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
