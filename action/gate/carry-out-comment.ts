/** Carries out the commands of a comment, and replies with their mistakes. */

import type { Catalog } from "../../shared/catalog/catalog.ts";
import type { CommentCommands } from "../../shared/gate/comment-commands.ts";
import { type Permission, permissionRefusal } from "../../shared/gate/refusal.ts";
import { type CommandMistakes, commandMistakesText, refusalText } from "../../shared/gate/text.ts";
import { statusOf } from "../../shared/github/error.ts";
import { reasonOf } from "../github/reason.ts";
import type { Mistake } from "../inputs/mistakes.ts";
import { logMistakes } from "../inputs/mistakes.ts";
import { openStepService } from "../inputs/service.ts";
import { readCatalogFile } from "../plan/catalog-file.ts";
import { type CommandResult, carryOutCommand } from "./carry-out-command.ts";
import type { GateEditor } from "./editor.ts";
import type { CommentEvent } from "./event.ts";
import type { SettleJob, SettleResult } from "./job.ts";

export async function carryOutComment(event: CommentEvent, job: SettleJob): Promise<SettleResult> {
  const { log } = job;
  // Imported here, because the Markdown parser is large and other steps don't need it.
  const { parseCommands } = await import("../../shared/gate/comment-commands.ts");
  const commands = parseCommands(event.body);
  if (commands.lines.length === 0 && commands.refusal === undefined) {
    log.info("The comment contains no command: there is nothing to do.");
    return { isSuccess: true, commentUrl: "" };
  }
  await react(event, job, "eyes");
  const result = await resultOf(event, commands, job);
  if (result.reply !== undefined) await postReply(event, job, result.reply);
  await react(event, job, result.reply === undefined ? "+1" : "-1");
  return result;
}

interface SettledComment extends SettleResult {
  /** The text of the reply; absent if all commands were carried out. */
  readonly reply?: string;
}

async function resultOf(
  event: CommentEvent,
  commands: CommentCommands,
  job: SettleJob,
): Promise<SettledComment> {
  const { pull, actor } = event;
  const refuse = (why: string, isSuccess = true) => {
    job.log.info(why);
    return { isSuccess, reply: refusalText(actor.login, why), commentUrl: "" };
  };
  const permission = await permissionOf(actor.login, job);
  const refusal = permissionRefusal(permission);
  if (refusal !== undefined) return refuse(refusal, !("unknown" in permission));
  if (!event.isOpen) return refuse("This pull request is closed, so nothing was done.");
  if (commands.refusal !== undefined) return refuse(commands.refusal);

  const mistakes: Mistake[] = [];
  const catalog = await readCatalogFile(job.inputs, mistakes, job.log);
  if (mistakes.length > 0) {
    logMistakes(mistakes, job.log);
    return refuse(
      "The catalog of this repository has mistakes, which the job's log lists, so nothing was done.",
      false,
    );
  }
  const editor = job.editorOf(pull);
  try {
    await editor.read();
  } catch (error) {
    return refuse(
      `The reviews of this pull request can't be read (${reasonOf(error)}), so nothing was done.`,
      false,
    );
  }
  return await carryOutAll(event, commands, { job, catalog, editor });
}

async function carryOutAll(
  event: CommentEvent,
  commands: CommentCommands,
  { job, catalog, editor }: { job: SettleJob; catalog: Catalog; editor: GateEditor },
): Promise<SettledComment> {
  const results: (CommandResult & Pick<CommandMistakes, "line">)[] = [];
  await using service = await openStepService(job);
  for (const { line, command: parsed, mistake } of commands.lines) {
    const command = parsed && { ...parsed, name: `${event.comment}:${line}`, by: event.actor.login };
    const result: CommandResult =
      command === undefined
        ? { mistakes: [mistake ?? ""] }
        : await carryOutCommand(command, { job, catalog, editor, service });
    results.push({ line, ...result });
  }
  let isSuccess = !results.some(({ hasFailed }) => hasFailed);
  let isRecorded = false;
  let commentUrl = "";
  try {
    commentUrl = await editor.finish();
    isRecorded = true;
  } catch (error) {
    isSuccess = false;
    job.log.error(`Callboard can't confirm that all decisions are recorded: ${reasonOf(error)}.`, {
      title: "Callboard: settle",
    });
  }
  const refused: CommandMistakes[] = results
    .map(({ line, mistakes, mistakeIfUnrecorded }) => ({
      line,
      mistakes:
        isRecorded || mistakeIfUnrecorded === undefined ? mistakes : [...mistakes, mistakeIfUnrecorded],
    }))
    .filter(({ mistakes }) => mistakes.length > 0);
  const done = results.length - refused.length;
  for (const { line, mistakes } of refused)
    for (const each of mistakes) job.log.warning(`Line ${line}: ${each}`);
  const reply = refused.length === 0 ? {} : { reply: commandMistakesText(event.actor.login, refused, done) };
  return { isSuccess, editor, commentUrl, ...reply };
}

async function permissionOf(login: string, { context, withSession }: SettleJob): Promise<Permission> {
  const { owner, name } = context.repository;
  try {
    const { data } = await withSession(session =>
      session.github().request("GET /repos/{owner}/{repo}/collaborators/{username}/permission", {
        owner,
        repo: name,
        username: login,
      }),
    );
    // The login can be that of a bot's account, and a bot can't decide reviews.
    return data.user && data.user.type !== "User" ? { permission: "none" } : { permission: data.permission };
  } catch (error) {
    if (statusOf(error) === 404) return { permission: "none" };
    return { unknown: reasonOf(error) };
  }
}

/** A failure is only logged, because the reaction is not essential. */
async function react(
  { comment }: CommentEvent,
  { context, withSession, log }: SettleJob,
  content: "eyes" | "+1" | "-1",
): Promise<void> {
  const { owner, name: repo } = context.repository;
  const route = "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions";
  await withSession(session =>
    session.github().request(route, { owner, repo, comment_id: comment, content }),
  ).catch((error: unknown) =>
    log.info(`The reaction \`${content}\` could not be added: ${reasonOf(error)}.`),
  );
}

async function postReply(
  { pull }: CommentEvent,
  { context, withSession, log }: SettleJob,
  body: string,
): Promise<void> {
  const { owner, name } = context.repository;
  await withSession(session =>
    session.github().request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
      owner,
      repo: name,
      issue_number: pull,
      body,
    }),
  ).catch((error: unknown) =>
    log.warning(`The reply to the comment could not be posted: ${reasonOf(error)}.`),
  );
}
