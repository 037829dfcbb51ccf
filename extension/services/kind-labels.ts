import type { Kind } from "../../shared/service/operations.ts";
import { t } from "../editor/l10n.ts";

/** Functions, because a filter asks for the words of each of ten thousand records. */
const names: Readonly<Record<Kind, () => string>> = {
  project: () => t("project"),
  test: () => t("test"),
  batch: () => t("batch"),
  channel: () => t("channel"),
  persona: () => t("persona"),
  scenario: () => t("scenario"),
  integration: () => t("integration"),
  review: () => t("review"),
};

const headings: Readonly<Record<Kind, () => string>> = {
  project: () => t("Projects"),
  test: () => t("Tests"),
  batch: () => t("Batches"),
  channel: () => t("Channels"),
  persona: () => t("Personas"),
  scenario: () => t("Scenarios"),
  integration: () => t("Integrations"),
  review: () => t("Reviews"),
};

export function kindName(kind: Kind): string {
  return names[kind]();
}

export function kindHeading(kind: Kind): string {
  return headings[kind]();
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
