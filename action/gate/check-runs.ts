/**
 * The check runs that hold gates. Each is written by the job that made it and by no other, so nothing is written over;
 * of several by one name GitHub shows the latest.
 */

import { checkOf } from "../../shared/gate/check.ts";
import { markInCheck, mostMarkOfCheck, reviewsMark } from "../../shared/gate/mark.ts";
import type { Gate } from "../../shared/gate/state.ts";
import { checkSummary } from "../../shared/gate/text.ts";
import { reviewsExternalId } from "../../shared/github/external-id.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { mostCheckBytes } from "../github/comments.ts";
import type { Repository } from "../github/context.ts";
import { deflate, inflate, withoutSecrets } from "./packing.ts";

/** A check run, as the REST interface and GraphQL both tell it. */
export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly sha: string;
  readonly url: string;
  readonly externalId: string;
  /** The login of the app that made it; empty where the server does not tell. */
  readonly author: string;
  readonly isCompleted: boolean;
  readonly conclusion: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** A check run of this app about this pull request. */
export interface GateRun extends CheckRun {
  /** Absent where it can't be read: a check run that repeats another one's, or of an earlier version that was cut off. */
  readonly gate?: Gate;
}

/** Undefined where it is about another pull request that proposes the same commit. */
export function readGateRun(run: CheckRun, pull: number | undefined): GateRun | undefined {
  const gate = markInCheck(run.text, inflate)?.gate;
  if (gate?.pull !== undefined && gate.pull !== pull) return undefined;
  if (gate === undefined || gate.sha !== run.sha) return run;
  // One that a push has made before there was a pull request becomes that of the pull request.
  return { ...run, gate: pull === undefined ? gate : { ...gate, pull } };
}

/** Where gates are written. */
export interface GatePlace {
  readonly repository: Repository;
  readonly pull: number | undefined;
  /** The page of this job. */
  readonly detailsUrl: string;
  readonly redact: Redact;
}

/** A check run that this job has made. No other job writes to it. */
export interface OwnRun {
  readonly id: number;
  readonly url: string;
  readonly isCompleted: boolean;
  /** The gate as it can be read again. */
  readonly gate: Gate;
  /** A look has shown it, so all that was written before it is known. */
  readonly isSeen: boolean;
  /** Its mark says which check run it is in, which nobody knows before it was made. */
  readonly hasId: boolean;
}

/**
 * It waits at first, whatever the gate says: another job may have written an open review that this one does not know
 * of, and GitHub would show this check run over that one's.
 */
export async function makeGateRun(
  github: GitHub,
  place: GatePlace,
  name: string,
  gate: Gate,
): Promise<OwnRun> {
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
    // A second check run does no harm, because it says the same as the first.
    request: { repeatable: true, spelled: [output.text] },
  });
  const url = data.html_url ?? "";
  return { id: Number(data.id), url, isCompleted: false, gate: kept, isSeen: false, hasId: false };
}

/** To one that this job has made. GitHub opens no check run again that was completed. */
export async function writeGateRun(
  github: GitHub,
  place: GatePlace,
  name: string,
  gate: Gate,
  own: Pick<OwnRun, "id" | "url" | "isSeen">,
): Promise<OwnRun> {
  const { kept, status, output } = contentOf(gate, place, { id: own.id, name });
  const isCompleted = own.isSeen && status.status === "completed";
  await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
    owner: place.repository.owner,
    repo: place.repository.name,
    check_run_id: own.id,
    ...(isCompleted ? status : { status: "in_progress" }),
    output,
    request: { spelled: [output.text] },
  });
  return { ...own, isCompleted, gate: kept, hasId: true };
}

/** The gate as it can be read again from a check run, which has room for only so much. */
export function keptGate(gate: Gate, { redact }: Pick<GatePlace, "redact">): Gate {
  return reviewsMark({ gate: withoutSecrets(gate, redact) }, deflate, mostMarkOfCheck).gate;
}

function contentOf(
  gate: Gate,
  { repository, pull, redact }: GatePlace,
  check?: { id: number; name: string },
) {
  const marked = { gate: withoutSecrets(gate, redact), check };
  const { line, gate: kept } = reviewsMark(marked, deflate, mostMarkOfCheck);
  const { title, ...status } = checkOf(kept);
  const place = pull === undefined ? undefined : { repository: fullName(repository), pull };
  const summary = checkSummary(kept, place, { bytes: mostCheckBytes - 100 });
  return { kept, status, output: { title, summary, text: line } };
}

export function fullName({ owner, name }: Repository): string {
  return `${owner}/${name}`;
}

/** A check run that shows what another one does, at a commit where nobody decides anything. */
export async function repeatCheckRun(
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
    request: { repeatable: true, spelled: markInCheck(text, inflate) ? [text] : [] },
  });
  return data.html_url ?? "";
}

/** An unknown conclusion becomes `action_required`, because it must not be green. */
function conclusionOf(conclusion: string) {
  const known = ["success", "failure", "action_required", "cancelled"] as const;
  return known.find(each => each === conclusion) ?? "action_required";
}
