/** The rules by which values are bad news under names that are understood, and the names that several of their tables ask for. */

import type { JsonObject } from "../json.ts";
import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { isWrittenLikeStatus } from "./objections.ts";
import { isBadWord, isKnownWord, longestWord } from "./words.ts";

/** The place of a value. */
export interface ValuePlace {
  readonly object: JsonObject;
  readonly around: Key;
  readonly key: Key;
  readonly isInCase: boolean;
  /** The amounts that a number of all cases can have; none in a case. */
  readonly wholes: ReadonlySet<number>;
}

interface Rule<Value> {
  /** Whether a value under the name can be bad news. Asked once for each name. */
  readonly under: (key: Key) => boolean;
  readonly isBad: (value: Value, place: ValuePlace) => boolean;
}

export function rulesByKey<Value>(rules: readonly Rule<Value>[]): (key: Key) => readonly Rule<Value>[] {
  const found = new WeakMap<Key, readonly Rule<Value>[]>();
  return key => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const ofKey = rules.filter(({ under }) => under(key));
    found.set(key, ofKey);
    return ofKey;
  };
}

/** For rules that depend on the value alone, or on the name around it. */
export const anyKey = () => true;

export const named = (pattern: RegExp) => (key: Key) => pattern.test(key.squashed);

export const caseLists: ReadonlySet<Key["elementKind"]> = new Set(["cases", "generic"]);

/** A run was made in it, or compared with it. */
export const surroundings = /^(?:env|infrastructure|platform|deployment|comparison|baseline)/;

/** The party that was tested. */
export const testedParty =
  /^(?:participant|agent|assistant|bot|server|target|endpoint|llm|model|provider|engine)s?$/;

export const runnable = /^(?:batch|channel|suite|testsuite)$/;

export const approvers = /^(?:approved|confirmed|signed|signedoff|released|authori[sz]ed)by$/;

/** `coverage: 0.4` */
export const coverage = /^(?:coverage|completeness|completion)$/;

/** `vs_baseline`, `scoreDelta`. */
export const change = /^(?:vs|versus)|delta$/;

export const judges = /^(?:judge|evaluator|grader|scorer)s?(?:model|name|kind|type|mode)?$/;

/** `estado: "en espera"`, `Gesamtergebnis: "YELLOW"`: other languages' names of a state or a verdict. */
export const stateAbroad =
  /ergebnis|urteil|bewertung|abbr[uo]ch|storn|resulta|risulta|esito|dictamen|veredict|zustand|situa[cz]|stanje|statut|tilstand|tillstand|toestand|allapot|durum|^(?:etat|estado|stato|tila|stav|stan)$/;

/** Lists of what happened in a run, in which an error is bad news. */
export const messages =
  /messages?$|^(?:diagnostics|notifications|notices|annotations|(?:job|run|fault)?logs?|events|alerts|warnings|hints)$/;

/** The agent's words, in a case. */
export const answersOfAgent =
  /^(?:reply|answer|(?:actual|agent|assistant|bot|model)(?:output|answer|reply|response))$/;

export const judging = /^(?:judging|grading|scoring|evaluation)$/;

export function namesOpenDecision({ status, isReviewOutcome }: Key): boolean {
  return status === "undecided" && !isReviewOutcome;
}

/** `status: "passed?"`. Nobody was sure. */
export function isDoubtfulWord(text: string): boolean {
  return (
    text.length <= longestWord && text.endsWith("?") && isKnownWord(text.slice(0, text.indexOf("?")).trim())
  );
}

export function soundsBad(text: string): boolean {
  // An environment for drafts
  if (text.toLowerCase() === "draft") return false;
  return isWrittenLikeStatus(text) && ((isKnownWord(text) && isBadWord(text)) || keyOf(text).isBadNews);
}
