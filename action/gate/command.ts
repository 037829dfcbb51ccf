/**
 * Carries out one command, in an order that loses nothing: what is about to be sent is written down before it is sent,
 * so that a job that ends at any point can be run again and sends nothing twice.
 */

import type { Catalog } from "../../shared/catalog/catalog.ts";
import type { GateChange } from "../../shared/gate/change.ts";
import { type Command, writeCommand } from "../../shared/gate/commands.ts";
import { decisionByAnswer, decisionElsewhere, recordedDecision } from "../../shared/gate/decision.ts";
import { checkFields } from "../../shared/gate/fields.ts";
import { nameOfBegun } from "../../shared/gate/join.ts";
import { maybeWords, whyNotReview } from "../../shared/gate/permit.ts";
import { isDecided, reviewIn } from "../../shared/gate/state.ts";
import { settling } from "../../shared/gate/verbs.ts";
import { assigneeIn } from "../../shared/reading/people.ts";
import { callOf } from "../../shared/service/call.ts";
import type { Answer } from "../../shared/service/client.ts";
import { ServiceError } from "../../shared/service/error.ts";
import { reasonOf } from "../github/reason.ts";
import type { Service } from "../inputs/service.ts";
import type { Begin, GateEditor } from "./editor.ts";
import type { SettleJob } from "./job.ts";

export interface Work {
  readonly job: SettleJob;
  readonly catalog: Catalog;
  readonly editor: GateEditor;
  readonly service: Service;
}

/** The result of one command. */
export interface Result {
  readonly mistakes: readonly string[];
  /** Something kept a right command from being carried out. */
  readonly isBroken?: boolean;
  /** A further mistake, if the decision could not be recorded in the end. */
  readonly ifUnrecorded?: string | undefined;
}

/** A command of a comment, by the comment and its line, and who wrote it. */
export interface NamedCommand extends Command {
  readonly name: string;
  readonly by: string;
}

export async function carryOut(command: NamedCommand, work: Work): Promise<Result> {
  const { verb, review, name } = command;
  const { job, catalog, editor } = work;
  const whyNot = whyNotReview(editor.gates, { ...command, command: name });
  if (whyNot) return { mistakes: whyNot.isDone ? [] : [whyNot.why] };
  const operation = verb === "record" ? settling.submit : settling[verb];
  const { fields, mistakes } = checkFields(command.fields, catalog.forms.get(operation));
  if (mistakes.length > 0) return { mistakes };
  if (job.cancel.aborted) {
    return { mistakes: ["The job was cancelled before this was begun."], isBroken: true };
  }
  if (verb === "record") return await recordDecision({ ...command, fields }, work);

  const [rival] = editor.gates.flatMap(gate => reviewIn(gate, review)?.begun ?? []);
  const begun = { verb, by: command.by, at: job.now(), command: name, job: `${job.id} ${name}` };
  const begin: Begin = { what: "begin", id: review, begun, instead: rival && nameOfBegun(rival) };
  try {
    if (!(await editor.begin(begin))) return overtaken(command, editor);
  } catch (error) {
    // It may have been written all the same.
    await editor.takeBack(begin).catch(() => {});
    const why = `It could not be written down first, so nothing was sent: ${reasonOf(error)}.`;
    return { mistakes: [why], isBroken: true };
  }
  return await send({ ...command, fields }, begin, work);
}

/** Another job was there first. */
function overtaken({ verb, review, name }: NamedCommand, { gates }: GateEditor): Result {
  const [rival] = gates.flatMap(gate => reviewIn(gate, review)?.begun ?? []);
  if (rival) {
    return {
      mistakes: [`\`${rival.by}\` is settling it at this moment; the review check tells how it was decided.`],
    };
  }
  const now = whyNotReview(gates, { verb, review, again: false, command: name });
  return { mistakes: now?.isDone ? [] : [now?.why ?? "Somebody else is settling it at this moment."] };
}

async function send(command: NamedCommand, begin: Begin, work: Work): Promise<Result> {
  const { verb, review, fields, by, name, again } = command;
  const { job, service } = work;
  let answer: Answer;
  try {
    answer = await service.call(callOf(settling[begin.begun.verb], { id: review, fields }), job.cancel);
  } catch (error) {
    return await notAnswered(error, command, begin, work);
  }
  job.log.info(`The service answered: ${verb} ${review}.`);
  const at = job.now();
  if (verb === "reassign") {
    const to = assigneeIn(fields);
    const reassigned = { by, at, ...(to !== undefined && { to }) };
    return await recorded({ what: "reassign", id: review, command: name, reassigned }, begin, work);
  }
  const { isRefused, ...decision } = decisionByAnswer(by, review, fields, answer.value, answer.raw);
  // The decision before holds where the service takes no other.
  const holds = isRefused && isDecidedBefore(review, work);
  const change: GateChange = holds
    ? takenBack(begin)
    : { what: "decide", id: review, command: name, by, at, again, ...decision };
  const result = await recorded(change, begin, work);
  if (!isRefused) return result;
  return { ...result, mistakes: [`The review stays ${holds ? "as it was" : "open"}: ${decision.evidence}.`] };
}

function takenBack({ id, begun }: Begin): GateChange {
  return { what: "take back", id, begun };
}

function isDecidedBefore(id: string, { editor }: Work): boolean {
  return editor.gates.some(gate => {
    const review = reviewIn(gate, id);
    return review !== undefined && isDecided(review);
  });
}

/** Written at once, and tried again in the end where that fails. */
async function recorded(change: GateChange, begin: Begin, work: Work): Promise<Result> {
  const why = await record(change, work);
  if (why === undefined) return { mistakes: [] };
  const { verb } = begin.begun;
  return {
    mistakes: [],
    ifUnrecorded: `The service took it, but it could not be recorded: ${why}. ${maybeWords(verb, begin.id)}`,
  };
}

async function record(change: GateChange, { editor }: Work): Promise<string | undefined> {
  try {
    await editor.record(change);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** A request that certainly did not act is taken back. One that may have acted stays begun. */
async function notAnswered(
  error: unknown,
  { verb, review, fields, name, again }: NamedCommand,
  begin: Begin,
  work: Work,
): Promise<Result> {
  const message = error instanceof Error ? error.message : String(error);
  const elsewhere =
    verb === "submit" && error instanceof ServiceError ? decisionElsewhere(review, fields, error) : undefined;
  if (elsewhere !== undefined) {
    // The gate already knows how it was decided, and the service says only that it was.
    const holds = elsewhere.state === "unknown" && isDecidedBefore(review, work);
    const change: GateChange = holds
      ? takenBack(begin)
      : { what: "decide", id: review, command: name, at: work.job.now(), again, ...elsewhere };
    const { ifUnrecorded } = await recorded(change, begin, work);
    const line = writeCommand({ verb: "record", review, fields: {}, again: holds });
    const how = elsewhere.state === "unknown" ? ` To record how, comment \`${line} verdict=…\`.` : "";
    const and = holds ? "" : ", and that is recorded";
    const why = `The service did not take it: ${elsewhere.evidence}${and}.${how}`;
    return { mistakes: [why], ifUnrecorded };
  }
  if (!(error instanceof ServiceError) || error.ambiguous) {
    return { mistakes: [message, maybeWords(begin.begun.verb, review)], isBroken: true };
  }
  const isBroken = error.kind !== "rejected" && error.kind !== "not-found";
  const why = await record(takenBack(begin), work);
  const ifUnrecorded = why === undefined ? why : maybeWords(begin.begun.verb, review);
  return { mistakes: [message], isBroken, ifUnrecorded };
}

async function recordDecision(
  { review, fields, by, name, again }: NamedCommand,
  work: Work,
): Promise<Result> {
  const decision = recordedDecision(by, fields);
  if (decision.state === "unknown") {
    return {
      mistakes: ["The fields do not tell how it was decided; write `verdict=pass` or `verdict=fail`."],
    };
  }
  const at = work.job.now();
  const why = await record({ what: "decide", id: review, command: name, by, at, again, ...decision }, work);
  return { mistakes: [], ifUnrecorded: why && `It could not be recorded: ${why}.` };
}
