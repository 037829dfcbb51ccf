/** Finds what a response says is wrong with a request. */

import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { messageTextIn, valuesNamed } from "./values.ts";

const detailNames = ["detail", "details", "reasons"];
const listNames = ["errors", "error", ...detailNames, "violations", "issues", "problems", "fielderrors"];
/** `error: { message: "Validation failed", fields: { comment: ["can't be blank"] } }`. */
const innerNames = [...listNames, "fields", "invalidparams", "validationerrors"];
const placeNames = ["field", "param", "parameter", "property", "path", "loc", "location", "pointer"];
const mostListed = 3;
const mostLevels = 6;
const longestReason = 300;

/** Such as "verdict is missing". Undefined if the response gives no reason. */
export function refusalReasonIn(response: JsonObject): string | undefined {
  // A text under another of the names can be a mere code: `error: "invalid_request"`.
  const listed = [
    ...valuesNamed(response, listNames).filter(value => typeof value !== "string"),
    ...valuesNamed(response, detailNames).filter(value => typeof value === "string"),
  ].flatMap(value => reasonsIn(value));
  const message = messageTextIn(response);
  const isRepeated = listed.some(each => message !== null && each.includes(message));
  const reasons = [...new Set([...(message === null || isRepeated ? [] : [message]), ...listed])];
  const text = reasons.slice(0, mostListed).join("; ").replace(/\s+/g, " ").replace(/\.$/, "").trim();
  return text === "" ? undefined : text.slice(0, longestReason).toWellFormed();
}

/** The reasons in a list, in an object with a message, or in an object that has the names of fields as its names. */
function reasonsIn(value: JsonValue, level = 1): string[] {
  if (level > mostLevels) return [];
  const within = (each: JsonValue) => reasonsIn(each, level + 1);
  if (Array.isArray(value)) return value.slice(0, mostListed).flatMap(within);
  if (!isJsonObject(value)) return typeof value === "string" ? [value] : [];
  const message = messageTextIn(value);
  if (message !== null) {
    const field = placeIn(value);
    const reason = field !== undefined && !message.includes(field) ? `${field}: ${message}` : message;
    const inner = valuesNamed(value, innerNames).filter(each => typeof each === "object");
    return [...new Set([reason, ...inner.flatMap(within)])];
  }
  return Object.entries(value).flatMap(([field, inner]) => {
    const texts = (Array.isArray(inner) ? inner.slice(0, mostListed) : [inner]).flatMap(
      each => messageTextIn(each) ?? [],
    );
    return texts.length === 0 ? [] : [`${field}: ${texts.join(", ")}`];
  });
}

/** The field's name, which is the last part of a pointer: `source: { pointer: "/data/attributes/comment" }` in JSON:API. */
function placeIn(problem: JsonObject): string | undefined {
  const sources = valuesNamed(problem, ["source"]).filter(isJsonObject);
  const [place] = [problem, ...sources].flatMap(each => valuesNamed(each, placeNames));
  const last = Array.isArray(place) ? place.at(-1) : place;
  return typeof last === "string" ? last.slice(last.lastIndexOf("/") + 1) : undefined;
}
