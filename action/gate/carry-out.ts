/**
 * Carries out the commands of a comment, in an order that loses nothing: what is about to be sent is written down
 * before it is sent, so that a job that ends at any point can be run again and sends nothing twice.
 */

import { randomUUID } from "node:crypto";
import type { Catalog } from "../../shared/catalog/catalog.ts";
import type { Command } from "../../shared/gate/commands.ts";
import type { Commands } from "../../shared/gate/comment.ts";
import { decisionByAnswer } from "../../shared/gate/decision.ts";
import { checkFields } from "../../shared/gate/fields.ts";
import { maybeWords, type Permission, whyNotReview, whyNotWho } from "../../shared/gate/permit.ts";
import { type Change, reviewIn } from "../../shared/gate/state.ts";
import { type Answered, answerText, refusalText } from "../../shared/gate/text.ts";
import { settling } from "../../shared/gate/verbs.ts";
import { assigneeIn } from "../../shared/reading/people.ts";
import { callOf } from "../../shared/service/call.ts";
import type { Answer } from "../../shared/service/client.ts";
import { ServiceError } from "../../shared/service/error.ts";
import { reasonOf, statusOf } from "../github/github.ts";
import type { Mistake } from "../inputs/mistakes.ts";
import { tellMistakes } from "../inputs/mistakes.ts";
import { openService, type Service } from "../inputs/service.ts";
import { readCatalogFile } from "../plan/catalog-file.ts";
import type { Desk, Done } from "./desk.ts";
import type { CommentEvent } from "./event.ts";
import type { Settlement } from "./settlement.ts";

export async function carryOutComment(event: CommentEvent, desk: Desk): Promise<Done> {
  const { log } = desk;
  // The parser of Markdown is large, and no other step needs it.
  const { parseCommands } = await import("../../shared/gate/comment.ts");
  const commands = parseCommands(event.body);
  if (commands.lines.length === 0 && commands.refusal === undefined) {
    log.info("The comment holds no command: nothing is to be done.");
    return { isGood: true, commentUrl: "" };
  }
  await react(event, desk, "eyes");
  const outcome = await outcomeOf(event, commands, desk);
  if (outcome.answer !== undefined) await answer(event, desk, outcome.answer);
  await react(event, desk, outcome.answer === undefined ? "+1" : "-1");
  return outcome;
}

interface Outcome extends Done {
  /** What the person is told, where not all was done. */
  readonly answer?: string;
}

async function outcomeOf(event: CommentEvent, commands: Commands, desk: Desk): Promise<Outcome> {
  const { pull, asker } = event;
  const refuse = (why: string, isGood = true) => {
    desk.log.info(why);
    return { isGood, answer: refusalText(asker.login, why), commentUrl: "" };
  };
  const permission = await permissionOf(asker.login, desk);
  const whyNot = whyNotWho(permission);
  if (whyNot !== undefined) return refuse(whyNot, !("unknown" in permission));
  if (!event.isOpen) return refuse("This pull request is closed, so nothing was done.");
  if (commands.refusal !== undefined) return refuse(commands.refusal);

  const mistakes: Mistake[] = [];
  const catalog = await readCatalogFile(desk.inputs, mistakes, desk.log);
  if (mistakes.length > 0) {
    tellMistakes(mistakes, desk.log);
    return refuse(
      "The catalog of this repository has mistakes, which the job's log tells, so nothing was done.",
      false,
    );
  }
  let settlement: Settlement;
  try {
    settlement = await desk.open(pull);
  } catch (error) {
    return refuse(
      `What this pull request waits for can't be read (${reasonOf(error, desk.redact)}), so nothing was done.`,
      false,
    );
  }
  return await carryOutAll(event, commands, { desk, catalog, settlement });
}

interface Work {
  readonly desk: Desk;
  readonly catalog: Catalog;
  readonly settlement: Settlement;
}

/** What came of one command. */
interface Result {
  readonly mistakes: readonly string[];
  /** Something kept a right command from being carried out. */
  readonly isBroken?: boolean;
  /** What is wrong, too, should what came of it not stand in the end. */
  readonly ifUnrecorded?: string | undefined;
}

async function carryOutAll(event: CommentEvent, commands: Commands, work: Work): Promise<Outcome> {
  const { desk, settlement } = work;
  const results: (Result & Pick<Answered, "line">)[] = [];
  await using service = await openService(desk.inputs, desk.log);
  for (const { line, command, mistake } of commands.lines) {
    const result = command
      ? await carryOut(command, `${event.comment}:${line}`, event.asker.login, service, work)
      : { mistakes: [mistake] };
    results.push({ line, ...result });
  }
  let isGood = !results.some(({ isBroken }) => isBroken);
  let isRecorded = false;
  let commentUrl = "";
  try {
    commentUrl = await settlement.finish();
    isRecorded = true;
  } catch (error) {
    isGood = false;
    desk.log.error(`Whether all is recorded could not be seen: ${reasonOf(error, desk.redact)}.`, {
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
    for (const each of mistakes) desk.log.warning(`Line ${line}: ${each}`);
  const answer = answered.length === 0 ? {} : { answer: answerText(event.asker.login, answered, done) };
  return { isGood, settlement, commentUrl, ...answer };
}

async function carryOut(
  { verb, review, fields, again }: Command,
  command: string,
  by: string,
  service: Service,
  work: Work,
): Promise<Result> {
  if (verb === "record") return { mistakes: ["Nothing records a decision yet."] };
  const { desk, catalog, settlement } = work;
  const { log, cancel } = desk;
  const whyNot = whyNotReview(settlement.gates, { verb, review, again, command });
  if (whyNot) return { mistakes: whyNot.isDone ? [] : [whyNot.why] };
  const checked = checkFields(fields, catalog.forms.get(settling[verb]));
  if (checked.mistakes.length > 0) return { mistakes: checked.mistakes };
  if (cancel.aborted) return { mistakes: ["The job was cancelled before this was begun."], isBroken: true };

  const instead = settlement.gates.flatMap(gate => reviewIn(gate, review)?.begun ?? [])[0]?.command;
  const begun = { verb, by, at: desk.now(), command, job: randomUUID() };
  try {
    const isOurs = await settlement.begin({ what: "begin", id: review, begun, instead });
    if (!isOurs) {
      const now = whyNotReview(settlement.gates, { verb, review, again: false, command });
      const rival = settlement.gates.flatMap(gate => reviewIn(gate, review)?.begun ?? [])[0];
      const why = rival
        ? `\`${rival.by}\` is settling it at this moment; the review check tells how it was decided.`
        : (now?.why ?? "Somebody else is settling it at this moment.");
      return { mistakes: now?.isDone ? [] : [why] };
    }
  } catch (error) {
    // It may have been written all the same.
    await record({ what: "take back", id: review, command, job: begun.job }, work);
    const why = `It could not be written down first, so nothing was sent: ${reasonOf(error, desk.redact)}.`;
    return { mistakes: [why], isBroken: true };
  }

  let answer: Answer;
  try {
    const call = callOf(settling[verb], { id: review, fields: checked.fields });
    answer = await service.call(call, cancel);
  } catch (error) {
    return await notAnswered(error, { what: "begin", id: review, begun, instead }, work);
  }
  log.info(`The service answered: ${verb} ${review}.`);
  const at = desk.now();
  const unrecorded = (why: string | undefined) =>
    why === undefined ? undefined : `The service took it, but it could not be recorded: ${why}.`;
  if (verb === "submit") {
    const { isRefused, ...decision } = decisionByAnswer(by, review, checked.fields, answer.value, answer.raw);
    const why = await record({ what: "decide", id: review, command, by, at, ...decision }, work);
    const mistakes = isRefused ? [`The review stays open: ${decision.evidence}.`] : [];
    return { mistakes, ifUnrecorded: unrecorded(why) };
  }
  const to = assigneeIn(checked.fields);
  const reassigned = { by, at, ...(to !== undefined && { to }) };
  const why = await record({ what: "reassign", id: review, command, reassigned }, work);
  return { mistakes: [], ifUnrecorded: unrecorded(why) };
}

/** What certainly did not act is taken back; what may have acted stays written down as begun. */
async function notAnswered(
  error: unknown,
  begin: Extract<Change, { what: "begin" }>,
  work: Work,
): Promise<Result> {
  const { id, begun } = begin;
  const { verb, command, job } = begun;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServiceError) || error.ambiguous) {
    // A step with a report may have written over it meanwhile.
    await record(begin, work);
    return { mistakes: [message, maybeWords(verb, id)], isBroken: true };
  }
  const isBroken = error.kind !== "rejected" && error.kind !== "not-found";
  const why = await record({ what: "take back", id, command, job }, work);
  return { mistakes: [message], isBroken, ifUnrecorded: why === undefined ? why : maybeWords(verb, id) };
}

/** Gives why it could not be written at once; in the end it is tried again. */
async function record(change: Change, { desk, settlement }: Work): Promise<string | undefined> {
  try {
    await settlement.record(change);
    return undefined;
  } catch (error) {
    return reasonOf(error, desk.redact);
  }
}

async function permissionOf(login: string, { context, converse, redact }: Desk): Promise<Permission> {
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
    return { unknown: reasonOf(error, redact) };
  }
}

/** A sign to whoever wrote the comment; without it nothing is lost. */
async function react(
  { comment }: CommentEvent,
  { context, converse, log, redact }: Desk,
  content: "eyes" | "+1" | "-1",
) {
  const { owner, name } = context.repository;
  await converse(session =>
    session.github().request("POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions", {
      owner,
      repo: name,
      comment_id: comment,
      content,
    }),
  ).catch((error: unknown) => log.info(`There is no reaction \`${content}\`: ${reasonOf(error, redact)}.`));
}

async function answer(
  { pull }: CommentEvent,
  { context, converse, log, redact }: Desk,
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
  ).catch((error: unknown) => log.warning(`The comment could not be answered: ${reasonOf(error, redact)}.`));
}
