/** Reads the event that started the workflow of a `settle` step. */

import { type Dispatch, DispatchError, dispatchType, parseDispatch } from "../../shared/gate/dispatch.ts";
import type { Account } from "../../shared/github/accounts.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../shared/json.ts";

export interface CommentEvent {
  readonly what: "comment";
  readonly pull: number;
  readonly isOpen: boolean;
  readonly comment: number;
  readonly body: string;
  readonly actor: Account;
}

export interface DispatchEvent {
  readonly what: "dispatch";
  readonly dispatch: Dispatch;
  readonly actor: Account;
}

export type SettleEvent =
  | CommentEvent
  | DispatchEvent
  /** On `schedule` and `workflow_dispatch` the step restores missing review checks. */
  | { readonly what: "time" };

export type JobEvent =
  | SettleEvent
  | { readonly what: "nothing"; readonly why: string }
  /** `settle` does not take the event, or the payload can't be read. */
  | { readonly what: "mistake"; readonly why: string };

export function readJobEvent(event: string, payload: JsonObject): JobEvent {
  if (event === "issue_comment") return ofComment(payload);
  if (event === "repository_dispatch" && payload["action"] === dispatchType) return ofDispatch(payload);
  if (event === "schedule" || event === "workflow_dispatch") return { what: "time" };
  const started = event === "repository_dispatch" ? `\`${event}\` of another type` : `\`${event}\``;
  return {
    what: "mistake",
    why:
      `\`settle\` carries out the commands of \`issue_comment\` and \`repository_dispatch\` (of type \`${dispatchType}\`), and ` +
      "restores missing review checks on `schedule` and `workflow_dispatch`; " +
      `this workflow was started by ${started}.`,
  };
}

function ofComment(payload: JsonObject): JobEvent {
  const nothing = (why: string) => ({ what: "nothing", why }) as const;
  // The event of an edit would name the comment's author, but another person may have edited the comment.
  if (payload["action"] !== "created") return nothing("Only commands in a new comment count");
  const issue = objectAt(payload, "issue");
  if (!isJsonObject(issue["pull_request"]))
    return nothing("The comment is on an issue, not on a pull request");
  const comment = objectAt(payload, "comment");
  const { number: pull } = issue;
  const { id, body } = comment;
  if (typeof pull !== "number" || typeof id !== "number" || typeof body !== "string") {
    return nothing("The comment has no text");
  }
  const isOpen = issue["state"] === "open";
  return { what: "comment", pull, isOpen, comment: id, body, actor: accountOf(comment["user"]) };
}

function ofDispatch(payload: JsonObject): JobEvent {
  try {
    const dispatch = parseDispatch(payload["client_payload"]);
    return { what: "dispatch", dispatch, actor: accountOf(payload["sender"]) };
  } catch (error) {
    if (!(error instanceof DispatchError)) throw error;
    return { what: "mistake", why: `The dispatch can't be read: ${error.message}.` };
  }
}

function accountOf(user: JsonValue | undefined): Account {
  const { login, type } = isJsonObject(user) ? user : {};
  return { login: typeof login === "string" ? login : "", type: typeof type === "string" ? type : "" };
}

function objectAt(payload: JsonObject, name: string): JsonObject {
  const value = payload[name];
  return isJsonObject(value) ? value : {};
}
