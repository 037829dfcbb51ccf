/** Links that open the editor. GitHub drops `vscode:` links from comments, so they go through vscode.dev. */

import { percentEncode } from "../report/text.ts";

export interface PullRequestRef {
  /** `owner/name`. */
  readonly repository: string;
  readonly pull: number;
}

export function reviewLink(place: PullRequestRef, id: string): string {
  return linkTo("review", { ...place, id });
}

export function reportLink(place: PullRequestRef, key: string): string {
  return linkTo("report", { ...place, key });
}

export interface WorkflowRunRef {
  /** `owner/name`. */
  readonly repository: string;
  /** The id of the workflow run, which its attempts share. */
  readonly run: number;
}

/** `path` is the raw response's path in the report's folder. */
export function responseLink({ repository, run }: WorkflowRunRef, path: string): string {
  return linkTo("response", { repository, run, path });
}

function linkTo(
  what: "review" | "report" | "response",
  parameters: Readonly<Record<string, string | number>>,
): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${percentEncode(String(value))}`);
  return `https://vscode.dev/redirect?url=${percentEncode(`vscode://callboard.callboard-vscode/${what}?${query.join("&")}`)}`;
}
