/** Collects the records that a response names, and the objects that describe a review, during a walk. */

import { type Kind, operation } from "../service/operations.ts";
import type { Findings, ReviewObject } from "./findings.ts";
import { ObjectNode, type ResponseNode } from "./nodes.ts";
import { type About, type FoundRecord, recordOf, rootRecord } from "./records.ts";

export interface RecordOptions {
  readonly about?: About | undefined;
  /** Without it, only reviews are collected. */
  readonly allRecords?: boolean | undefined;
}

export class RecordFinder {
  readonly #findings: Findings;
  readonly #options: RecordOptions;
  readonly #reviewOf = new Map<ResponseNode, FoundRecord>();

  constructor(findings: Findings, options: RecordOptions) {
    this.#findings = findings;
    this.#options = options;
  }

  isWanted(kind: Kind): boolean {
    return kind === "review" || this.#options.allRecords === true;
  }

  add(record: FoundRecord): void {
    this.#findings.records.push(record);
    if (record.kind === "review" && record.own !== null) this.#addReview(record, record.own);
  }

  #addReview(review: FoundRecord, own: ObjectNode): void {
    this.#reviewOf.set(own, review);
    this.#findings.reviewNodes.set(review, [own]);
  }

  find(node: ObjectNode): void {
    const { about } = this.#options;
    if (node.parent !== null) {
      if (node.context.key.record === undefined) return;
      const record = recordOf(node);
      if (record !== undefined && this.isWanted(record.kind)) this.add(record);
      return;
    }
    if (about === undefined) return;
    const { kind } = operation(about.operation);
    const record = rootRecord(node, about);
    if (record !== undefined && this.isWanted(kind)) this.add(record);
    // The response to an operation on a review describes that review, even under another id.
    else if (kind === "review" && about.id !== undefined)
      this.#addReview({ kind, id: about.id, own: node, around: null }, node);
  }

  /** An object that wraps part of a review's object describes the same review, unless it has another review's id. */
  enter(node: ReviewObject): void {
    if (this.#reviewOf.size === 0) return;
    const { parent, step, value } = node;
    const around = parent !== null && typeof step === "number" ? parent.parent : parent;
    const review = around === null ? undefined : this.#reviewOf.get(around);
    const { key } = node.context;
    if (review === undefined || around === null) return;
    if (key.holds === "cases" && around === parent && node instanceof ObjectNode)
      this.#findings.reviewCases.set(review, node);
    // A run or a result deeper in the object describes the case of the review.
    const isNear =
      around === review.own && (around.parent === null || this.#options.about?.operation !== "submitReview");
    if (!(key.envelope || key.head === "verdict" || (key.wraps && isNear))) return;
    const id = value["id"];
    const isOwn = typeof step === "number" ? id === review.id : typeof id !== "string" || id === review.id;
    if (!isOwn) return;
    this.#reviewOf.set(node, review);
    this.#findings.reviewNodes.get(review)?.push(node);
  }
}
