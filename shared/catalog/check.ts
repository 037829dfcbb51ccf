/** Checks YAML nodes against the catalog's shape, and reads every valid part as JSON. */

import { isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { nearest } from "../nearest.ts";
import { listInWords } from "../wording.ts";
import { brief, quote } from "./quote.ts";
import type { Pattern, Shape } from "./shape.ts";
import { inPath, type PlainNode, pathText, type YamlPath, type YamlReader } from "./yaml-reader.ts";

/**
 * Gives the valid parts, or undefined if the node itself is invalid or lacks a required part. Adds a problem for each invalid
 * or missing part.
 */
export function checkNode(
  reader: YamlReader,
  node: Node,
  shape: Shape,
  path: YamlPath,
): JsonValue | undefined {
  return reader.readNode(node, path, plain => {
    switch (shape.is) {
      case "text":
        return checkText(reader, plain, shape.pattern, path);
      case "flag":
        if (isScalar(plain) && typeof plain.value === "boolean") return plain.value;
        return addMismatch(reader, plain, path, "`true` or `false`");
      case "number":
        if (isScalar(plain) && isWithin(plain.value, shape)) return plain.value;
        return addMismatch(reader, plain, path, `a whole number from ${shape.least} to ${shape.most}`);
      case "word": {
        const word = isScalar(plain) ? plain.value : undefined;
        if (typeof word === "string" && shape.words.includes(word)) return word;
        return addMismatch(
          reader,
          plain,
          path,
          listInWords(shape.words, "or"),
          typeof word === "string" ? nearest(word, shape.words) : undefined,
        );
      }
      case "scalar":
        if (isScalar(plain) && plain.value !== null) return reader.scalar(plain, path);
        return addMismatch(reader, plain, path, "text, a number, `true` or `false`");
      case "list":
        if (!isSeq(plain) || plain.items.length === 0) {
          return addMismatch(reader, plain, path, "a list with at least one item, such as `[a, b]`");
        }
        return checkList(reader, plain, shape, path);
      case "json":
      case "entries":
      case "object":
        if (isNothing(plain) && !hasRequiredParts(shape)) return {};
        if (!isMap(plain)) return addMismatch(reader, plain, path, "entries, each written `key: value`");
        if (shape.is === "json") return reader.json(plain, path);
        return shape.is === "entries"
          ? checkEntries(reader, plain, shape, path)
          : checkParts(reader, plain, shape, path);
    }
  });
}

function isWithin(value: unknown, { least, most }: Shape & { is: "number" }): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function isNothing(node: PlainNode): boolean {
  return isScalar(node) && node.value === null;
}

function hasRequiredParts(shape: Shape): boolean {
  return shape.is === "object" && Object.values(shape.parts).some(part => part.required);
}

function checkText(
  reader: YamlReader,
  node: PlainNode,
  pattern: Pattern,
  path: YamlPath,
): string | undefined {
  if (!isScalar(node)) return addMismatch(reader, node, path, "text");
  const { value, source } = node;
  if (typeof value !== "string") {
    // An id such as `12` is still read as text, because a record without an id would count as not created yet.
    const readable = value === null || source === undefined ? undefined : source;
    const advice =
      readable === undefined
        ? "text; remove the line if you have none yet"
        : `text: put quotes around it, "${brief(readable)}"`;
    addMismatch(reader, node, path, advice);
    return readable;
  }
  if (!pattern.regex.test(value)) {
    reader.addError(node, `\`${pathText(path)}\` must be ${pattern.means}.`);
    return undefined;
  }
  return value;
}

function checkList(
  reader: YamlReader,
  list: YAMLSeq,
  { of, distinct }: Shape & { is: "list" },
  path: YamlPath,
): JsonValue[] {
  const written = new Set<string>();
  return list.items.flatMap((node, index) => {
    const item = checkNode(reader, node as Node, of, [...path, index]);
    if (item === undefined) return [];
    const value = typeof distinct === "object" && isJsonObject(item) ? item[distinct.by] : item;
    if (distinct !== undefined && value !== undefined) {
      const text = JSON.stringify(value);
      const subject = quote(typeof value === "string" ? value : text);
      if (written.has(text))
        reader.addWarning(node as Node, `${subject} is here twice${inPath(path)}: remove or rename one.`);
      written.add(text);
    }
    return [item];
  });
}

function checkEntries(
  reader: YamlReader,
  map: YAMLMap,
  shape: Shape & { is: "entries" },
  path: YamlPath,
): JsonObject {
  return objectOf(
    reader.entries(map, path).map(({ key, keyNode, value }) => {
      if (!shape.keys.regex.test(key)) {
        reader.addError(keyNode, `${quote(key)}${inPath(path)} must be ${shape.keys.means}.`);
        return [key, undefined];
      }
      return [key, checkNode(reader, value, shape.of, [...path, key])];
    }),
  );
}

function checkParts(
  reader: YamlReader,
  map: YAMLMap,
  { parts, refuses }: Shape & { is: "object" },
  path: YamlPath,
): JsonObject | undefined {
  const keyNodes = new Map<string, Node>();
  const result = objectOf(
    reader.entries(map, path).map(({ key, keyNode, value }) => {
      const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
      if (part === undefined) {
        const refusal = refuses?.(key);
        const near = refusal === undefined ? nearest(key, Object.keys(parts)) : undefined;
        reader.addError(keyNode, refusal ?? unknownKey(key, Object.keys(parts), near, path), near);
        return [key, undefined];
      }
      keyNodes.set(key, keyNode);
      return [key, checkNode(reader, value, part.shape, [...path, key])];
    }),
  );
  let isComplete = true;
  for (const [key, { shape, required, requiredOnlyWhen }] of Object.entries(parts)) {
    const keyNode = keyNodes.get(key);
    const isNeeded = requiredOnlyWhen !== undefined && result[requiredOnlyWhen.part] === requiredOnlyWhen.has;
    const condition = requiredOnlyWhen && `\`${requiredOnlyWhen.part}: ${requiredOnlyWhen.has}\``;
    if (required && keyNode === undefined) {
      reader.addError(map, `\`${key}\` is missing${inPath(path)}. ${shape.about}`);
    }
    if (isNeeded && keyNode === undefined) {
      reader.addError(map, `${condition} needs \`${key}\`${inPath(path)}. ${shape.about}`);
    }
    if (condition !== undefined && !isNeeded && keyNode !== undefined) {
      const message = `\`${key}\` is allowed only with ${condition}${inPath(path)}: remove \`${key}\`, or change \`${requiredOnlyWhen?.part}\`.`;
      reader.addError(keyNode, message);
      delete result[key];
    }
    if ((required || isNeeded) && result[key] === undefined) isComplete = false;
  }
  return isComplete ? result : undefined;
}

function objectOf(entries: (readonly [string, JsonValue | undefined])[]): JsonObject {
  const readable = entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(readable);
}

function unknownKey(key: string, known: readonly string[], near: string | undefined, path: YamlPath): string {
  const advice = near === undefined ? `It can be ${listInWords(known, "or")}.` : `Did you mean \`${near}\`?`;
  return `${quote(key)} is not known${path.length === 0 ? " in the catalog" : inPath(path)}. ${advice}`;
}

function addMismatch(
  reader: YamlReader,
  node: PlainNode,
  path: YamlPath,
  expected: string,
  near?: string,
): undefined {
  const subject = path.length === 0 ? "The catalog" : `\`${pathText(path)}\``;
  const advice = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  reader.addError(node, `${subject} is ${describeNode(node)}, but must be ${expected}.${advice}`, near);
  return undefined;
}

function describeNode(node: PlainNode): string {
  if (isMap(node)) return "a group of entries";
  if (isSeq(node)) return node.items.length === 0 ? "an empty list" : "a list";
  if (node.value === null) return "empty";
  if (typeof node.value !== "string") return quote(node.source ?? "");
  return node.value.length > 30 || node.value.includes("\n") ? "text" : `the text \`${node.value}\``;
}
