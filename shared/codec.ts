/**
 * A codec describes a stored value once. The value's type, `read`, `write` and the arbitrary values of tests (`arbitraryOf`
 * in `test/support`) all follow from that description, so that none of them can forget a field.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

declare const typed: unique symbol;
declare const absent: unique symbol;

export type Codec<T> = UntypedCodec & { readonly [typed]?: T };

/** Reads a value or `undefined`. Objects, lists and maps leave out a part that reads as `undefined`. */
export type Optional<T> = Codec<T> & { readonly [absent]?: true };

export type ValueOf<C> = C extends { readonly [typed]?: infer T } ? T : never;

type Fields = Readonly<Record<string, Codec<unknown>>>;
type OptionalName<F extends Fields> = {
  [N in keyof F]: typeof absent extends keyof F[N] ? N : never;
}[keyof F];
type Flat<T> = { [N in keyof T]: T[N] } & {};
type ObjectOf<F extends Fields> = Flat<
  { readonly [N in keyof F as Exclude<N, OptionalName<F>>]: ValueOf<F[N]> } & {
    readonly [N in keyof F as Extract<N, OptionalName<F>>]?: ValueOf<F[N]>;
  }
>;

type Word = string | number | boolean;

/** `read`, `write` and `arbitraryOf` switch over `is`, so the compiler requires all of them to handle a new member. */
export type UntypedCodec =
  | {
      readonly is: "text";
      readonly pattern: RegExp;
      readonly expected: string;
      readonly isGenerated: boolean;
    }
  | { readonly is: "number" }
  | { readonly is: "whole number"; readonly least: number; readonly most: number }
  | { readonly is: "one of"; readonly words: readonly Word[]; readonly expected: string }
  | { readonly is: "JSON" }
  | { readonly is: "JSON object" }
  | { readonly is: "list"; readonly of: UntypedCodec }
  | { readonly is: "map"; readonly of: UntypedCodec }
  | { readonly is: "object"; readonly fields: Readonly<Record<string, UntypedCodec>> }
  | {
      readonly is: "union";
      readonly tag: string;
      readonly of: ReadonlyMap<unknown, UntypedCodec>;
      readonly expected: string;
    }
  | {
      readonly is: "default";
      readonly of: UntypedCodec;
      readonly fallback: () => unknown;
      readonly tolerates: Tolerance;
    }
  | {
      readonly is: "check";
      readonly of: UntypedCodec;
      readonly expected: string;
      readonly test: (value: never) => boolean;
    }
  | {
      readonly is: "transform";
      readonly of: UntypedCodec;
      readonly read: (stored: never) => unknown;
      readonly write: (value: never) => unknown;
    };

/** Says for which stored values the fallback is read instead. Each word includes the words before it. */
export type Tolerance = "missing" | "null" | "unreadable";

/** Text that anybody may have written, so `mapTexts` changes it. */
export const text: Codec<string> = textLike(/(?:)/, "text", false);
export const nonEmptyText: Codec<string> = textLike(/./s, "text that is not empty", false);
export const generatedText: Codec<string> = textLike(/(?:)/, "text");
export const number: Codec<number> = { is: "number" };
export const wholeNumber: Codec<number> = wholeNumberFrom(0);
export const boolean: Codec<boolean> = oneOf([true, false]);
export const json: Codec<JsonValue> = { is: "JSON" };
export const jsonObject: Codec<JsonObject> = { is: "JSON object" };

export function textLike(pattern: RegExp, expected: string, isGenerated = true): Codec<string> {
  return { is: "text", pattern, expected, isGenerated };
}

export function wholeNumberFrom(least: number, most: number = Number.MAX_SAFE_INTEGER): Codec<number> {
  return { is: "whole number", least, most };
}

export function oneOf<const W extends Word>(words: readonly W[]): Codec<W> {
  return { is: "one of", words, expected: words.join(words.length > 2 ? ", " : " or ") };
}

export function list<T>(of: Codec<T>): Codec<readonly T[]> {
  return { is: "list", of };
}

export function map<T>(of: Codec<T>): Codec<Map<string, T>> {
  return { is: "map", of };
}

/** Fields that `fields` doesn't list are neither read nor written. */
export function object<F extends Fields>(fields: F): Codec<ObjectOf<F>> {
  return { is: "object", fields };
}

export function union<const N extends string, M extends Readonly<Record<string, Fields>>>(
  tag: N,
  members: M,
): Codec<{ [W in keyof M & string]: Flat<{ readonly [T in N]: W } & ObjectOf<M[W]>> }[keyof M & string]> {
  const of = Object.entries(members).map(
    ([word, fields]) => [word, object({ [tag]: oneOf([word]), ...fields })] as const,
  );
  return { is: "union", tag, of: new Map(of), expected: Object.keys(members).join(", ") };
}

export function optional<T>(of: Codec<T>, tolerates: Tolerance = "missing"): Optional<T> {
  return { is: "default", of, fallback: () => undefined, tolerates };
}

export function withFallback<T>(
  of: Codec<T>,
  fallback: () => NoInfer<T>,
  tolerates: Tolerance = "missing",
): Codec<T> {
  return { is: "default", of, fallback, tolerates };
}

/** Reads a map without its unreadable entries. A missing or wholly unreadable map is read as an empty map. */
export function tolerantMap<T>(of: Codec<T>): Codec<Map<string, T>> {
  return withFallback(map(optional(of, "unreadable")), () => new Map(), "unreadable");
}

export function withCheck<T>(of: Codec<T>, expected: string, test: (value: T) => boolean): Codec<T> {
  return { is: "check", of, expected, test };
}

export function transform<S, T>(of: Codec<S>, read: (stored: S) => T, write: (value: T) => S): Codec<T> {
  return { is: "transform", of, read, write };
}

export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
  /** A path like `results.tests[1].status`; empty if the whole value is unreadable. */
  path = "";
  readonly stored: unknown;
  readonly expected: string;

  constructor(stored: unknown, expected: string) {
    super(`expected ${expected}`);
    this.stored = stored;
    this.expected = expected;
  }

  prependStep(step: string | number): this {
    const stepText = typeof step === "number" ? `[${step}]` : step;
    this.path = /^(\[|$)/.test(this.path) ? stepText + this.path : `${stepText}.${this.path}`;
    return this;
  }
}

/** Throws an `UnreadableError` if the stored value doesn't match the codec. */
export function read<T>(codec: Codec<T>, stored: unknown): T {
  return valueIn(codec, stored) as T;
}

export function readOrNothing<T>(codec: Codec<T>, stored: unknown): T | undefined {
  return read(optional(codec, "unreadable"), stored);
}

function valueIn(codec: UntypedCodec, stored: unknown): unknown {
  switch (codec.is) {
    case "text":
      return check(typeof stored === "string" && codec.pattern.test(stored), stored, codec.expected);
    case "number":
      return check(typeof stored === "number", stored, "a number");
    case "whole number": {
      const isWithin =
        Number.isInteger(stored) && Number(stored) >= codec.least && Number(stored) <= codec.most;
      return check(isWithin, stored, "a whole number");
    }
    case "one of":
      return check(codec.words.includes(stored as Word), stored, codec.expected);
    case "JSON":
      return check(stored !== undefined, stored, "JSON");
    case "JSON object":
      return check(isJsonObject(stored), stored, "an object");
    case "list": {
      const parts: unknown[] = [];
      check(Array.isArray(stored), stored, "a list");
      for (const [index, each] of (stored as unknown[]).entries()) {
        const part = partIn(codec.of, each, index);
        if (part !== undefined) parts.push(part);
      }
      return parts;
    }
    case "map": {
      const parts = new Map<string, unknown>();
      for (const [name, each] of Object.entries(objectIn(stored))) {
        const part = partIn(codec.of, each, name);
        if (part !== undefined) parts.set(name, part);
      }
      return parts;
    }
    case "object": {
      const from = objectIn(stored);
      const value: Record<string, unknown> = {};
      // `Object.entries` would allocate lists for each object, and a report can contain a million cases.
      for (const name in codec.fields) {
        const field = codec.fields[name];
        const part = field && partIn(field, from[name], name);
        if (part !== undefined) value[name] = part;
      }
      return value;
    }
    case "union": {
      const member = codec.of.get(objectIn(stored)[codec.tag]);
      check(member !== undefined, stored, codec.expected);
      return member && valueIn(member, stored);
    }
    case "default":
      if (stored === undefined || (stored === null && codec.tolerates !== "missing")) return codec.fallback();
      try {
        return valueIn(codec.of, stored);
      } catch (error) {
        if (codec.tolerates === "unreadable" && error instanceof UnreadableError) return codec.fallback();
        throw error;
      }
    case "check": {
      const value = valueIn(codec.of, stored);
      check(codec.test(value as never), stored, codec.expected);
      return value;
    }
    case "transform":
      return codec.read(valueIn(codec.of, stored) as never);
  }
}

function check(isAsExpected: boolean, stored: unknown, expected: string): unknown {
  if (isAsExpected) return stored;
  throw new UnreadableError(stored, expected);
}

function objectIn(stored: unknown): JsonObject {
  return valueIn(jsonObject, stored) as JsonObject;
}

function partIn(codec: UntypedCodec, stored: unknown, step: string | number): unknown {
  try {
    return valueIn(codec, stored);
  } catch (error) {
    throw error instanceof UnreadableError ? error.prependStep(step) : error;
  }
}

export function write<T>(codec: Codec<T>, value: T): unknown {
  return storedValue(codec, value);
}

function storedValue(codec: UntypedCodec, value: unknown): unknown {
  switch (codec.is) {
    case "text":
    case "number":
    case "whole number":
    case "one of":
    case "JSON":
    case "JSON object":
      return value;
    case "list":
      return (value as readonly unknown[]).map(each => storedValue(codec.of, each));
    case "map": {
      const entries = [...(value as ReadonlyMap<string, unknown>)];
      return Object.fromEntries(entries.map(([name, each]) => [name, storedValue(codec.of, each)]));
    }
    case "object": {
      const stored: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(codec.fields)) {
        const part = (value as Record<string, unknown>)[name];
        if (part !== undefined) stored[name] = storedValue(field, part);
      }
      return stored;
    }
    case "union": {
      const member = codec.of.get((value as Record<string, unknown>)[codec.tag]);
      return member && storedValue(member, value);
    }
    case "default":
    case "check":
      return storedValue(codec.of, value);
    case "transform":
      return storedValue(codec.of, codec.write(value as never));
  }
}
