/**
 * The check runs that contain gates. Each job writes only to the check runs that it created, so no job overwrites
 * another job's gate.
 */

import { reviewCheckStateOf } from "../../shared/gate/check.ts";
import { gateMarkInCheck, longestCheckMark, writeGateMark } from "../../shared/gate/mark.ts";
import type { Gate } from "../../shared/gate/state.ts";
import { checkSummary } from "../../shared/gate/text.ts";
import { reviewsExternalId } from "../../shared/github/external-id.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { mostCheckBytes } from "../github/comments.ts";
import type { RepositoryName } from "../github/context.ts";
import { deflate, inflate, redactGate } from "./packing.ts";

export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly sha: string;
  readonly url: string;
  readonly externalId: string;
  /** The login of the app that created it; empty where the server doesn't report it. */
  readonly author: string;
  readonly isCompleted: boolean;
  readonly conclusion: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

export interface GateCheckRun extends CheckRun {
  /** Absent if the mark can't be read, or if the mark names another commit, as in a merge queue's copy. */
  readonly gate?: Gate;
}

/** Undefined if the gate belongs to another pull request, which can have the same commit. */
export function readGateCheckRun(run: CheckRun, pull: number | undefined): GateCheckRun | undefined {
  const gate = gateMarkInCheck(run.text, inflate)?.gate;
  if (gate?.pull !== undefined && gate.pull !== pull) return undefined;
  if (gate === undefined || gate.sha !== run.sha) return run;
  // A push before the pull request was opened leaves a gate without the pull request's number.
  return { ...run, gate: pull === undefined ? gate : { ...gate, pull } };
}

export interface GatePlace {
  readonly repository: RepositoryName;
  readonly pull: number | undefined;
  readonly detailsUrl: string;
  readonly redact: Redact;
}

export interface OwnCheckRun {
  readonly id: number;
  readonly url: string;
  readonly isCompleted: boolean;
  /** The gate as the check run's mark contains it: shortened if it was too long. */
  readonly gate: Gate;
  /** GitHub has listed this check run, and therefore all check runs that were created before it. */
  readonly isListed: boolean;
  /** The mark contains the check run's id, which is known only after its creation. */
  readonly markHasId: boolean;
}

/**
 * Creates the check run as in progress even if all reviews passed. GitHub shows the latest check run, which must not be
 * green while another job's gate has an open review that this job doesn't know yet.
 */
export async function createGateCheckRun(
  github: GitHub,
  place: GatePlace,
  name: string,
  gate: Gate,
): Promise<OwnCheckRun> {
  const { kept, output } = contentOf(gate, place);
  const { data } = await github.request("POST /repos/{owner}/{repo}/check-runs", {
    owner: place.repository.owner,
    repo: place.repository.name,
    name,
    head_sha: gate.sha,
    details_url: place.detailsUrl,
    external_id: reviewsExternalId,
    status: "in_progress",
    output,
    // Sent again after a lost response. A second check run does no harm, because it contains the same gate.
    request: { isRepeatable: true, unredacted: [output.text] },
  });
  const url = data.html_url ?? "";
  return { id: Number(data.id), url, isCompleted: false, gate: kept, isListed: false, markHasId: false };
}

/**
 * Updates a check run of this job. Completes it only if GitHub has listed it: before that, this job may not know
 * another job's review, and a completed check run can't be reopened.
 */
export async function updateGateCheckRun(
  github: GitHub,
  place: GatePlace,
  name: string,
  gate: Gate,
  own: Pick<OwnCheckRun, "id" | "url" | "isListed">,
): Promise<OwnCheckRun> {
  const { kept, status, output } = contentOf(gate, place, { id: own.id, name });
  const isCompleted = own.isListed && status.status === "completed";
  await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
    owner: place.repository.owner,
    repo: place.repository.name,
    check_run_id: own.id,
    ...(isCompleted ? status : { status: "in_progress" }),
    output,
    request: { unredacted: [output.text] },
  });
  return { ...own, isCompleted, gate: kept, markHasId: true };
}

export function fitGate(gate: Gate, { redact }: Pick<GatePlace, "redact">): Gate {
  return writeGateMark({ gate: redactGate(gate, redact) }, deflate, longestCheckMark).gate;
}

function contentOf(
  gate: Gate,
  { repository, pull, redact }: GatePlace,
  check?: { id: number; name: string },
) {
  const marked = { gate: redactGate(gate, redact), check };
  const { line, gate: kept } = writeGateMark(marked, deflate, longestCheckMark);
  const { title, ...status } = reviewCheckStateOf(kept);
  const place = pull === undefined ? undefined : { repository: fullRepositoryName(repository), pull };
  const summary = checkSummary(kept, place, { bytes: mostCheckBytes - 100 });
  return { kept, status, output: { title, summary, text: line } };
}

export function fullRepositoryName({ owner, name }: RepositoryName): string {
  return `${owner}/${name}`;
}

/** Copies a check run to a commit of a merge queue, where nobody decides reviews. */
export async function copyCheckRun(
  github: GitHub,
  { repository, detailsUrl }: Pick<GatePlace, "repository" | "detailsUrl">,
  sha: string,
  {
    name,
    isCompleted,
    conclusion,
    title,
    summary,
    text,
  }: Pick<CheckRun, "name" | "isCompleted" | "conclusion" | "title" | "summary" | "text">,
): Promise<string> {
  const { data } = await github.request("POST /repos/{owner}/{repo}/check-runs", {
    owner: repository.owner,
    repo: repository.name,
    name,
    head_sha: sha,
    details_url: detailsUrl,
    external_id: reviewsExternalId,
    output: { title, summary, text },
    ...(isCompleted
      ? { status: "completed" as const, conclusion: conclusionOf(conclusion) }
      : { status: "in_progress" as const }),
    request: { isRepeatable: true, unredacted: gateMarkInCheck(text, inflate) ? [text] : [] },
  });
  return data.html_url ?? "";
}

/** Any other conclusion becomes `action_required`, because it must not be shown green. */
function conclusionOf(conclusion: string) {
  const known = ["success", "failure", "action_required", "cancelled"] as const;
  return known.find(each => each === conclusion) ?? "action_required";
}
