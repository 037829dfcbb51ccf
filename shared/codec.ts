/**
 * A codec describes a stored value once. The value's type, its reading, its writing and the arbitrary values of the tests
 * (`arbitraryOf` in `test/support`) all follow from that description, so no field can be forgotten in one of them.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

declare const typed: unique symbol;
declare const absent: unique symbol;

export interface Codec<T> {
  readonly form: Form;
  /** For the compiler alone. */
  readonly [typed]?: T;
}

/** Reads a value or `undefined`: an object, a list and a map leave out a part that reads as `undefined`. */
export interface Optional<T> extends Codec<T> {
  readonly [absent]?: true;
}

export type Of<C> = C extends Codec<infer T> ? T : never;

type Fields = Readonly<Record<string, Codec<unknown>>>;
type OptionalName<F extends Fields> = {
  [N in keyof F]: typeof absent extends keyof F[N] ? N : never;
}[keyof F];
type Flat<T> = { [N in keyof T]: T[N] } & {};
type ObjectOf<F extends Fields> = Flat<
  { readonly [N in keyof F as Exclude<N, OptionalName<F>>]: Of<F[N]> } & {
    readonly [N in keyof F as Extract<N, OptionalName<F>>]?: Of<F[N]>;
  }
>;

type Word = string | number | boolean;

/** Reading, writing and `arbitraryOf` each switch over it, so the compiler asks all of them for a new form. */
export type Form =
  | { readonly is: "text"; readonly pattern: RegExp; readonly expected: string }
  | {
      readonly is: "number";
      readonly least: number;
      readonly most: number;
      readonly isWhole: boolean;
      readonly expected: string;
    }
  | { readonly is: "one of"; readonly words: readonly Word[] }
  | { readonly is: "JSON" }
  | { readonly is: "JSON object" }
  | { readonly is: "list"; readonly of: Codec<unknown> }
  | { readonly is: "map"; readonly of: Codec<unknown> }
  | { readonly is: "object"; readonly fields: Fields }
  | { readonly is: "union"; readonly tag: string; readonly of: Fields }
  | {
      readonly is: "or else";
      readonly of: Codec<unknown>;
      readonly tolerates: Tolerates;
      readonly fallback: () => unknown;
    }
  | {
      readonly is: "such that";
      readonly of: Codec<unknown>;
      readonly expected: string;
      readonly test: (value: never) => boolean;
    }
  | {
      readonly is: "mapped";
      readonly of: Codec<unknown>;
      readonly read: (inner: never) => unknown;
      readonly write: (value: never) => unknown;
    };

/** Which stored values stand for an absent one; each includes those before it. */
export type Tolerates = "missing" | "null" | "unreadable";

export const text: Codec<string> = textLike(/(?:)/, "text");
export const filledText: Codec<string> = textLike(/./s, "text that is not empty");
export const number: Codec<number> = { form: numbers("a number", -Infinity, Infinity, false) };
export const wholeNumber: Codec<number> = wholeNumberFrom(0);
export const boolean: Codec<boolean> = oneOf([true, false]);
export const json: Codec<JsonValue> = { form: { is: "JSON" } };
export const jsonObject: Codec<JsonObject> = { form: { is: "JSON object" } };

export function textLike(pattern: RegExp, expected: string): Codec<string> {
  return { form: { is: "text", pattern, expected } };
}

export function wholeNumberFrom(least: number, most: number = Number.MAX_SAFE_INTEGER): Codec<number> {
  return { form: numbers("a whole number", least, most, true) };
}

export function numberWithin(least: number, most: number, expected: string): Codec<number> {
  return { form: numbers(expected, least, most, false) };
}

function numbers(expected: string, least: number, most: number, isWhole: boolean): Form {
  return { is: "number", least, most, isWhole, expected };
}

export function oneOf<const W extends Word>(words: readonly W[]): Codec<W> {
  return { form: { is: "one of", words } };
}

export function list<T>(of: Codec<T>): Codec<readonly T[]> {
  return { form: { is: "list", of } };
}

/** Stored as an object. */
export function map<T>(of: Codec<T>): Codec<Map<string, T>> {
  return { form: { is: "map", of } };
}

/** Other fields than these are neither read nor written. */
export function object<F extends Fields>(fields: F): Codec<ObjectOf<F>> {
  return { form: { is: "object", fields } };
}

/** Objects that the word under `tag` tells apart. */
export function union<const N extends string, M extends Readonly<Record<string, Fields>>>(
  tag: N,
  members: M,
): Codec<{ [W in keyof M & string]: Flat<{ readonly [T in N]: W } & ObjectOf<M[W]>> }[keyof M & string]> {
  const of = Object.entries(members).map(([word, fields]) => [
    word,
    object({ [tag]: oneOf([word]), ...fields }),
  ]);
  return { form: { is: "union", tag, of: Object.fromEntries(of) } };
}

export function optional<T>(of: Codec<T>, tolerates: Tolerates = "missing"): Optional<T> {
  return { form: { is: "or else", of, tolerates, fallback: () => undefined } };
}

export function orElse<T>(
  of: Codec<T>,
  fallback: () => NoInfer<T>,
  tolerates: Tolerates = "missing",
): Codec<T> {
  return { form: { is: "or else", of, tolerates, fallback } };
}

export function suchThat<T>(of: Codec<T>, expected: string, test: (value: T) => boolean): Codec<T> {
  return { form: { is: "such that", of, expected, test } };
}

/** A value whose stored form is another. */
export function mapped<S, T>(of: Codec<S>, read: (stored: S) => T, write: (value: T) => S): Codec<T> {
  return { form: { is: "mapped", of, read, write } };
}

/** Thrown for a stored value that is not as its codec describes it. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  /** Like `results.tests[1].status`; empty for the whole value. */
  path = "";
  readonly stored: unknown;
  readonly expected: string;

  constructor(stored: unknown, expected: string) {
    super(`expected ${expected}`);
    this.stored = stored;
    this.expected = expected;
  }

  under(step: string | number): this {
    const own = typeof step === "number" ? `[${step}]` : step;
    this.path = own + (this.path === "" || this.path.startsWith("[") ? "" : ".") + this.path;
    return this;
  }
}

/** Throws `Unreadable`. */
export function read<T>({ form }: Codec<T>, stored: unknown): T {
  return valueIn(form, stored) as T;
}

export function readOrNothing<T>(codec: Codec<T>, stored: unknown): T | undefined {
  return read(optional(codec, "unreadable"), stored);
}

function valueIn(form: Form, stored: unknown): unknown {
  switch (form.is) {
    case "text":
      if (typeof stored === "string" && form.pattern.test(stored)) return stored;
      throw new Unreadable(stored, form.expected);
    case "number": {
      const isWithin = typeof stored === "number" && stored >= form.least && stored <= form.most;
      if (isWithin && (!form.isWhole || Number.isInteger(stored))) return stored;
      throw new Unreadable(stored, form.expected);
    }
    case "one of":
      if (form.words.includes(stored as Word)) return stored;
      throw new Unreadable(stored, form.words.join(", "));
    case "JSON":
      if (stored !== undefined) return stored;
      throw new Unreadable(stored, "JSON");
    case "JSON object":
      return objectIn(stored);
    case "list":
      if (Array.isArray(stored)) return partsIn(form.of.form, stored);
      throw new Unreadable(stored, "a list");
    case "map": {
      const { form: of } = form.of;
      const entries = Object.entries(objectIn(stored));
      return new Map(
        entries.flatMap(([name, each]) => {
          const value = partIn(of, each, name);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    }
    case "object": {
      const from = objectIn(stored);
      const value: Record<string, unknown> = {};
      for (const name in form.fields) {
        const field = form.fields[name];
        const part = field && partIn(field.form, from[name], name);
        if (part !== undefined) value[name] = part;
      }
      return value;
    }
    case "union": {
      const { [form.tag]: word } = objectIn(stored);
      const member = typeof word === "string" && Object.hasOwn(form.of, word) ? form.of[word] : undefined;
      if (member !== undefined) return valueIn(member.form, stored);
      throw new Unreadable(word, Object.keys(form.of).join(", ")).under(form.tag);
    }
    case "or else": {
      const { of, tolerates, fallback } = form;
      if (stored === undefined || (stored === null && tolerates !== "missing")) return fallback();
      if (tolerates !== "unreadable") return valueIn(of.form, stored);
      try {
        return valueIn(of.form, stored);
      } catch (error) {
        if (error instanceof Unreadable) return fallback();
        throw error;
      }
    }
    case "such that": {
      const value = valueIn(form.of.form, stored);
      if (form.test(value as never)) return value;
      throw new Unreadable(stored, form.expected);
    }
    case "mapped":
      return form.read(valueIn(form.of.form, stored) as never);
  }
}

function objectIn(stored: unknown): JsonObject {
  if (isJsonObject(stored)) return stored;
  throw new Unreadable(stored, "an object");
}

function partsIn(form: Form, stored: readonly unknown[]): unknown[] {
  const values = stored.map((each, index) => partIn(form, each, index));
  return values.includes(undefined) ? values.filter(value => value !== undefined) : values;
}

function partIn(form: Form, stored: unknown, step: string | number): unknown {
  try {
    return valueIn(form, stored);
  } catch (error) {
    throw error instanceof Unreadable ? error.under(step) : error;
  }
}

/** As JSON. */
export function write<T>({ form }: Codec<T>, value: T): unknown {
  return storedForm(form, value);
}

function storedForm(form: Form, value: unknown): unknown {
  switch (form.is) {
    case "text":
    case "number":
    case "one of":
    case "JSON":
    case "JSON object":
      return value;
    case "list":
      return (value as readonly unknown[]).map(each => storedForm(form.of.form, each));
    case "map": {
      const entries = [...(value as ReadonlyMap<string, unknown>)];
      return Object.fromEntries(entries.map(([name, each]) => [name, storedForm(form.of.form, each)]));
    }
    case "object": {
      const stored: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(form.fields)) {
        const part = (value as Record<string, unknown>)[name];
        if (part !== undefined) stored[name] = storedForm(field.form, part);
      }
      return stored;
    }
    case "union": {
      const member = form.of[(value as Record<string, string>)[form.tag] ?? ""];
      return member && storedForm(member.form, value);
    }
    case "or else":
    case "such that":
      return storedForm(form.of.form, value);
    case "mapped":
      return storedForm(form.of.form, form.write(value as never));
  }
}
