/** Carries out the commands of a comment, and replies with their mistakes. */

import type { Catalog } from "../../shared/catalog/catalog.ts";
import type { Commands } from "../../shared/gate/comment.ts";
import { type Permission, whyNotWho } from "../../shared/gate/permit.ts";
import { type Answered, answerText, refusalText } from "../../shared/gate/text.ts";
import { statusOf } from "../../shared/github/error.ts";
import { reasonOf } from "../github/reason.ts";
import type { Mistake } from "../inputs/mistakes.ts";
import { tellMistakes } from "../inputs/mistakes.ts";
import { openService } from "../inputs/service.ts";
import { readCatalogFile } from "../plan/catalog-file.ts";
import { carryOut, type Result } from "./command.ts";
import type { GateEditor } from "./editor.ts";
import type { CommentEvent } from "./event.ts";
import type { Settled, SettleJob } from "./job.ts";

export async function carryOutComment(event: CommentEvent, job: SettleJob): Promise<Settled> {
  const { log } = job;
  // Imported here, because the Markdown parser is large and other steps don't need it.
  const { parseCommands } = await import("../../shared/gate/comment.ts");
  const commands = parseCommands(event.body);
  if (commands.lines.length === 0 && commands.refusal === undefined) {
    log.info("The comment contains no command: there is nothing to do.");
    return { isGood: true, commentUrl: "" };
  }
  await react(event, job, "eyes");
  const outcome = await outcomeOf(event, commands, job);
  if (outcome.reply !== undefined) await postReply(event, job, outcome.reply);
  await react(event, job, outcome.reply === undefined ? "+1" : "-1");
  return outcome;
}

interface Outcome extends Settled {
  /** The text of the replying comment, where a command was not carried out. */
  readonly reply?: string;
}

async function outcomeOf(event: CommentEvent, commands: Commands, job: SettleJob): Promise<Outcome> {
  const { pull, asker } = event;
  const refuse = (why: string, isGood = true) => {
    job.log.info(why);
    return { isGood, reply: refusalText(asker.login, why), commentUrl: "" };
  };
  const permission = await permissionOf(asker.login, job);
  const refusal = whyNotWho(permission);
  if (refusal !== undefined) return refuse(refusal, !("unknown" in permission));
  if (!event.isOpen) return refuse("This pull request is closed, so nothing was done.");
  if (commands.refusal !== undefined) return refuse(commands.refusal);

  const mistakes: Mistake[] = [];
  const catalog = await readCatalogFile(job.inputs, mistakes, job.log);
  if (mistakes.length > 0) {
    tellMistakes(mistakes, job.log);
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
  commands: Commands,
  { job, catalog, editor }: { job: SettleJob; catalog: Catalog; editor: GateEditor },
): Promise<Outcome> {
  const results: (Result & Pick<Answered, "line">)[] = [];
  await using service = await openService(job);
  for (const { line, command: parsed, mistake } of commands.lines) {
    const command = parsed && { ...parsed, name: `${event.comment}:${line}`, by: event.asker.login };
    const result: Result =
      command === undefined
        ? { mistakes: [mistake ?? ""] }
        : await carryOut(command, { job, catalog, editor, service });
    results.push({ line, ...result });
  }
  let isGood = !results.some(({ isBroken }) => isBroken);
  let isRecorded = false;
  let commentUrl = "";
  try {
    commentUrl = await editor.finish();
    isRecorded = true;
  } catch (error) {
    isGood = false;
    job.log.error(`Callboard can't confirm that all decisions are recorded: ${reasonOf(error)}.`, {
      title: "Callboard: settle",
    });
  }
  const answered: Answered[] = results
    .map(({ line, mistakes, ifUnrecorded }) => ({
      line,
      mistakes: isRecorded || ifUnrecorded === undefined ? mistakes : [...mistakes, ifUnrecorded],
    }))
    .filter(({ mistakes }) => mistakes.length > 0);
  const done = results.length - answered.length;
  for (const { line, mistakes } of answered)
    for (const each of mistakes) job.log.warning(`Line ${line}: ${each}`);
  const reply = answered.length === 0 ? {} : { reply: answerText(event.asker.login, answered, done) };
  return { isGood, editor, commentUrl, ...reply };
}

async function permissionOf(login: string, { context, converse }: SettleJob): Promise<Permission> {
  const { owner, name } = context.repository;
  try {
    const { data } = await converse(session =>
      session.github().request("GET /repos/{owner}/{repo}/collaborators/{username}/permission", {
        owner,
        repo: name,
        username: login,
      }),
    );
    // A bot's account can have the login of the person.
    return data.user && data.user.type !== "User" ? { permission: "none" } : { permission: data.permission };
  } catch (error) {
    if (statusOf(error) === 404) return { permission: "none" };
    return { unknown: reasonOf(error) };
  }
}

/** A failure is only logged, because the reaction is not essential. */
async function react(
  { comment }: CommentEvent,
  { context, converse, log }: SettleJob,
  content: "eyes" | "+1" | "-1",
): Promise<void> {
  const { owner, name: repo } = context.repository;
  const route = "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions";
  await converse(session =>
    session.github().request(route, { owner, repo, comment_id: comment, content }),
  ).catch((error: unknown) =>
    log.info(`The reaction \`${content}\` could not be added: ${reasonOf(error)}.`),
  );
}

async function postReply(
  { pull }: CommentEvent,
  { context, converse, log }: SettleJob,
  body: string,
): Promise<void> {
  const { owner, name } = context.repository;
  await converse(session =>
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
