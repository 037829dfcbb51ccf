/** Reads the addresses of recordings, pictures and other files of a case. */

import { isJsonObject, type JsonValue } from "../json.ts";
import type { Attachment } from "./reading.ts";
import { anyLength, labelTextIn, linkIn, valuesNamed } from "./values.ts";
import { attachmentNames } from "./vocabulary.ts";
import { squash, squashedWords } from "./words.ts";

export const mostAttachments = 10;
const attachmentLists = new Set(squashedWords(attachmentNames.lists));
const kindsByName = new Map<string, string>();
for (const [kind, names] of Object.entries(attachmentNames.kinds)) {
  for (const name of squashedWords(names)) kindsByName.set(name, kind);
}
const addressFields = squashedWords(attachmentNames.url);
const typeFields = squashedWords(attachmentNames.type);
const labelFields = squashedWords(attachmentNames.label);

const typesByExtension: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  flac: "audio/flac",
  mp4: "video/mp4",
  webm: "video/webm",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  txt: "text/plain",
  log: "text/plain",
  json: "application/json",
  html: "text/html",
};

export function attachmentsUnder(squashed: string, value: JsonValue): Attachment[] {
  const kind = kindsByName.get(squashed);
  return kind === undefined && !attachmentLists.has(squashed) ? [] : attachmentsIn(value, kind);
}

/** Reads addresses, or objects with an address, from a list or from a single one. */
export function attachmentsIn(value: JsonValue, kind?: string): Attachment[] {
  const items = Array.isArray(value) ? value.slice(0, mostAttachments) : [value];
  return items.flatMap(each => attachmentOf(each, kind));
}

function attachmentOf(value: JsonValue, kind: string | undefined): Attachment[] {
  const object = isJsonObject(value) ? value : {};
  const url = isJsonObject(value)
    ? valuesNamed(object, addressFields)
        .map(linkIn)
        .find(link => link !== null)
    : linkIn(value);
  if (url === undefined || url === null) return [];
  const stated = valuesNamed(object, typeFields).find(each => typeof each === "string");
  const word = typeof stated === "string" ? stated : "";
  const type = word.includes("/") ? word : typesByExtension[extensionOf(url)];
  const isAudio = type?.startsWith("audio/") || kindsByName.get(squash(word)) === "recording";
  const label = labelTextIn(valuesNamed(object, labelFields)[0], anyLength);
  const name = isAudio ? "recording" : (label ?? kind ?? kindsByName.get(squash(word)) ?? "attachment");
  return [{ name, url, ...(type !== undefined && { type }) }];
}

function extensionOf(url: string): string {
  return /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? "";
}
