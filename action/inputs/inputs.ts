/** Reads and checks the step's inputs, which one table defines. */

import { getInput } from "@actions/core";
import { mostRuns } from "../../shared/catalog/catalog.ts";
import { isId, parseBaseUrl } from "../../shared/service/address.ts";
import {
  needsId,
  type OperationName,
  operation,
  operationNames,
  sendsBody,
} from "../../shared/service/operations.ts";
import {
  checkedTextInput,
  choiceInput,
  durationInput,
  flagInput,
  type Input,
  InputError,
  listInput,
  objectInput,
  optionalCheckRunIdInput,
  optionalChoiceInput,
  optionalWholeNumberInput,
  requiredTextInput,
  shardInput,
  textInput,
  wholeNumberInput,
} from "./kinds.ts";
import { explainMissingKey, hasNoSecrets } from "./missing-key.ts";
import type { Mistake } from "./mistakes.ts";

/** The value of `base-url` that starts the embedded service with its demo project. */
export const embeddedBaseUrl = "embedded";

const path = "a path within the workspace";

/** A default that the runner fills in from the workflow run; without a runner the input is empty. */
function fromContext(name: string): string {
  return `\${{ ${name} }}`;
}

export const inputTable = {
  "base-url": checkedTextInput(checkBaseUrl),
  "api-key": checkedTextInput(checkKey),
  batches: listInput(),
  channels: listInput(),
  "run-fields": objectInput("{}"),
  "report-fields": objectInput("{}"),
  catalog: requiredTextInput("callboard.yml", path),
  sync: flagInput("false"),
  cases: textInput(),
  "pass-when": textInput(),
  wait: durationInput("30m", { leastMs: 0 }),
  "poll-interval": durationInput("10s", { leastMs: 1 }),
  "request-timeout": durationInput("10m", { leastMs: 1 }),
  concurrency: wholeNumberInput("8", 1, 1000),
  runs: wholeNumberInput("1", 1, mostRuns),
  passes: optionalWholeNumberInput(1, mostRuns),
  "run-again": choiceInput("failed", ["failed", "always"]),
  "max-runs": optionalWholeNumberInput(1, 1_000_000),
  shard: shardInput(),
  merge: textInput(),
  operation: optionalChoiceInput(operationNames),
  id: textInput(),
  fields: objectInput(""),
  "fail-on": choiceInput("unknown", ["unknown", "failed", "new", "never"]),
  comment: choiceInput("always", ["always", "on-failure", "never"]),
  "comment-key": textInput(
    // `github.action` names the step, so that two steps of one job don't overwrite each other's comment.
    ["github.workflow", "github.job", "strategy.job-index", "github.action"].map(fromContext).join("/"),
  ),
  check: choiceInput("job", ["job", "separate", "off"]),
  "check-run-id": optionalCheckRunIdInput(fromContext("job.check_run_id")),
  "check-name": requiredTextInput("Callboard", "the name of a check run"),
  "review-check": textInput(),
  settle: flagInput("false"),
  "dry-run": flagInput("false"),
  summary: flagInput("true"),
  "report-path": requiredTextInput("callboard-report", path),
  "github-token": textInput(fromContext("github.token")),
} as const satisfies Readonly<Record<string, Input<unknown>>>;

export type InputName = keyof typeof inputTable;
const names = Object.keys(inputTable) as InputName[];

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

export type Inputs = {
  readonly [N in InputName as CamelCase<N>]: Awaited<ReturnType<(typeof inputTable)[N]["read"]>>;
};

/** All inputs and their mistakes. An input with a mistake gets its default, so that the other inputs are checked too. */
export async function readInputs(): Promise<{
  readonly inputs: Inputs;
  readonly given: ReadonlySet<InputName>;
  readonly mistakes: Mistake[];
}> {
  const mistakes: Mistake[] = [];
  const given = new Set<InputName>();
  const values = await Promise.all(
    names.map(async name => {
      const input: Input<unknown> = inputTable[name];
      const standard = input.default.startsWith("${{") ? "" : input.default;
      const text = getInput(name);
      if (text !== "" && text !== input.default) given.add(name);
      try {
        return [camelCase(name), await input.read(text || standard)];
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        mistakes.push({ input: name, message: sentence(error.message) });
        return [camelCase(name), standard === text ? "" : await input.read(standard)];
      }
    }),
  );
  const inputs = Object.fromEntries(values) as Inputs;
  return { inputs, given, mistakes: [...mistakes, ...findContradictions(inputs, given)] };
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}

function checkBaseUrl(text: string): void {
  if (text === "" || text === embeddedBaseUrl) return;
  try {
    parseBaseUrl(text);
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}

function checkKey(key: string): void {
  // The message must not contain the key.
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw new InputError(
      "It contains a space, a line break or a character beyond ASCII. Copy the key again, without anything around it.",
    );
  }
}

function findContradictions(inputs: Inputs, given: ReadonlySet<InputName>): Mistake[] {
  return [
    ...findUnusedInputs(inputs, given),
    ...findMissingTask(inputs, given),
    ...(inputs.operation === undefined ? [] : checkOperationInputs(inputs.operation, inputs)),
    ...(needsNoService(inputs, given) ? [] : findMissingServiceInputs(inputs, given)),
    ...findSharedCheckName(inputs),
    ...findImpossiblePasses(inputs),
  ];
}

const policyInputs = ["runs", "passes", "run-again", "max-runs"] as const satisfies InputName[];
const runInputs = ["batches", "channels", "shard", "sync", ...policyInputs] as const satisfies InputName[];
const operationInputs = ["id", "fields"] as const satisfies InputName[];

function findUnusedInputs({ settle }: Inputs, given: ReadonlySet<InputName>): Mistake[] {
  const exclude = (task: string, others: readonly InputName[]) =>
    others
      .filter(other => given.has(other))
      .map(input => {
        const message = `A step with ${task} doesn't use this input; leave it out, or add a separate step for it.`;
        return { input, message };
      });
  if (settle) return exclude("`settle`", [...runInputs, ...operationInputs, "merge", "operation"]);
  if (given.has("operation")) return exclude("`operation`", [...runInputs, "merge"]);
  if (given.has("merge")) return exclude("`merge`", [...operationInputs, ...runInputs]);
  return exclude("`batches` and `channels`", operationInputs);
}

function findMissingTask({ batches, channels, settle }: Inputs, given: ReadonlySet<InputName>): Mistake[] {
  if (settle || given.has("operation") || given.has("merge") || batches.length + channels.length > 0)
    return [];
  const message =
    "There is nothing to do: name what to run in `batches` or `channels`, reports to publish in `merge`, an `operation`, or `settle`.";
  return [{ input: undefined, message }];
}

/** Merging needs no service. A `settle` step sends requests to the service only for the commands of a comment. */
function needsNoService({ settle }: Inputs, given: ReadonlySet<InputName>): boolean {
  return given.has("merge") || (settle && process.env["GITHUB_EVENT_NAME"] !== "issue_comment");
}

function findSharedCheckName({ check, checkName, reviewCheck }: Inputs): Mistake[] {
  if (check !== "separate" || reviewCheck !== checkName) return [];
  const message =
    "The report's check run has the same name (`check-name`); give each check run a name of its own.";
  return [{ input: "review-check", message }];
}

/** Compares with the text of `runs`, because a mistake in it gives `runs` its default, which nobody wrote. */
function findImpossiblePasses({ runs, passes }: Inputs): Mistake[] {
  const stated = Number(getInput("runs") || runs);
  if (passes === undefined || Number.isNaN(stated) || passes <= stated) return [];
  const message = `A case can't pass ${passes} times if \`runs\` is ${stated}; it takes a whole number from 1 to \`runs\`.`;
  return [{ input: "passes", message }];
}

function checkOperationInputs(name: OperationName, { id, fields }: Inputs): Mistake[] {
  const mistakes: Mistake[] = [];
  const mistake = (input: InputName, message: string) => mistakes.push({ input, message });
  const { kind, method } = operation(name);
  if (needsId(name) && id === "") mistake("id", `\`${name}\` needs the ${kind}'s id.`);
  if (!needsId(name) && id !== "") mistake("id", `\`${name}\` takes no id; leave it out.`);
  if (!isId(id)) mistake("id", `\`${id}\` can't be an id.`);
  if (!sendsBody(name) && Object.keys(fields).length > 0) {
    mistake("fields", `\`${name}\` is a ${method} request and sends no fields; leave them out.`);
  }
  return mistakes;
}

function findMissingServiceInputs(
  { baseUrl, apiKey, dryRun }: Inputs,
  given: ReadonlySet<InputName>,
): Mistake[] {
  const mistakes: Mistake[] = [];
  // An input is also empty if its value was refused. That mistake is already listed.
  if (baseUrl === "" && !given.has("base-url")) {
    const message = `It is empty; give the address of the service, like https://api.example.com, or \`${embeddedBaseUrl}\` to try the Action without an account.`;
    mistakes.push({ input: "base-url", message });
  }
  // A dry run needs no key, so it also checks a fork's pull request, where nobody could give it one.
  const mayLackKey = baseUrl === embeddedBaseUrl || (dryRun && hasNoSecrets());
  if (apiKey === "" && !given.has("api-key") && !mayLackKey) {
    mistakes.push({ input: "api-key", message: explainMissingKey() });
  }
  return mistakes;
}
