/** The step's inputs: one table of what there is, all of it read and checked before anything is sent. */

import { getInput } from "@actions/core";
import { isId, parseBaseUrl } from "../../shared/service/address.ts";
import { needsId, operation, operationNames, sendsBody } from "../../shared/service/operations.ts";
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

/** Instead of an address: the embedded service, with its demo project. */
export const embedded = "embedded";

const path = "a path within the workspace";

/** A default that only the runner knows; outside a workflow it comes to nothing. */
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
  "fail-on": choice("failed", ["failed", "new", "unknown", "never"]),
  comment: choice("always", ["always", "on-failure", "never"]),
  "comment-key": text(
    // The step's own name comes last: two steps of one job must not take each other's comment for theirs.
    ["github.workflow", "github.job", "strategy.job-index", "github.action"].map(fromContext).join("/"),
  ),
  check: choice("job", ["job", "separate", "off"]),
  "check-run-id": optionalId(fromContext("job.check_run_id")),
  "check-name": filled("Callboard", "the name of a check run"),
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

/** Everything that is wrong with the inputs by themselves; what is wrong reads as its default. */
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
  // Not shown, not even in part.
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw new InputError(
      "It holds a space, a line break or a character beyond ASCII. Copy it again, whole and alone.",
    );
  }
}

/** What cannot be meant together, and what is missing for what is meant. */
function contradictions(inputs: Inputs, given: ReadonlySet<InputName>): Mistake[] {
  const mistakes: Mistake[] = [];
  const mistake = (input: InputName | undefined, message: string) => mistakes.push({ input, message });
  /** What a step of this sort has no use for. */
  const excludes = (what: string, others: readonly InputName[]) => {
    for (const other of others) {
      if (given.has(other)) mistake(other, `A step with ${what} has no use for it: use a step of its own.`);
    }
  };
  const { operation: name, id } = inputs;
  const runs = ["batches", "channels", "shard", "sync"] as const;
  if (given.has("operation")) excludes("`operation`", [...runs, "merge"]);
  else {
    excludes(given.has("merge") ? "`merge`" : "`batches` and `channels`", ["id", "fields"]);
    if (given.has("merge")) excludes("`merge`", runs);
    else if (inputs.batches.length + inputs.channels.length === 0) {
      mistake(
        undefined,
        "There is nothing to do: name what to run in `batches` or `channels`, reports to publish in `merge`, or an `operation`.",
      );
    }
  }
  if (name !== undefined) {
    const { kind, method } = operation(name);
    if (needsId(name) && id === "") mistake("id", `\`${name}\` needs the ${kind}'s id.`);
    if (!needsId(name) && id !== "") mistake("id", `\`${name}\` takes no id; leave it out.`);
    if (!isId(id)) mistake("id", `\`${id}\` can't be an id.`);
    if (!sendsBody(name) && Object.keys(inputs.fields).length > 0) {
      mistake("fields", `\`${name}\` is a ${method} request and sends no fields; leave them out.`);
    }
  }
  if (!given.has("merge")) {
    if (inputs.baseUrl === "" && !given.has("base-url")) {
      mistake(
        "base-url",
        `It is empty; give the address of the service, like https://api.example.com, or \`${embedded}\` to try the Action without an account.`,
      );
    }
    if (inputs.apiKey === "" && !given.has("api-key") && inputs.baseUrl !== embedded)
      mistake("api-key", noKey());
  }
  return mistakes;
}
