/** The step's inputs: a table of all of them, and how they are read and checked. */

import { getInput } from "@actions/core";
import { isId, parseBaseUrl } from "../../shared/service/address.ts";
import {
  needsId,
  type OperationName,
  operation,
  operationNames,
  sendsBody,
} from "../../shared/service/operations.ts";
import {
  checked,
  choice,
  duration,
  filled,
  flag,
  type Input,
  InputError,
  list,
  object,
  optionalChoice,
  optionalId,
  shard,
  text,
  wholeNumber,
} from "./kinds.ts";
import { noKey } from "./missing-key.ts";
import type { Mistake } from "./mistakes.ts";

/** The `base-url` that stands for the embedded service with its demo project. */
export const embedded = "embedded";

const path = "a path within the workspace";

/** A default that the runner fills in; outside a workflow the input is empty. */
function fromContext(name: string): string {
  return `\${{ ${name} }}`;
}

export const table = {
  "base-url": checked(checkBaseUrl),
  "api-key": checked(checkKey),
  batches: list(),
  channels: list(),
  "run-fields": object("{}"),
  "report-fields": object("{}"),
  catalog: filled("callboard.yml", path),
  sync: flag("false"),
  cases: text(),
  "pass-when": text(),
  wait: duration("30m", { leastMs: 0 }),
  "poll-interval": duration("10s", { leastMs: 1 }),
  "request-timeout": duration("10m", { leastMs: 1 }),
  concurrency: wholeNumber("8", 1, 1000),
  shard: shard(),
  merge: text(),
  operation: optionalChoice(operationNames),
  id: text(),
  fields: object(""),
  "fail-on": choice("unknown", ["unknown", "failed", "new", "never"]),
  comment: choice("always", ["always", "on-failure", "never"]),
  "comment-key": text(
    // With the step's own name, so that two steps of one job do not write over each other's comment.
    ["github.workflow", "github.job", "strategy.job-index", "github.action"].map(fromContext).join("/"),
  ),
  check: choice("job", ["job", "separate", "off"]),
  "check-run-id": optionalId(fromContext("job.check_run_id")),
  "check-name": filled("Callboard", "the name of a check run"),
  "review-check": text(),
  settle: flag("false"),
  summary: flag("true"),
  "report-path": filled("callboard-report", path),
  "github-token": text(fromContext("github.token")),
} as const satisfies Readonly<Record<string, Input<unknown>>>;

export type InputName = keyof typeof table;
const names = Object.keys(table) as InputName[];

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

export type Inputs = {
  readonly [N in InputName as CamelCase<N>]: Awaited<ReturnType<(typeof table)[N]["read"]>>;
};

/** All inputs, and what is wrong with them; an input with a mistake has its default, so that checking can go on. */
export async function readInputs(): Promise<{ inputs: Inputs; mistakes: Mistake[] }> {
  const mistakes: Mistake[] = [];
  const given = new Set<InputName>();
  const values = await Promise.all(
    names.map(async name => {
      const input: Input<unknown> = table[name];
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
  return { inputs, mistakes: [...mistakes, ...contradictions(inputs, given)] };
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}

function checkBaseUrl(text: string): void {
  if (text === "" || text === embedded) return;
  try {
    parseBaseUrl(text);
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}

function checkKey(key: string): void {
  // The message must not quote the key.
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw new InputError(
      "It holds a space, a line break or a character beyond ASCII. Copy it again, whole and alone.",
    );
  }
}

/** What cannot be meant together, and what is missing for what is meant. */
function contradictions(inputs: Inputs, given: ReadonlySet<InputName>): Mistake[] {
  return [
    ...superfluous(inputs, given),
    ...withoutTask(inputs, given),
    ...(inputs.operation === undefined ? [] : mistakesOfCall(inputs.operation, inputs)),
    ...(sendsNothing(inputs, given) ? [] : withoutService(inputs, given)),
    ...twoOfOneName(inputs),
  ];
}

const ofRun = ["batches", "channels", "shard", "sync"] as const satisfies InputName[];
const ofCall = ["id", "fields"] as const satisfies InputName[];

/** Inputs that the step has no use for, by what it does. */
function superfluous({ settle }: Inputs, given: ReadonlySet<InputName>): Mistake[] {
  const exclude = (what: string, others: readonly InputName[]) =>
    others
      .filter(other => given.has(other))
      .map(input => ({ input, message: `A step with ${what} has no use for it: use a step of its own.` }));
  if (settle) return exclude("`settle`", [...ofRun, ...ofCall, "merge", "operation"]);
  if (given.has("operation")) return exclude("`operation`", [...ofRun, "merge"]);
  if (given.has("merge")) return exclude("`merge`", [...ofCall, ...ofRun]);
  return exclude("`batches` and `channels`", ofCall);
}

function withoutTask({ batches, channels, settle }: Inputs, given: ReadonlySet<InputName>): Mistake[] {
  if (settle || given.has("operation") || given.has("merge") || batches.length + channels.length > 0)
    return [];
  const message =
    "There is nothing to do: name what to run in `batches` or `channels`, reports to publish in `merge`, an `operation`, or `settle`.";
  return [{ input: undefined, message }];
}

/** Reports are merged as they are, and of the events that settle reviews only a comment asks to send anything. */
function sendsNothing({ settle }: Inputs, given: ReadonlySet<InputName>): boolean {
  return given.has("merge") || (settle && process.env["GITHUB_EVENT_NAME"] !== "issue_comment");
}

function twoOfOneName({ check, checkName, reviewCheck }: Inputs): Mistake[] {
  if (check !== "separate" || reviewCheck !== checkName) return [];
  const message = "The check run of the report has this name, too (`check-name`); each needs one of its own.";
  return [{ input: "review-check", message }];
}

function mistakesOfCall(name: OperationName, { id, fields }: Inputs): Mistake[] {
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

function withoutService({ baseUrl, apiKey }: Inputs, given: ReadonlySet<InputName>): Mistake[] {
  const mistakes: Mistake[] = [];
  // One that was given and refused has a mistake already.
  if (baseUrl === "" && !given.has("base-url")) {
    const message = `It is empty; give the address of the service, like https://api.example.com, or \`${embedded}\` to try the Action without an account.`;
    mistakes.push({ input: "base-url", message });
  }
  if (apiKey === "" && !given.has("api-key") && baseUrl !== embedded) {
    mistakes.push({ input: "api-key", message: noKey() });
  }
  return mistakes;
}
