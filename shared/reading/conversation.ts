/** Finds a conversation by its shape (texts with their speakers), because the service documents no field names. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { valuesNamed } from "./values.ts";

export interface Turn {
  readonly speaker?: string;
  readonly text: string;
}

const speakerNames = ["role", "speaker", "from", "sender", "author", "who", "actor", "party", "by", "user"];
const textNames = ["text", "content", "message", "utterance", "said", "says", "body", "words", "transcript"];
/** A text, or a list in which a speaker is missing, is a conversation only under one of these names. */
const conversationNames = /^(?:transcript|transcription|conversation|dialogue|dialog|utterances|turns)$/i;

const mostTurns = 60;
const longestTurn = 1000;
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
        const turns = turnsOf(name, value);
        if (turns !== undefined) return turns;
        if (isJsonObject(value)) inner.push(value);
      }
    }
    level = inner;
  }
  return undefined;
}

function turnsOf(name: string, value: JsonValue): readonly Turn[] | undefined {
  const isNamed = conversationNames.test(name);
  if (isNamed && typeof value === "string" && value.trim() !== "") {
    return value.trim().split("\n").slice(0, mostTurns).map(parseTurn);
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const elements = value.slice(0, mostTurns);
  if (isNamed && elements.every(each => typeof each === "string")) return elements.map(parseTurn);
  const turns = elements.flatMap(each => (isJsonObject(each) ? (turnIn(each) ?? []) : []));
  const areAllTurns = turns.length === elements.length;
  return areAllTurns && (isNamed || turns.every(({ speaker }) => speaker !== undefined)) ? turns : undefined;
}

function turnIn(element: JsonObject): Turn | undefined {
  const [text] = valuesNamed(element, textNames).filter(
    each => typeof each === "string" && each.trim() !== "",
  );
  if (typeof text !== "string") return undefined;
  const [speaker] = valuesNamed(element, speakerNames).filter(
    each => typeof each === "string" && each !== "",
  );
  return {
    text: text.slice(0, longestTurn),
    ...(typeof speaker === "string" && { speaker: speaker.slice(0, 100) }),
  };
}

/** Reads a line such as `Caller: Hello?`. In a line without a speaker everything is text. */
function parseTurn(line: string): Turn {
  const [, speaker, text] = /^\s*([\p{L}][\p{L}\p{N} _-]{0,30}):\s+(.+)$/su.exec(line) ?? [];
  if (speaker === undefined || text === undefined) return { text: line.slice(0, longestTurn) };
  return { speaker, text: text.slice(0, longestTurn) };
}
