/**
 * A team that knows its fields says so in JSONata: `cases` makes the list of cases out of a response, `pass-when` the
 * verdict. They come from the team's own catalog or workflow, yet run over a response that nobody controls, so time,
 * depth and memory are bounded. What is not: a single built-in function may hold up to some hundred megabytes of text
 * for a moment, and a regular expression that got through `BoundedRegExp` may still take its time on a long text.
 *
 * JSONata is loaded only where an expression is used.
 */

import type { Expression } from "jsonata";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { doubted } from "./doubt.ts";
import { type ExpressionName, type Statement, type Yield, yieldText } from "./evidence.ts";
import type { Case, CaseStatus, Reading, Verdict } from "./model.ts";
import { read, totalsOfCases } from "./read.ts";
import { caseStatus } from "./reading/describe.ts";
import { labelIn, linkIn, shorten, spelledDuration } from "./reading/values.ts";
import { saysOf } from "./reading/words.ts";
import type { Tidy } from "./text.ts";

export interface ExpressionSources {
  readonly cases?: string | undefined;
  readonly passWhen?: string | undefined;
}

/** A mistake in an expression, or a response that it does not fit; shows the expression and the place. */
export class ExpressionError extends Error {
  readonly expression: ExpressionName;
  readonly problem: string;
  /** The part of the expression that it is about. */
  readonly line: string;

  constructor(expression: ExpressionName, problem: string, source: string, at?: number) {
    const { line, caret } = excerpt(source, at);
    const shown = caret === undefined ? [line] : [line, `${" ".repeat(caret)}^`];
    super([`\`${expression}\`: ${problem}`, ...shown.map(text => `  ${text}`)].join("\n"));
    this.name = "ExpressionError";
    this.expression = expression;
    this.problem = problem;
    this.line = line;
  }
}

/** Reads responses with a team's expressions, compiled once. */
export interface ExpressionReader {
  /** Where an expression fails or yields nothing useful, the reading says so; that is never a pass. */
  read(response: JsonObject, redact?: Tidy): Promise<Reading>;
}

/** `pause` is waited for now and then, where others are to get their turn while an expression runs on and on. */
export async function compileExpressions(
  sources: ExpressionSources,
  pause?: () => Promise<void>,
): Promise<ExpressionReader> {
  const cases = sources.cases === undefined ? null : await compile("cases", sources.cases, pause);
  const passWhen =
    sources.passWhen === undefined ? null : await compile("pass-when", sources.passWhen, pause);
  return {
    async read(response, redact) {
      const yielded = async (one: Compiled) => redacted(await one.evaluate(response), redact);
      let reading = read(response);
      if (cases !== null) {
        reading = await orDoubt(reading, async own => withCases(own, cases, await yielded(cases)));
      }
      // Before the end "no failures" is true of every run: a pass of an unfinished run would be a lie.
      if (passWhen === null || reading.running) return reading;
      return await orDoubt(reading, async own => ({
        ...own,
        ...verdictOf(await yielded(passWhen)),
      }));
    },
  };
}

/** An expression that fails takes nothing away of what was read without it, except that it passed. */
async function orDoubt(reading: Reading, better: (own: Reading) => Promise<Reading>): Promise<Reading> {
  try {
    return await better(reading);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { expression, line, problem } = error;
    return doubted(reading, { kind: "expression-failed", expression, line, problem });
  }
}

// --- Compiling and evaluating, within bounds -----------------------------------------------------------------------

const limits = {
  milliseconds: 5_000,
  depth: 500,
  /** Elements in one list. */
  list: 1_000_000,
  /** Elements in all lists together that an expression makes. */
  lists: 10_000_000,
  characters: 2_000_000,
  padding: 10_000,
  stepsWithoutPause: 5_000,
};

class Compiled {
  readonly name: ExpressionName;
  readonly source: string;
  readonly #expression: Expression;
  #elements = 0;
  #steps = 0;

  constructor(
    name: ExpressionName,
    source: string,
    expression: Expression,
    pause: (() => Promise<void>) | undefined,
  ) {
    this.name = name;
    this.source = source;
    this.#expression = expression;
    expression.registerFunction("eval", () => this.#refuse("$eval is not available here"));
    expression.registerFunction(
      "pad",
      boundedPad(problem => this.#refuse(problem)),
      "<s-ns?:s>",
    );
    // The hook that JSONata offers for this; its types leave symbols out.
    const assign: (name: symbol, value: unknown) => void = expression.assign as never;
    assign(
      Symbol.for("jsonata.__evaluate_exit"),
      (node: { type: string }, _in: unknown, _env: unknown, result: unknown) => {
        this.#measure(node.type, result);
        return ++this.#steps % limits.stepsWithoutPause === 0 ? pause?.() : undefined;
      },
    );
  }

  async evaluate(response: JsonObject): Promise<unknown> {
    this.#elements = 0;
    try {
      return await this.#expression.evaluate(response);
    } catch (error) {
      throw asExpressionError(this.name, this.source, error);
    }
  }

  #measure(type: string, result: unknown): void {
    if (typeof result === "string" && result.length > limits.characters) {
      this.#refuse(`it makes a text of more than ${limits.characters.toLocaleString("en")} characters`);
    }
    // Paths and variables return what is there already.
    const makesLists = type === "unary" || type === "binary" || type === "function" || type === "apply";
    if (!makesLists || !Array.isArray(result)) return;
    this.#elements += result.length;
    if (this.#elements > limits.lists) {
      this.#refuse(`it makes lists of more than ${limits.lists.toLocaleString("en")} elements`);
    }
  }

  #refuse(problem: string): never {
    throw new ExpressionError(this.name, problem, this.source);
  }
}

async function compile(
  name: ExpressionName,
  source: string,
  pause: (() => Promise<void>) | undefined,
): Promise<Compiled> {
  if (source.trim() === "") throw new ExpressionError(name, "is empty; leave it out instead", source);
  const { default: jsonata } = await import("jsonata");
  try {
    const expression = jsonata(source, {
      timeout: limits.milliseconds,
      stack: limits.depth,
      sequence: limits.list,
      RegexEngine: BoundedRegExp as never,
    });
    return new Compiled(name, source, expression, pause);
  } catch (error) {
    throw asExpressionError(name, source, error);
  }
}

function boundedPad(
  refuse: (problem: string) => never,
): (text: string, width: number, fill?: string) => string {
  return (text, width, fill = " ") => {
    if (Math.abs(width) > limits.padding) refuse(`$pad can fill up to ${limits.padding} characters`);
    return width < 0 ? text.padStart(-width, fill) : text.padEnd(width, fill);
  };
}

/** Refuses what can take exponential time (a repetition within a repetition), and texts that make the rest slow. */
class BoundedRegExp extends RegExp {
  constructor(pattern: string | RegExp) {
    super(pattern);
    if (repeatsRepetition(this.source)) {
      throw new RefusedRegExp(`/${this.source}/ repeats what repeats already, which can take forever`);
    }
  }

  override exec(text: string): RegExpExecArray | null {
    const longest = 20_000;
    if (text.length > longest)
      throw new RefusedRegExp(`a text of ${text.length} characters is too long for a pattern`);
    return super.exec(text);
  }
}

class RefusedRegExp extends Error {}

/** A group that holds a repetition or a choice and is itself repeated without a bound, or too many in a row. */
function repeatsRepetition(source: string): boolean {
  const open: boolean[] = [];
  let repetitions = 0;
  let closed = false;
  const plain = source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  for (let at = 0; at < plain.length; at++) {
    const letter = plain[at];
    const repeated = letter === "*" || letter === "+" || /^\{\d+,/.test(plain.slice(at, at + 12));
    if (letter === "(") open.push(false);
    else if (letter === "|" && open.length > 0) open[open.length - 1] = true;
    else if (letter === ")") {
      closed = open.pop() ?? false;
      if (closed && open.length > 0) open[open.length - 1] = true;
      continue;
    } else if (repeated) {
      if (closed && plain[at - 1] === ")") return true;
      if (open.length > 0) open[open.length - 1] = true;
      repetitions++;
    }
    closed = false;
  }
  const mostRepetitions = 4;
  return repetitions > mostRepetitions;
}

// --- Errors that a person understands ------------------------------------------------------------------------------

function asExpressionError(name: ExpressionName, source: string, error: unknown): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const { code, message, position, token } = fieldsOf(error);
  const problem =
    problems[code ?? ""] ?? (message === "" ? "cannot be evaluated" : message.replace(/\.+$/, ""));
  return new ExpressionError(name, problem, source, placeOf(source, position, token));
}

const problems: Readonly<Record<string, string>> = {
  D1011: "goes too deep; look for a function that calls itself without an end",
  D1012: `takes longer than ${limits.milliseconds / 1000} seconds`,
  D2014: `makes a list of more than ${limits.list.toLocaleString("en")} elements`,
  D2015: `makes a list of more than ${limits.list.toLocaleString("en")} elements`,
  D3120: "$eval is not available here",
  T1006: "calls something that is not a function",
  T1005: "calls something that is not a function; function names begin with $",
};

function fieldsOf(error: unknown): { code?: string; message: string; position?: number; token?: string } {
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const field = (name: string): unknown => Reflect.get(error, name);
  const [code, message, position, token] = [
    field("code"),
    field("message"),
    field("position"),
    field("token"),
  ];
  if (error instanceof RangeError && /stack/i.test(error.message)) return { code: "D1011", message: "" };
  return {
    message: typeof message === "string" ? message : "",
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof position === "number" ? { position } : {}),
    ...(typeof token === "string" ? { token } : {}),
  };
}

/** JSONata's positions stand behind what they are about. */
function placeOf(
  source: string,
  position: number | undefined,
  token: string | undefined,
): number | undefined {
  if (position === undefined) return undefined;
  if (token === undefined || token === "" || token === "(end)") return Math.min(position, source.length);
  const found = source.lastIndexOf(token, position);
  return found < 0 ? Math.min(position, source.length) : found;
}

/** The line of the expression around the place, and where the place is in it. */
function excerpt(source: string, at?: number): { line: string; caret?: number } {
  const place = at ?? 0;
  const start = source.lastIndexOf("\n", place - 1) + 1;
  const end = source.indexOf("\n", place);
  const line = source.slice(start, end < 0 ? undefined : end).replaceAll("\t", " ");
  const around = 60;
  const from = Math.max(0, place - start - around);
  const window = line.slice(from, from + 2 * around);
  const before = from > 0 ? "…" : "";
  const shown = before + window + (from + window.length < line.length ? "…" : "");
  return { line: shown, ...(at !== undefined && { caret: before.length + place - start - from }) };
}

// --- What they yield -----------------------------------------------------------------------------------------------

/** A text as deep as this is read: in the list or object that a name is, in a case, in the list of cases. */
const deepestText = 4;

/** An expression can put a key together, and once a text is cut, what is left of a key is not known for one. */
function redacted(value: unknown, redact: Tidy | undefined, depth = deepestText): unknown {
  if (redact === undefined) return value;
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null || depth === 0) return value;
  for (const [name, inner] of Object.entries(value)) {
    const without = redacted(inner, redact, depth - 1);
    // What is part of the response stays as it is: there is no key in it.
    if (without !== inner) Reflect.set(value, name, without);
  }
  return value;
}

function verdictOf(value: unknown): Pick<Reading, "verdict" | "evidence"> {
  const verdict = value === true ? "passed" : value === false ? "failed" : "unknown";
  return { verdict, evidence: { basis: { kind: "pass-when", yields: yieldOf(value) }, notes: [] } };
}

function yieldOf(value: unknown): Yield {
  if (value === undefined) return { type: "nothing" };
  if (Array.isArray(value)) return { type: "list", length: value.length };
  if (isJsonObject(value)) return { type: "object" };
  if (typeof value === "function") return { type: "function" };
  const longest = 2000;
  return { type: "value", value: typeof value === "boolean" ? value : String(value).slice(0, longest) };
}

function withCases(reading: Reading, { name, source }: Compiled, value: unknown): Reading {
  const items = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (items.length === 0) return withoutCases(reading, name, source);
  const wrong = (index: number, problem: string): never => {
    throw new ExpressionError(name, `item ${index} of its list ${problem}`, source);
  };
  const cases = items.map((item: unknown, index) => {
    if (!isJsonObject(item))
      return wrong(index, `is ${yieldText(yieldOf(item))}, not an object with \`name\` and \`status\``);
    const label = labelIn(item["name"]) ?? wrong(index, "has no `name`");
    return caseOf(label, item);
  });
  if (cases.every(({ rawStatus }) => rawStatus === undefined)) {
    throw new ExpressionError(name, "yields cases without `status`", source);
  }
  const said = reading.running ? {} : verdictOfCases(cases);
  return { ...reading, ...said, totals: totalsOfCases(cases), cases };
}

/** A run may have no cases, yet or at all; but where cases are listed, the expression looks in the wrong place. */
function withoutCases(reading: Reading, name: ExpressionName, source: string): Reading {
  const listed = reading.cases.length;
  if (reading.running || listed === 0) return reading;
  throw new ExpressionError(name, `yields no cases, although the response seems to list ${listed}`, source);
}

function caseOf(name: string, item: JsonObject): Case {
  const { status, duration, message, url, suite, file, line } = item;
  const says = typeof status === "boolean" ? (status ? "passed" : "failed") : saysOf(String(status ?? ""));
  const durationMs = durationIn(duration);
  const link = linkIn(url ?? null);
  const groups = (Array.isArray(suite) ? suite : [suite]).filter(
    group => typeof group === "string" && group !== "",
  );
  return {
    name,
    status: caseStatus(says),
    ...(status === undefined || status === null ? {} : { rawStatus: String(status).slice(0, 200) }),
    ...(durationMs === null ? {} : { durationMs }),
    ...(typeof message === "string" && message !== "" ? { message: shorten(message) } : {}),
    ...(link === null ? {} : { url: link }),
    ...(groups.length === 0 ? {} : { suite: groups as string[] }),
    ...(typeof file === "string" && file !== "" ? { file } : {}),
    ...(isLine(Number(line)) ? { line: Number(line) } : {}),
  };
}

function isLine(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** Milliseconds, or words ("1.2s"). */
function durationIn(value: JsonValue | undefined): number | null {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : null;
  return typeof value === "string" ? spelledDuration(value) : null;
}

function verdictOfCases(cases: readonly Case[]): Pick<Reading, "verdict" | "evidence"> {
  const verdict = (verdict: Verdict, basis: Statement) => ({ verdict, evidence: { basis, notes: [] } });
  const first = (...statuses: CaseStatus[]) => cases.find(({ status }) => statuses.includes(status));
  const failed = first("failed");
  if (failed !== undefined) return verdict("failed", { kind: "case", name: failed.name, status: "failed" });
  const open = first("pending", "other");
  if (open !== undefined) return verdict("unknown", { kind: "case", name: open.name, status: open.status });
  const count = cases.length;
  const passed = first("passed");
  if (passed === undefined) return verdict("unknown", { kind: "all-skipped", count, by: "cases" });
  return verdict("passed", { kind: "case", name: passed.name, status: "passed", all: count });
}
