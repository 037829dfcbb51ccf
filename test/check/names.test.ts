import { expect, test } from "vitest";
import { readSource } from "./code.ts";
import { commentProblems, exportedNames, nameProblems } from "./names.ts";

test("every exported declaration is found", () => {
  const text = [
    "export function one<T>(value: T): T { return value; }",
    "export async function two() {}",
    "export function* three() {}",
    "export class Four {}",
    "export abstract class Five {}",
    "export const six = 6, notFound = 7;",
    "export interface Seven { readonly field: string }",
    "export type Eight = 'eight';",
    "export default function nine() {}",
    "export const { ten, property: eleven } = six;",
    "const hidden = 12;",
    "export { hidden as twelve, type Local };",
  ].join("\n");
  expect([...exportedNames(text)]).toEqual([
    ...["one", "two", "three", "Four", "Five", "six", "Seven", "Eight", "nine", "ten", "eleven"],
    ...["twelve", "Local"],
  ]);
});

test.each([
  'export { one } from "./one.ts";',
  'export type { One } from "./one.ts";',
  'export * from "./one.ts";',
  "const one = 1;",
  "// export const one = 1;",
  "/*\nexport const one = 1;\n*/",
  "const text = `\nexport const one = 1;\n`;",
  "export default one;",
])("others are not: %s", text => {
  expect([...exportedNames(text)]).toEqual([]);
});

test("a name of two files needs an allowance, and an allowance needs two files", () => {
  const texts = new Map([
    ["a.ts", "export const place = 1;\nexport function page(): void;\nexport function page(id?: string) {}"],
    ["b.ts", "export interface place {}"],
  ]);
  expect(nameProblems(texts, {})).toEqual(['"place" has several meanings: a.ts, b.ts export it']);
  expect(nameProblems(texts, { place: "both are asked for" })).toEqual([]);
  expect(nameProblems(texts, { place: "both are asked for", page: "" })).toEqual([
    'test/check/names.ts allows "page", which only one file exports, or none',
  ]);
});

test("a comment with a forbidden beginning is found wherever it is", () => {
  const text = [
    "/** What this file is for. */",
    "interface Options {",
    "  /** Whoever waits. */",
    '  readonly name: "// Of" | `/* Of */`; // Of a person.',
    "}",
    "function run(/* That which runs */ name: string): // Who runs",
    "  string {",
    "  /*",
    "   * Whatever it is.",
    "   */",
    "  return name;",
    "}",
  ].join("\n");
  expect(commentProblems("a.ts", text)).toEqual([
    'a.ts:1: a comment begins with "What"',
    'a.ts:3: a comment begins with "Whoever"',
    'a.ts:4: a comment begins with "Of"',
    'a.ts:6: a comment begins with "That which"',
    'a.ts:6: a comment begins with "Who"',
    'a.ts:8: a comment begins with "Whatever"',
  ]);
});

test.each([
  "/** Whole numbers, often. */",
  "// The place\n// Of this sentence is in the middle.",
  'const text = "// What";',
  "const quote = /[\"'`]/; // A quote.",
  "const template = `${name} // What ${`/* Who */`}`;",
  "const pattern = /\\/* What */;",
  "const half = whole / 2; // Half\nconst other = '// Of';",
])("others are not: %s", text => {
  expect(commentProblems("a.ts", text)).toEqual([]);
});

test("line comments below each other are one comment, and a line of code separates them", () => {
  const text = "let one; // It is one,\n  // and no more.\n\n// Another.\nlet two;\n// A third.";
  expect(readSource(text).comments).toEqual([
    { line: 1, text: "It is one,\nand no more." },
    { line: 4, text: "Another." },
    { line: 6, text: "A third." },
  ]);
});

test("the code keeps its length and its lines", () => {
  const text = 'type Text = "ä…😀"; /* comment */\nexport const one = "ä…😀";\n';
  const { code } = readSource(text);
  expect(code).toHaveLength(text.length);
  expect(code.split("\n").map(line => line.trimEnd())).toEqual([
    `type Text = ${" ".repeat(6)};`,
    `export const one = ${" ".repeat(6)};`,
    "",
  ]);
});
