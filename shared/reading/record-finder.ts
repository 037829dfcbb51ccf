/** Finds the records that a response names during a walk, and the objects that speak of a review. */

import { type Kind, operation } from "../service/operations.ts";
import type { Findings, ReviewObject } from "./findings.ts";
import { ObjectNode, type ResponseNode } from "./nodes.ts";
import { type About, type FoundRecord, recordOf, rootRecord } from "./records.ts";

export interface RecordOptions {
  readonly about?: About | undefined;
  /** Finds every record, not reviews alone. */
  readonly allRecords?: boolean | undefined;
}

export class RecordFinder {
  readonly #findings: Findings;
  readonly #options: RecordOptions;
  /** The review of which an object speaks, for the few objects that do. */
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
    // An answer to an operation on a review is about that review, whatever id it bears.
    else if (kind === "review" && about.id !== undefined)
      this.#addReview({ kind, id: about.id, own: node, around: null }, node);
  }

  /** An object that only wraps a part of a review's own speaks of that review; one with the id of another does not. */
  enter(node: ReviewObject): void {
    if (this.#reviewOf.size === 0) return;
    const { parent, step, value } = node;
    const around = parent !== null && typeof step === "number" ? parent.parent : parent;
    const review = around === null ? undefined : this.#reviewOf.get(around);
    const { key } = node.context;
    if (review === undefined || around === null) return;
    if (key.holds === "cases" && around === parent && node instanceof ObjectNode)
      this.#findings.reviewCases.set(review, node);
    // Further in, a run or a result is that of the case that the review is about.
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
