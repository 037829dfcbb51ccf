/**
 * Carries out one command. Records the command as begun before it sends the request, so that a rerun of a job that was
 * stopped doesn't send the request again.
 */

import type { Catalog } from "../../shared/catalog/catalog.ts";
import type { GateChange } from "../../shared/gate/change.ts";
import { type Command, writeCommand } from "../../shared/gate/command.ts";
import {
  decisionFromConflict,
  decisionFromFields,
  decisionFromResponse,
} from "../../shared/gate/decision.ts";
import { checkFields } from "../../shared/gate/fields.ts";
import { begunCommandName } from "../../shared/gate/join.ts";
import { commandRefusal, mayHaveActedText } from "../../shared/gate/refusal.ts";
import { isDecided, reviewIn } from "../../shared/gate/state.ts";
import { operationByVerb } from "../../shared/gate/verbs.ts";
import { assigneeInRequest } from "../../shared/reading/assignee.ts";
import type { ServiceResponse } from "../../shared/service/client.ts";
import { ServiceError } from "../../shared/service/error.ts";
import { serviceRequestOf } from "../../shared/service/request.ts";
import { reasonOf } from "../github/reason.ts";
import type { StepService } from "../inputs/service.ts";
import type { BeginChange, GateEditor } from "./editor.ts";
import type { SettleJob } from "./job.ts";

export interface CommandDeps {
  readonly job: SettleJob;
  readonly catalog: Catalog;
  readonly editor: GateEditor;
  readonly service: StepService;
}

export interface CommandResult {
  readonly mistakes: readonly string[];
  /** The command was correct but failed or may have failed, for example in an outage. The step then fails. */
  readonly hasFailed?: boolean;
  /** A further mistake, which counts only if `editor.finish` fails after all commands. */
  readonly mistakeIfUnrecorded?: string | undefined;
}

export interface CommentCommand extends Command {
  /** The comment's id and the line's number, like `2101:4`. */
  readonly name: string;
  readonly by: string;
}

export async function carryOutCommand(command: CommentCommand, deps: CommandDeps): Promise<CommandResult> {
  const { verb, review, name } = command;
  const { job, catalog, editor } = deps;
  const refusal = commandRefusal(editor.gates, { ...command, command: name });
  if (refusal) return { mistakes: refusal.isDone ? [] : [refusal.why] };
  const operation = verb === "record" ? operationByVerb.submit : operationByVerb[verb];
  const { fields, mistakes } = checkFields(command.fields, catalog.forms.get(operation));
  if (mistakes.length > 0) return { mistakes };
  if (job.cancel.aborted) {
    return { mistakes: ["The job was cancelled before this command was begun."], hasFailed: true };
  }
  if (verb === "record") return await recordDecision({ ...command, fields }, deps);

  const [rival] = editor.gates.flatMap(gate => reviewIn(gate, review)?.begun ?? []);
  const begun = { verb, by: command.by, at: job.now(), command: name, job: `${job.id} ${name}` };
  const begin: BeginChange = { what: "begin", id: review, begun, replaces: rival && begunCommandName(rival) };
  try {
    if (!(await editor.begin(begin))) return rivalResult(command, editor);
  } catch (error) {
    // GitHub may have written the begun command although the request failed.
    await editor.takeBack(begin).catch(() => {});
    const why = `The command could not be recorded as begun, so nothing was sent: ${reasonOf(error)}.`;
    return { mistakes: [why], hasFailed: true };
  }
  return await send({ ...command, fields }, begin, deps);
}

/** The result if another job was first: a mistake, unless that job has carried out this same command. */
function rivalResult({ verb, review, name }: CommentCommand, { gates }: GateEditor): CommandResult {
  const [rival] = gates.flatMap(gate => reviewIn(gate, review)?.begun ?? []);
  if (rival) {
    return {
      mistakes: [
        `\`${rival.by}\` is deciding this review at the moment; the review check will show the decision.`,
      ],
    };
  }
  const now = commandRefusal(gates, { verb, review, again: false, command: name });
  return {
    mistakes: now?.isDone ? [] : [now?.why ?? "Another person is deciding this review at the moment."],
  };
}

async function send(command: CommentCommand, begin: BeginChange, deps: CommandDeps): Promise<CommandResult> {
  const { verb, review, fields, by, name, again } = command;
  const { job, service } = deps;
  let response: ServiceResponse;
  try {
    response = await service.call(
      serviceRequestOf(operationByVerb[begin.begun.verb], { id: review, fields }),
      job.cancel,
    );
  } catch (error) {
    return await failedResult(error, command, begin, deps);
  }
  job.log.info(`The service responded to the command: ${verb} ${review}.`);
  const at = job.now();
  if (verb === "reassign") {
    const to = assigneeInRequest(fields);
    const reassigned = { by, at, ...(to !== undefined && { to }) };
    return await recordAfterSending({ what: "reassign", id: review, command: name, reassigned }, begin, deps);
  }
  const { isRefused, ...decision } = decisionFromResponse(by, review, fields, response.value, {
    raw: response.raw,
    knownReviews: deps.editor.gates.flatMap(({ reviews }) => reviews.map(({ id }) => id)),
  });
  // If the service refuses a new decision, the earlier one remains.
  const remains = isRefused && isDecidedBefore(review, deps);
  const change: GateChange = remains
    ? takeBack(begin)
    : { what: "decide", id: review, command: name, by, at, again, ...decision };
  const result = await recordAfterSending(change, begin, deps);
  if (!isRefused) return result;
  return {
    ...result,
    mistakes: [`The review stays ${remains ? "as it was" : "open"}: ${decision.evidence}.`],
  };
}

function takeBack({ id, begun }: BeginChange): GateChange {
  return { what: "take back", id, begun };
}

function isDecidedBefore(id: string, { editor }: CommandDeps): boolean {
  return editor.gates.some(gate => {
    const review = reviewIn(gate, id);
    return review !== undefined && isDecided(review);
  });
}

/** If recording fails, `editor.finish` tries again. */
async function recordAfterSending(
  change: GateChange,
  begin: BeginChange,
  deps: CommandDeps,
): Promise<CommandResult> {
  const why = await record(change, deps);
  if (why === undefined) return { mistakes: [] };
  const { verb } = begin.begun;
  return {
    mistakes: [],
    mistakeIfUnrecorded: `The service accepted the command, but its result could not be recorded: ${why}. ${mayHaveActedText(verb, begin.id)}`,
  };
}

async function record(change: GateChange, { editor }: CommandDeps): Promise<string | undefined> {
  try {
    await editor.record(change);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Records the earlier decision if the service names one. Otherwise takes back a command that can't have acted. */
async function failedResult(
  error: unknown,
  { verb, review, fields, name, again }: CommentCommand,
  begin: BeginChange,
  deps: CommandDeps,
): Promise<CommandResult> {
  const message = error instanceof Error ? error.message : String(error);
  const elsewhere =
    verb === "submit" && error instanceof ServiceError
      ? decisionFromConflict(review, fields, error)
      : undefined;
  if (elsewhere !== undefined) {
    // If the service reports that the review was decided, but not how, the gate's earlier decision remains.
    const remains = elsewhere.state === "unknown" && isDecidedBefore(review, deps);
    const change: GateChange = remains
      ? takeBack(begin)
      : { what: "decide", id: review, command: name, at: deps.job.now(), again, ...elsewhere };
    const { mistakeIfUnrecorded } = await recordAfterSending(change, begin, deps);
    const line = writeCommand({ verb: "record", review, fields: {}, again: remains });
    const how =
      elsewhere.state === "unknown" ? ` To record the decision, comment \`${line} verdict=…\`.` : "";
    const addition = remains ? "" : ", and that decision is recorded";
    const why = `The service did not accept the submission: ${elsewhere.evidence}${addition}.${how}`;
    return { mistakes: [why], mistakeIfUnrecorded };
  }
  if (!(error instanceof ServiceError) || error.ambiguous) {
    return { mistakes: [message, mayHaveActedText(begin.begun.verb, review)], hasFailed: true };
  }
  const hasFailed = error.kind !== "rejected" && error.kind !== "not-found";
  const why = await record(takeBack(begin), deps);
  const ifUnrecorded = why === undefined ? why : mayHaveActedText(begin.begun.verb, review);
  return { mistakes: [message], hasFailed, mistakeIfUnrecorded: ifUnrecorded };
}

async function recordDecision(
  { review, fields, by, name, again }: CommentCommand,
  deps: CommandDeps,
): Promise<CommandResult> {
  const decision = decisionFromFields(by, fields);
  if (decision.state === "unknown") {
    return {
      mistakes: ["The fields contain no decision; write `verdict=pass` or `verdict=fail`."],
    };
  }
  const at = deps.job.now();
  const why = await record({ what: "decide", id: review, command: name, by, at, again, ...decision }, deps);
  return { mistakes: [], mistakeIfUnrecorded: why && `The decision could not be recorded: ${why}.` };
}
