/** Carries out the commands of a comment, and answers them. */

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
  // The parser of Markdown is large, and no other step needs it.
  const { parseCommands } = await import("../../shared/gate/comment.ts");
  const commands = parseCommands(event.body);
  if (commands.lines.length === 0 && commands.refusal === undefined) {
    log.info("The comment holds no command: nothing is to be done.");
    return { isGood: true, commentUrl: "" };
  }
  await react(event, job, "eyes");
  const outcome = await outcomeOf(event, commands, job);
  if (outcome.answer !== undefined) await answer(event, job, outcome.answer);
  await react(event, job, outcome.answer === undefined ? "+1" : "-1");
  return outcome;
}

interface Outcome extends Settled {
  /** The text of the answering comment, because a command was not carried out. */
  readonly answer?: string;
}

async function outcomeOf(event: CommentEvent, commands: Commands, job: SettleJob): Promise<Outcome> {
  const { pull, asker } = event;
  const refuse = (why: string, isGood = true) => {
    job.log.info(why);
    return { isGood, answer: refusalText(asker.login, why), commentUrl: "" };
  };
  const permission = await permissionOf(asker.login, job);
  const whyNot = whyNotWho(permission);
  if (whyNot !== undefined) return refuse(whyNot, !("unknown" in permission));
  if (!event.isOpen) return refuse("This pull request is closed, so nothing was done.");
  if (commands.refusal !== undefined) return refuse(commands.refusal);

  const mistakes: Mistake[] = [];
  const catalog = await readCatalogFile(job.inputs, mistakes, job.log);
  if (mistakes.length > 0) {
    tellMistakes(mistakes, job.log);
    return refuse(
      "The catalog of this repository has mistakes, which the job's log tells, so nothing was done.",
      false,
    );
  }
  const editor = job.editorOf(pull);
  try {
    await editor.read();
  } catch (error) {
    return refuse(
      `What this pull request waits for can't be read (${reasonOf(error)}), so nothing was done.`,
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
  for (const { line, command: given, mistake } of commands.lines) {
    const command = given && { ...given, name: `${event.comment}:${line}`, by: event.asker.login };
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
    job.log.error(`Whether all is recorded could not be seen: ${reasonOf(error)}.`, {
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
  const answer = answered.length === 0 ? {} : { answer: answerText(event.asker.login, answered, done) };
  return { isGood, editor, commentUrl, ...answer };
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
    // A bot's own account may have been asked for under a person's name.
    return data.user && data.user.type !== "User" ? { permission: "none" } : { permission: data.permission };
  } catch (error) {
    if (statusOf(error) === 404) return { permission: "none" };
    return { unknown: reasonOf(error) };
  }
}

/** A sign to whoever wrote the comment; without it nothing is lost. */
async function react(
  { comment }: CommentEvent,
  { context, converse, log }: SettleJob,
  content: "eyes" | "+1" | "-1",
): Promise<void> {
  const { owner, name: repo } = context.repository;
  const route = "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions";
  await converse(session =>
    session.github().request(route, { owner, repo, comment_id: comment, content }),
  ).catch((error: unknown) => log.info(`There is no reaction \`${content}\`: ${reasonOf(error)}.`));
}

async function answer(
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
  ).catch((error: unknown) => log.warning(`The comment could not be answered: ${reasonOf(error)}.`));
}
