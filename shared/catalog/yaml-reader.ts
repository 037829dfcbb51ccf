/** Reads YAML nodes as JSON, with limits for aliases and depth. */

import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { JsonValue } from "../json.ts";
import { isNumberPreserved } from "../json-loss.ts";
import type { CatalogProblem } from "./catalog.ts";
import { type CatalogDocument, keyText, spanOf } from "./document.ts";
import { brief, quote } from "./quote.ts";

/** Keys, and positions in lists, from the top of the document. */
export type YamlPath = readonly (string | number)[];
export type PlainNode = Scalar | YAMLMap | YAMLSeq;

export interface MapEntry {
  readonly key: string;
  readonly keyNode: Scalar;
  readonly value: Node;
}

/** Few enough for the call stack, and more than a catalog needs. */
const mostLevels = 100;
/** A limit for the values that all aliases stand for together, because aliases of aliases multiply the values. */
const mostShared = 10_000;
/** A long text counts as several values, because it can contain several references. */
const charactersOfValue = 100;

const jsonTags = new Set(
  ["map", "seq", "str", "int", "float", "bool", "null"].map(name => `tag:yaml.org,2002:${name}`),
);

export class YamlReader {
  readonly document: CatalogDocument;
  readonly problems: CatalogProblem[] = [];
  readonly texts: { readonly path: YamlPath; readonly node: Scalar<string> }[] = [];
  readonly #aliased = new Set<Node>();
  #shared = 0;

  constructor(document: CatalogDocument) {
    this.document = document;
  }

  addError(node: Node, message: string, suggestion?: string): void {
    this.#add("error", node, message, suggestion);
  }

  addWarning(node: Node, message: string, suggestion?: string): void {
    this.#add("warning", node, message, suggestion);
  }

  #add(
    severity: CatalogProblem["severity"],
    node: Node,
    message: string,
    suggestion: string | undefined,
  ): void {
    const { positions } = this.document;
    const location = positions.locate(positions.firstLineOf(spanOf(node)));
    this.problems.push({
      ...location,
      severity,
      message,
      ...(suggestion !== undefined && { suggestion }),
    });
  }

  /** Reads a node, or the node that an alias stands for. Gives undefined and adds a problem if it can't be read. */
  readNode<T>(node: Node, path: YamlPath, read: (node: PlainNode) => T | undefined): T | undefined {
    if (isAlias(node)) return this.#openAlias(node, path, read);
    if (this.#aliased.size > 0 && this.#isTooMuchShared(node)) return undefined;
    if (path.length > mostLevels) {
      this.addError(
        node,
        `This is nested more than ${mostLevels} levels deep, which is deeper than the catalog goes.`,
      );
      return undefined;
    }
    if (node.tag !== undefined && !jsonTags.has(node.tag)) {
      this.addError(node, `${quote(node.tag)} is not a type that JSON knows: remove the tag.`);
      return undefined;
    }
    return read(node as PlainNode);
  }

  #openAlias<T>(alias: Alias, path: YamlPath, read: (node: PlainNode) => T | undefined): T | undefined {
    const target = this.document.resolveAlias(alias);
    const name = brief(alias.source);
    if (target === undefined) {
      this.addError(alias, `\`*${name}\` stands for nothing: no value before it is marked \`&${name}\`.`);
      return undefined;
    }
    if (this.#aliased.has(target)) {
      this.addError(alias, `\`*${name}\` is inside the value that it stands for: write the value out.`);
      return undefined;
    }
    this.#aliased.add(target);
    const value = this.readNode(target, path, read);
    this.#aliased.delete(target);
    return value;
  }

  #isTooMuchShared(node: Node): boolean {
    const wasTooMuch = this.#shared >= mostShared;
    const characters = isScalar(node) && typeof node.value === "string" ? node.value.length : 0;
    this.#shared += 1 + Math.floor(characters / charactersOfValue);
    const isTooMuch = this.#shared >= mostShared;
    if (isTooMuch && !wasTooMuch) {
      this.addError(node, `Aliases repeat more than ${mostShared} values: write out what is needed.`);
    }
    return isTooMuch;
  }

  /** Gives the entries of a map. A repeated key is a problem, and its first entry counts. */
  entries(map: YAMLMap, path: YamlPath): MapEntry[] {
    const entries = new Map<string, MapEntry>();
    for (const pair of map.items) {
      const { key: keyNode, value } = pair as { key: Node; value: Node | null };
      const key = keyText(keyNode);
      if (key === undefined || !isScalar(keyNode)) {
        this.addError(
          keyNode,
          `A key is missing or is not text${inPath(path)}: an entry is written \`key: value\`.`,
        );
        continue;
      }
      const first = entries.get(key);
      if (first !== undefined) {
        const { line } = this.document.positions.locate(spanOf(first.keyNode));
        this.addError(
          keyNode,
          `${quote(key)} is here twice${inPath(path)}; the first is on line ${line}. Remove or rename one.`,
        );
      } else if (key === "<<") {
        this.addError(keyNode, "`<<` (merging) is not part of YAML 1.2: write the entries out.");
      } else {
        entries.set(key, {
          key,
          keyNode,
          value: value === null || isEmptyNode(value) ? emptyAt(keyNode) : value,
        });
      }
    }
    return [...entries.values()];
  }

  json(node: Node, path: YamlPath): JsonValue | undefined {
    return this.readNode(node, path, plain => {
      if (isMap(plain)) {
        const entries = this.entries(plain, path).map(({ key, value }) => [
          key,
          this.json(value, [...path, key]),
        ]);
        return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
      }
      if (isSeq(plain)) {
        return plain.items
          .map((item, index) => this.json(item as Node, [...path, index]))
          .filter(item => item !== undefined);
      }
      return this.scalar(plain, path);
    });
  }

  scalar(node: Scalar, path: YamlPath): string | number | boolean | null | undefined {
    const { value } = node;
    if (typeof value === "string") {
      this.texts.push({ path, node: node as Scalar<string> });
      return value;
    }
    if (typeof value === "number") {
      if (!Number.isFinite(value)) {
        this.addError(
          node,
          `${quote(node.source ?? "")} is not a number that JSON knows: put quotes around it, or leave it out.`,
        );
        return undefined;
      }
      if (!isNumberPreserved(node.source ?? "", value)) {
        this.addError(
          node,
          `${quote(node.source ?? "")} has too many digits to be kept as a number: put quotes around it.`,
        );
        return undefined;
      }
      return value;
    }
    if (typeof value === "boolean" || value === null) return value;
    this.addError(node, "This is not a value that JSON knows: write it as text.");
    return undefined;
  }
}

const mostOfPath = 200;

/** Writes a path like `forms.submitReview[0].type`, cut to a length that a message can show. */
export function pathText(path: YamlPath): string {
  let text = "";
  for (const step of path) {
    if (text.length > mostOfPath) return `${text}…`;
    text += typeof step === "number" ? `[${step}]` : `${text === "" ? "" : "."}${brief(step)}`;
  }
  return text;
}

export function inPath(path: YamlPath): string {
  return path.length === 0 ? "" : ` in \`${pathText(path)}\``;
}

/** True where the file has no value after a key or a dash, not even `null`. */
export function isEmptyNode(node: Node): boolean {
  return (
    isScalar(node) && node.value === null && node.tag === undefined && node.range?.[0] === node.range?.[1]
  );
}

/** Stands for an empty value, with the key's location, so that problems are shown at the key. */
function emptyAt(key: Scalar): Scalar {
  const empty = new Scalar(null);
  empty.range = key.range ?? null;
  return empty;
}
