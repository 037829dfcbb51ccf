/** During a walk, collects the records that the response names and the objects that describe reviews. */

import { type Kind, operation } from "../service/operations.ts";
import type { Findings, ReviewNode } from "./findings.ts";
import { ObjectNode, type ResponseNode } from "./nodes.ts";
import { type RecordShape, recordShapeIn } from "./record-shapes.ts";
import {
  envelopedRecord,
  isNumbered,
  type RecordInResponse,
  type RequestReference,
  recordOf,
  rootRecord,
} from "./records.ts";

export interface RecordOptions {
  readonly request?: RequestReference | undefined;
  /** If false or absent, only reviews are collected. */
  readonly allRecords?: boolean | undefined;
}

export class RecordFinder {
  readonly #findings: Findings;
  readonly #options: RecordOptions;
  readonly #reviewOf = new Map<ResponseNode, RecordInResponse>();

  constructor(findings: Findings, options: RecordOptions) {
    this.#findings = findings;
    this.#options = options;
  }

  isWanted(kind: Kind): boolean {
    return kind === "review" || this.#options.allRecords === true;
  }

  add(record: RecordInResponse): void {
    this.#findings.records.push(record);
    if (record.kind === "review" && record.ownNode !== null) this.#addReview(record, record.ownNode);
  }

  #addReview(review: RecordInResponse, node: ObjectNode): void {
    this.#reviewOf.set(node, review);
    this.#findings.reviewNodes.set(review, [node]);
  }

  addRecordOf(node: ObjectNode): void {
    const { request } = this.#options;
    if (node.parent !== null) {
      const shape = this.#shapeOf(node);
      const record = shape ? recordOf(node, shape, request) : request && envelopedRecord(node, request);
      if (record === undefined) this.#findings.numberedObjectCount += isNumbered(node, shape) ? 1 : 0;
      else if (this.isWanted(record.kind)) this.add(record);
      return;
    }
    if (request === undefined) return;
    const { kind } = operation(request.operation);
    const record = rootRecord(node, request);
    if (record !== undefined && this.isWanted(kind)) this.add(record);
    // The response to an operation on a review describes that review, even if it has another id or none.
    else if (kind === "review" && request.id !== undefined)
      this.#addReview({ kind, id: request.id, ownNode: node, enclosingNode: null }, node);
  }

  #shapeOf({ nameOrIndex, context }: ObjectNode): RecordShape | undefined {
    const { recordShape } = context.key;
    const { request } = this.#options;
    if (recordShape !== undefined || request === undefined || typeof nameOrIndex !== "string")
      return recordShape;
    return recordShapeIn(nameOrIndex, request.operation);
  }

  /**
   * An envelope, a verdict or a wrapper in a review's object describes the same review, unless it has another id. An
   * element of a list describes the review only if it has the review's id.
   */
  noteReviewObject(node: ReviewNode): void {
    if (this.#reviewOf.size === 0) return;
    const { parent, nameOrIndex, value } = node;
    const outer = parent !== null && typeof nameOrIndex === "number" ? parent.parent : parent;
    const review = outer === null ? undefined : this.#reviewOf.get(outer);
    const { key } = node.context;
    if (review === undefined || outer === null) return;
    if (key.elementKind === "cases" && outer === parent && node instanceof ObjectNode)
      this.#findings.reviewCaseNodes.set(review, node);
    // Any other wrapper, such as the result of a run, describes the case of the review.
    const isDirectlyInside =
      outer === review.ownNode &&
      (outer.parent === null || this.#options.request?.operation !== "submitReview");
    if (!(key.isEnvelope || key.lastWordKind === "verdict" || (key.isWrapper && isDirectlyInside))) return;
    const id = value["id"];
    const isSameReview =
      typeof nameOrIndex === "number" ? id === review.id : typeof id !== "string" || id === review.id;
    if (!isSameReview) return;
    this.#reviewOf.set(node, review);
    this.#findings.reviewNodes.get(review)?.push(node);
  }
}
