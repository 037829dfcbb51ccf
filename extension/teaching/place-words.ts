/** Says in words what a place of a response was taken for. */

import type { Place } from "../../shared/reading/place.ts";
import type { Use } from "../../shared/reading/teaching/teachable.ts";
import { t } from "../editor/l10n.ts";

export function placeText(place: Place): string {
  const { role, status } = place;
  const name = roleName(role);
  if (role === "count") return status == null ? t("total of cases") : t("count: {0}", statusName(status));
  return status === undefined ? name : t("{0}: {1}", name, statusName(status));
}

function roleName(role: Place["role"]): string {
  return {
    verdict: t("verdict"),
    count: t("count"),
    cases: t("list of cases"),
    name: t("name of the case"),
    status: t("status of the case"),
    duration: t("duration"),
    message: t("message"),
    link: t("link"),
    persona: t("persona"),
    scenario: t("scenario"),
    review: t("review"),
    more: t("the list continues elsewhere"),
    "other-list": t("ignored: not a list of cases"),
    "other-outcome": t("outcome of something else"),
  }[role];
}

function statusName(status: NonNullable<Place["status"]> | null): string {
  if (status === null) return t("a word that is not known");
  return {
    passed: t("passed"),
    success: t("success, perhaps only of the request"),
    failed: t("failed"),
    running: t("goes on"),
    undecided: t("undecided"),
    interrupted: t("stopped early"),
    unrun: t("not run"),
    planned: t("planned"),
    skipped: t("skipped"),
    finished: t("over, without a verdict"),
    neutral: t("no verdict"),
  }[status];
}

export function useName(use: Use): string {
  return {
    verdict: t("the verdict"),
    cases: t("the list of cases"),
    name: t("the case's name"),
    status: t("the case's status"),
    duration: t("the case's duration"),
    message: t("the case's message"),
    url: t("the case's link"),
    persona: t("the case's persona"),
    scenario: t("the case's scenario"),
    metrics: t("the case's metrics"),
    attachments: t("the case's attachments"),
    transcript: t("the case's transcript"),
  }[use];
}
