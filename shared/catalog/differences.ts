/** Compares a record's fields in the catalog with those that the service has. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

export interface KnownFieldsOfService {
  /** The fields that were last sent from here. */
  readonly sent?: JsonObject | undefined;
  /** The fields in the service's last response about the record, if it is newer than `sent`. */
  readonly answered?: JsonObject | undefined;
}

/**
 * The names of the fields that an update would change, as far as is known; undefined if too little is known. The service
 * may write a value in another way than it was sent, so a field that equals either of the two does not differ.
 */
export function differingFields(
  fields: JsonObject,
  { sent, answered }: KnownFieldsOfService,
): readonly string[] | undefined {
  const names = [...new Set([...Object.keys(fields), ...Object.keys(sent ?? {})])];
  const knownOf = (name: string) =>
    [ownValue(sent, name), ownValue(answered, name)].filter(value => value !== undefined);
  // A response may leave out fields, so without a sent value nothing is known about such a field.
  const isUnknown = (name: string) => sent === undefined && knownOf(name).length === 0;
  const differing = names.filter(name => {
    const wanted = ownValue(fields, name);
    if (wanted === undefined) return true;
    return !isUnknown(name) && !knownOf(name).some(value => isSameJson(wanted, value));
  });
  return differing.length === 0 && names.some(isUnknown) ? undefined : differing;
}

function ownValue(fields: JsonObject | undefined, name: string): JsonValue | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The order of an object's entries means nothing. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSameJson(value, other[index]));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every(name => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
    );
  }
  return one === other;
}
