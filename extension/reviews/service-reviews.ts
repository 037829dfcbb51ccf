/** The reviews of the service in use that this workspace knows. */

import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";
import { assigneeInRecord } from "../../shared/reading/assignee.ts";
import { decidedFields, outdatedFields } from "../../shared/reading/decision.ts";
import { recordShapeOf } from "../../shared/reading/record-shapes.ts";
import { recordFields, recordKey } from "../../shared/reading/records.ts";
import { operation } from "../../shared/service/operations.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { AddressedRecord } from "../records/inventory.ts";
import type { RecordStore } from "../records/records.ts";
import type { ResponseStore } from "../records/responses.ts";
import { showLastResponse } from "../records/show-last-response.ts";
import type { QuickForm } from "../requests/form.ts";
import type { OperationCommands } from "../requests/operation-commands.ts";
import type { RawResponses } from "../runs/raw-responses.ts";
import type { ReportEditor } from "../runs/report-editor.ts";
import { hasReport, type RunStore, type StoredRun } from "../runs/store.ts";
import type { CatalogStore } from "../services/catalogs.ts";
import type { DetailsStore, ReviewDetails } from "../services/details.ts";
import { kindName } from "../services/kind-labels.ts";
import type { MemoryStore } from "../services/memory.ts";
import type { ReviewNote } from "../services/review-note.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import { groupByRun } from "../views/reviews.ts";
import type { Views } from "../views/views.ts";
import type { ReviewFacts } from "./facts.ts";
import type { ReviewAction, ReviewQueue, TitledReview } from "./queue.ts";

export interface ServiceReviewsDeps {
  readonly vscode: VSCode;
  readonly services: ServiceList;
  readonly catalogs: CatalogStore;
  readonly records: RecordStore;
  readonly detailsStore: DetailsStore;
  readonly responses: ResponseStore;
  readonly runs: RunStore;
  readonly rawResponses: RawResponses;
  readonly reportEditor: ReportEditor;
  readonly operations: OperationCommands;
  readonly memories: MemoryStore;
  readonly views: Pick<Views, "reveal" | "filter" | "shownReviews" | "onDidFilter">;
}

export class ServiceReviews implements ReviewQueue {
  readonly #deps: ServiceReviewsDeps;
  /** The service in use when the page showed the review, by review id. */
  readonly #services = new Map<string, Service>();

  constructor(deps: ServiceReviewsDeps) {
    this.#deps = deps;
  }

  service(): string | undefined {
    return this.#deps.services.current()?.id;
  }

  waitingIds(): readonly string[] {
    const { runs, services, views } = this.#deps;
    const ofService = runs.all.filter(({ service }) => service === services.current()?.id);
    const groups = groupByRun(views.shownReviews(), ofService);
    return groups.flatMap(({ reviews }) => reviews.map(({ id }) => id));
  }

  filter(): string {
    return this.#deps.views.filter;
  }

  waitingInPulls(): number {
    return this.#deps.records.pullRequestReviews.size;
  }

  async facts(id: string): Promise<ReviewFacts | undefined> {
    const { catalogs, memories, records, services, detailsStore } = this.#deps;
    await catalogs.ready();
    const service = services.current();
    const record = records.find(`review ${id}`);
    if (service === undefined || record === undefined) return undefined;
    this.#services.set(id, service);
    const known = await detailsStore.of(service);
    const fields = known.shortFields(record.key);
    const review = known.review(id);
    const note = records.reviewNotes.get(id);
    return {
      id,
      service: service.id,
      about: note?.about,
      question: record.name,
      asked: askedIn(fields ?? {}, record.name),
      isSettled: note?.settled ?? false,
      verdict: note?.verdict,
      evidence: note?.evidence ?? "",
      isCalibration: note?.calibration ?? false,
      sent: memories.of(service).decisionOf(id)?.fields,
      canBeRevised: note?.settled === true && !note.calibration,
      assignee: assigneeInRecord(fields ?? {}),
      ...(review === undefined && fields === undefined && { isOnlyNamed: true }),
      ...(review?.case && { case: review.case }),
      ...(review?.conversation && { conversation: review.conversation }),
      metrics: review?.metrics,
      otherFields: otherFieldsIn(fields ?? {}, record.name, note),
      origins: this.#origins(fields ?? {}, review),
      hasReport: this.#runOf(service, id, review) !== undefined,
      hasResponse: review !== undefined,
    };
  }

  form(id: string): Promise<QuickForm> {
    return this.#deps.operations.decisionForm({ id, service: this.service() });
  }

  async decide(
    { id, service: at, title }: TitledReview,
    fields: JsonObject,
    signal: AbortSignal,
  ): Promise<string> {
    const { memories, operations, services } = this.#deps;
    // A decision that waited for its turn goes to the service that the person saw, whichever is in use by now.
    const service = services.all().find(each => each.id === at);
    if (service === undefined) throw anotherService();
    if (memories.of(service).reviews.get(id)?.settled) {
      throw new Obstacle(t("Nothing was sent: {0}", t("it was decided before")));
    }
    // The list of the service in use can have another review with this id.
    const record = { ...this.#record(id), ...(service.id !== this.service() && { name: title }) };
    const { words } = await operations.decide(service, record, fields, signal);
    return service.id === this.service() ? words : t("{0}: {1}", service.name, words);
  }

  async writeAsJson(id: string, fields: JsonObject): Promise<void> {
    await this.#deps.operations.openAsJson("submitReview", this.#serviceOf(id), this.#record(id), fields);
  }

  async reveal(id: string): Promise<void> {
    await this.#deps.views.reveal(`review ${id}`);
  }

  async act(id: string, action: ReviewAction, written: JsonObject = {}): Promise<void> {
    const { memories, operations, reportEditor, detailsStore } = this.#deps;
    const service = this.#serviceOf(id);
    if (action === "comment") return;
    if (action === "revise") await memories.of(service).saveAnswers("submitReview", written);
    if (action !== "report" && action !== "response") {
      const names = {
        reassign: "reassignReview",
        start: "startCalibrationReview",
        fetch: "getCalibrationReview",
        revise: "submitReview",
      } as const;
      await operations.start(names[action], [this.#record(id)]);
      return;
    }
    const review = (await detailsStore.of(service)).review(id);
    const run = this.#runOf(service, id, review);
    if (action === "response") await this.#showResponse(service, id, review, run);
    else if (run !== undefined)
      await reportEditor.open(run, { caseIndex: await this.#caseIndexIn(run, review) });
  }

  /** Shows the response that the page's conversation is from. */
  async #showResponse(
    service: Service,
    id: string,
    review: ReviewDetails | undefined,
    run: StoredRun | undefined,
  ): Promise<void> {
    const { from } = review ?? {};
    if (from === undefined) return;
    const { kind } = operation(from.operation);
    if (run !== undefined) return this.#deps.rawResponses.show(run, { kind, id: from.id });
    const about = from.id === undefined ? from.operation : recordKey({ kind, id: from.id });
    await showLastResponse(this.#deps, service, about, this.#record(id).name);
  }

  onDidChange(listener: () => void) {
    const { records, runs, views } = this.#deps;
    const listening = [
      records.onDidChange(listener),
      runs.onDidChange(listener),
      views.onDidFilter(listener),
    ];
    return {
      dispose() {
        for (const each of listening) each.dispose();
      },
    };
  }

  #record(id: string): AddressedRecord {
    return this.#deps.records.withId("review", id);
  }

  /** Throws if another service is in use by now, because the same id can mean a different review there. */
  #serviceOf(id: string): Service {
    const service = this.#services.get(id);
    if (service === undefined || service.id !== this.#deps.services.current()?.id) {
      throw anotherService();
    }
    return service;
  }

  #origins(fields: JsonObject, review: ReviewDetails | undefined): [string, string][] {
    const { records } = this.#deps;
    const origins = new Map<string, [string, string]>();
    const add = (key: string, what: string, id: string) =>
      origins.set(key, [what, records.find(key)?.name ?? id]);
    if (review?.from.id !== undefined) {
      const { kind } = operation(review.from.operation);
      if (kind !== "review") add(`${kind} ${review.from.id}`, kindName(kind), review.from.id);
    }
    for (const [name, value] of Object.entries(fields)) {
      const meaning = recordShapeOf(name);
      const id = isJsonObject(value) ? value["id"] : value;
      if (meaning === undefined || meaning.kind === "review" || typeof id !== "string") continue;
      if (meaning.shape === "id" || (meaning.shape === "record" && isJsonObject(value))) {
        add(`${meaning.kind} ${id}`, kindName(meaning.kind), id);
      }
    }
    return [...origins.values()];
  }

  /** The last run whose report contains the review. */
  #runOf(service: Service, id: string, review: ReviewDetails | undefined): StoredRun | undefined {
    const { from } = review ?? {};
    return this.#deps.runs.all.find(
      run =>
        run.service === service.id &&
        hasReport(run) &&
        from !== undefined &&
        run.startedAt <= from.at &&
        run.targets.some(({ reviews }) => reviews?.ids.includes(id)),
    );
  }

  async #caseIndexIn(run: StoredRun, review: ReviewDetails | undefined): Promise<number | undefined> {
    const report = await this.#deps.runs.report(run.id);
    const index = report?.document.results.tests.findIndex(({ name }) => name === review?.case?.name) ?? -1;
    return index < 0 ? undefined : index;
  }
}

export function anotherService(): Obstacle {
  return new Obstacle(t("Nothing was sent: another service is in use by now. Open the review again."));
}

const maxOtherFields = 20;

/** The reader's own table would bring the whole vocabulary into the extension's entry. */
const questionName = /^(?:review_?)?question(?:_?text)?$/i;

function askedIn(fields: JsonObject, label: string): string | undefined {
  const [, asked] = Object.entries(fields).find(([name]) => questionName.test(name)) ?? [];
  return typeof asked === "string" && asked.trim() !== "" && asked !== label ? asked : undefined;
}

function otherFieldsIn(
  fields: JsonObject,
  question: string,
  note: ReviewNote | undefined,
): [string, string][] {
  const outdated = new Set(note?.settled ? outdatedFields(fields, note.verdict) : []);
  // A later run doesn't repeat the fields of the decision, and they remain among the known ones.
  const isWaitingAgain = note?.settled === false && note.earlier !== undefined;
  const earlier = new Set(isWaitingAgain ? decidedFields(fields) : []);
  const label = (name: string) =>
    outdated.has(name)
      ? t("{0}, before the decision", name)
      : earlier.has(name)
        ? t("{0}, of an earlier decision", name)
        : name;
  return textsIn(fields)
    .filter(([name, text]) => name !== "id" && text !== question)
    .map(([name, text]): [string, string] => [label(name), text])
    .slice(0, maxOtherFields);
}

/** In JSON:API most fields are under `attributes`, and some services have `details: { question }`. */
function textsIn(fields: JsonObject): [name: string, text: string][] {
  const { attributes: _, ...plain } = recordFields(fields);
  return Object.entries(plain).flatMap(([name, value]): [string, string][] => {
    if (recordShapeOf(name) !== undefined) return [];
    const text = textOf(value);
    if (text !== undefined) return [[name, text]];
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([inner, each]): [string, string][] => {
      const innerText = textOf(each);
      return innerText === undefined ? [] : [[`${name}.${inner}`, innerText]];
    });
  });
}

function textOf(value: JsonValue): string | undefined {
  if (Array.isArray(value)) {
    return value.length > 0 && value.every(each => typeof each !== "object") ? value.join(", ") : undefined;
  }
  return value === null || typeof value === "object" || value === "" ? undefined : String(value);
}
