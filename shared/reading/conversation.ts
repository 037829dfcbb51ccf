/** Finds a conversation by its shape (texts with their speakers), because the service documents no field names. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { linkIn, valuesNamed } from "./values.ts";

export interface Turn {
  readonly speaker?: string;
  readonly text: string;
}

const speakerNames = ["role", "speaker", "from", "sender", "author", "who", "actor", "party", "by", "user"];
const textNames = [
  "text",
  "content",
  "message",
  "msg",
  "utterance",
  "said",
  "says",
  "body",
  "words",
  "transcript",
];
/** A text, or a list in which a speaker is missing, is a conversation only under one of these names. */
const conversationNames = /^(?:transcript|transcription|conversation|dialogue|dialog|utterances|turns)$/i;

const mostTurns = 60;
const longestTurn = 4000;
const deepest = 4;

/** Returns the outermost conversation. */
export function findConversation(object: JsonObject): readonly Turn[] | undefined {
  let level: JsonObject[] = [object];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const inner: JsonObject[] = [];
    for (const each of level) {
      for (const name in each) {
        const value = each[name];
        if (value === undefined) continue;
        const turns = turnsOf(value, conversationNames.test(name));
        if (turns !== undefined) return turns.map(shorten);
        if (isJsonObject(value)) inner.push(value);
      }
    }
    level = inner;
  }
  return undefined;
}

/** Reads a text or a list as a conversation, whatever its name is. Its texts are not cut. */
export function conversationIn(value: JsonValue): readonly Turn[] | undefined {
  return turnsOf(isJsonObject(value) ? [value] : value, true);
}

function turnsOf(value: JsonValue, isNamed: boolean): readonly Turn[] | undefined {
  if (isNamed && typeof value === "string" && isProse(value)) {
    return withoutMiddle(value.trim().split("\n"), parseTurn);
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (isNamed && value.every(each => typeof each === "string")) return withoutMiddle(value, parseTurn);
  const isTurn = (each: JsonValue) =>
    isJsonObject(each) &&
    (isNamed ? (textIn(each) ?? speakerIn(each)) !== undefined : speakerIn(each) !== undefined);
  if (!value.every(isTurn)) return undefined;
  // A turn that only calls a tool has no text.
  const said = (value as JsonObject[]).filter(each => textIn(each) !== undefined);
  return said.length === 0 ? undefined : withoutMiddle(said, turnIn);
}

/** False for the id or the address of a conversation. */
function isProse(text: string): boolean {
  return /\S\s+\S/.test(text) && linkIn(text.trim()) === null;
}

/** Leaves out the middle, because a conversation mostly goes wrong near its end, and begins with what it is about. */
function withoutMiddle<T>(all: readonly T[], turnOf: (each: T) => Turn): Turn[] {
  if (all.length <= mostTurns) return all.map(turnOf);
  const half = mostTurns / 2;
  const omission = { text: `… (${all.length - mostTurns + 1} turns are not shown)` };
  return [...all.slice(0, half).map(turnOf), omission, ...all.slice(-half + 1).map(turnOf)];
}

function turnIn(element: JsonObject): Turn {
  const speaker = speakerIn(element);
  return { text: textIn(element) ?? "", ...(speaker !== undefined && { speaker }) };
}

function textIn(element: JsonObject): string | undefined {
  return firstText(valuesNamed(element, textNames));
}

function speakerIn(element: JsonObject): string | undefined {
  return firstText(valuesNamed(element, speakerNames));
}

function firstText(values: readonly JsonValue[]): string | undefined {
  return values.find((each): each is string => typeof each === "string" && each.trim() !== "");
}

/** Reads a line such as `Caller: Hello?`. In a line without a speaker everything is text. */
function parseTurn(line: string): Turn {
  const [, speaker, text] = /^\s*([\p{L}][\p{L}\p{N} _-]{0,30}):\s+(.+)$/su.exec(line) ?? [];
  return speaker === undefined || text === undefined ? { text: line } : { speaker, text };
}

function shorten({ text, speaker }: Turn): Turn {
  return {
    text: text.length <= longestTurn ? text : shortened(text),
    ...(speaker !== undefined && { speaker: speaker.slice(0, 100) }),
  };
}

/** A person decides by what was said, and so learns that something is missing. */
function shortened(text: string): string {
  return `${text.slice(0, longestTurn)}… (${text.length - longestTurn} characters are not shown)`;
}
