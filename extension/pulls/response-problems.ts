/** Explains why a response could not be got from the artifacts of its workflow run, and what a person can do. */

import { GitHubError } from "../../shared/github/error.ts";
import { t } from "../editor/l10n.ts";
import { NoResponse } from "./artifact-responses.ts";

export interface ResponseProblem {
  readonly text: string;
  readonly advice?: string;
  /** Absent if only another source of the response helps. */
  readonly remedy?: "log-in" | "log-in-again" | "add-step";
}

/** Undefined for an error that is not about the artifacts. */
export function responseProblemOf(
  error: unknown,
  timeInWords: (time: number) => string,
): ResponseProblem | undefined {
  if (error instanceof NoResponse) {
    const { message: text, lacksStep } = error;
    if (!lacksStep) return { text };
    return {
      text,
      advice: t("For the next run, add a step that uploads the folder callboard-report to the workflow."),
      remedy: "add-step",
    };
  }
  return error instanceof GitHubError ? refusalProblem(error, timeInWords) : undefined;
}

function refusalProblem(
  { kind, message, untilMs }: GitHubError,
  timeInWords: (time: number) => string,
): ResponseProblem {
  const remedy = "log-in-again";
  switch (kind) {
    case "logged-out":
      return { text: t("GitHub does not know this login any more."), remedy };
    case "saml":
      return {
        text: t("The organization wants its single sign-on first."),
        advice: t("Log in again, and authorize it there."),
        remedy,
      };
    case "forbidden":
    case "not-found":
      return {
        text: t("GitHub does not show the artifacts of this workflow run: {0}", message),
        advice: t("Log in as somebody who may see them. A workflow run that was deleted has none."),
        remedy,
      };
    case "limited":
      return {
        text: t("GitHub's rate limit is reached until {0}.", timeInWords(untilMs)),
        advice: t("Follow the link again then."),
      };
    case "unavailable":
      return {
        text: t("GitHub does not send the artifact: {0}", message),
        advice: t("Follow the link again later."),
      };
  }
}
