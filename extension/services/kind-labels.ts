import type { Kind } from "../../shared/service/operations.ts";
import { t } from "../editor/l10n.ts";

/** Functions, because a filter asks for the words of each of ten thousand records. */
const words: Readonly<Record<Kind, () => readonly [name: string, heading: string]>> = {
  project: () => [t("project"), t("Projects")],
  test: () => [t("test"), t("Tests")],
  batch: () => [t("batch"), t("Batches")],
  channel: () => [t("channel"), t("Channels")],
  persona: () => [t("persona"), t("Personas")],
  scenario: () => [t("scenario"), t("Scenarios")],
  integration: () => [t("integration"), t("Integrations")],
  review: () => [t("review"), t("Reviews")],
};

export function kindName(kind: Kind): string {
  return words[kind]()[0];
}

export function kindHeading(kind: Kind): string {
  return words[kind]()[1];
}

export function recordCount(count: number): string {
  return count === 1 ? t("1 record") : t("{0} records", count);
}

export function waitingReviewCount(count: number): string {
  return count === 1 ? t("1 review waits for a person") : t("{0} reviews wait for a person", count);
}

export const kindIcons: Readonly<Record<Kind, string>> = {
  project: "project",
  test: "beaker",
  batch: "layers",
  channel: "broadcast",
  persona: "account",
  scenario: "comment-discussion",
  integration: "plug",
  review: "checklist",
};
