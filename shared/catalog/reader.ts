/** Reads YAML nodes as JSON, as far as JSON can hold them, and keeps aliases, depth and repeated keys harmless. */

import { isAlias, isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import type { JsonValue } from "../json.ts";
import { isKept } from "../json-loss.ts";
import type { Problem } from "./catalog.ts";
import { type CatalogDocument, keyText, placeOfNode } from "./document.ts";

export type Path = readonly (string | number)[];
export type Plain = Scalar | YAMLMap | YAMLSeq;

export interface Entry {
  readonly key: string;
  readonly keyNode: Scalar;
  readonly value: Node;
}

/** Deeper than anyone writes, and shallow enough for the call stack. */
const deepest = 100;
/** How many values all aliases may stand for: enough to share some defaults, too few for a bomb. */
const mostShared = 10_000;

const jsonTags = new Set(
  ["map", "seq", "str", "int", "float", "bool", "null"].map(name => `tag:yaml.org,2002:${name}`),
);

export class Reader {
  readonly document: CatalogDocument;
  readonly problems: Problem[] = [];
  /** The texts read by `json`: the places where references may be. */
  readonly texts: { readonly path: Path; readonly node: Scalar<string> }[] = [];
  readonly #aliased = new Set<Node>();
  #shared = 0;

  constructor(document: CatalogDocument) {
    this.document = document;
  }

  error(node: Node, message: string): void {
    const [start, end] = placeOfNode(node);
    // The first line of a long value is enough to be shown.
    const newline = this.document.text.indexOf("\n", start);
    const place = this.document.locate(start, newline === -1 ? end : Math.min(end, newline));
    this.problems.push({ ...place, severity: "error", message });
  }

  /** Reads what the node stands for; undefined, with a problem noted, where nothing can be read. */
  open<T>(node: Node, path: Path, read: (node: Plain) => T | undefined): T | undefined {
    if (isAlias(node)) {
      const target = this.document.target(node);
      if (target === undefined) {
        this.error(
          node,
          `\`*${node.source}\` stands for nothing: no value before it is marked \`&${node.source}\`.`,
        );
        return undefined;
      }
      if (this.#aliased.has(target)) {
        this.error(node, `\`*${node.source}\` stands for something that contains it: write the value out.`);
        return undefined;
      }
      this.#aliased.add(target);
      const value = this.open(target, path, read);
      this.#aliased.delete(target);
      return value;
    }
    if (this.#aliased.size > 0 && ++this.#shared >= mostShared) {
      if (this.#shared === mostShared) {
        this.error(node, `Aliases repeat more than ${mostShared} values: write out what is needed.`);
      }
      return undefined;
    }
    if (path.length > deepest) {
      this.error(
        node,
        `This is nested more than ${deepest} levels deep, which is deeper than the catalog goes.`,
      );
      return undefined;
    }
    if (node.tag !== undefined && !jsonTags.has(node.tag)) {
      this.error(node, `\`${node.tag}\` is not a type that JSON knows: remove the tag.`);
      return undefined;
    }
    return read(node as Plain);
  }

  /** The entries of a map; of those with the same key, the first. */
  entries(map: YAMLMap, path: Path): Entry[] {
    const entries = new Map<string, Entry>();
    for (const pair of map.items) {
      const { key: keyNode, value } = pair as { key: Node; value: Node | null };
      const key = keyText(keyNode);
      if (key === undefined || !isScalar(keyNode)) {
        this.error(
          keyNode,
          `A key is missing or is not text${inPath(path)}: an entry is written \`key: value\`.`,
        );
        continue;
      }
      const first = entries.get(key);
      if (first !== undefined) {
        const { line } = this.document.locate(...placeOfNode(first.keyNode));
        this.error(
          keyNode,
          `\`${key}\` is here twice${inPath(path)}; the first is on line ${line}. Remove or rename one.`,
        );
      } else if (key === "<<") {
        this.error(keyNode, "`<<` (merging) is not part of YAML 1.2: write the entries out.");
      } else {
        entries.set(key, {
          key,
          keyNode,
          value: value === null || isEmpty(value) ? emptyAt(keyNode) : value,
        });
      }
    }
    return [...entries.values()];
  }

  json(node: Node, path: Path): JsonValue | undefined {
    return this.open(node, path, plain => {
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

  scalar(node: Scalar, path: Path): string | number | boolean | null | undefined {
    const { value } = node;
    if (typeof value === "string") {
      this.texts.push({ path, node: node as Scalar<string> });
      return value;
    }
    if (typeof value === "number") {
      if (!Number.isFinite(value)) {
        this.error(
          node,
          `\`${node.source}\` is not a number that JSON knows: put quotes around it, or leave it out.`,
        );
        return undefined;
      }
      if (!isKept(node.source ?? "", value)) {
        this.error(
          node,
          `\`${node.source}\` has too many digits to be kept as a number: put quotes around it.`,
        );
        return undefined;
      }
      return value;
    }
    if (typeof value === "boolean" || value === null) return value;
    this.error(node, "This is not a value that JSON knows: write it as text.");
    return undefined;
  }
}

/** As a person would write it: `forms.submitReview[0].type`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${step}`))
    .join("");
}

export function inPath(path: Path): string {
  return path.length === 0 ? "" : ` in \`${pathText(path)}\``;
}

/** Nothing was written after the key, not even `null`. */
export function isEmpty(node: Node): boolean {
  return (
    isScalar(node) && node.value === null && node.tag === undefined && node.range?.[0] === node.range?.[1]
  );
}

/** What is wrong with an empty value is best shown at its key. */
function emptyAt(key: Scalar): Scalar {
  const empty = new Scalar(null);
  empty.range = key.range ?? null;
  return empty;
}
