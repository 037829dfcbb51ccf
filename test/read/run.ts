/**
 * `npm run read -- response.json [more.json] [--catalog callboard.yml] [--cases EXPRESSION] [--pass-when EXPRESSION]` shows
 * how saved responses are read, without a request to the service. `-` reads the standard input.
 */

import { readFileSync } from "node:fs";
import { startEvaluationProcess } from "../../shared/evaluation/process.ts";
import { readSavedResponses } from "./read.ts";

process.exitCode = await readSavedResponses(process.argv.slice(2), {
  // npm starts scripts in the repository, and says here in which folder the person is.
  folder: process.env["INIT_CWD"] ?? process.cwd(),
  readInput: () => readFileSync(process.stdin.fd, "utf8"),
  print: text => console.log(text),
  printError: text => console.error(text),
  startEvaluation: startEvaluationProcess,
});
