/** Reads the date of an HTTP header. */

/** Milliseconds since 1970; undefined for any other text. */
export function parseHttpDate(value: string | undefined): number | undefined {
  const text = value?.trim() ?? "";
  // All three HTTP date formats begin with a weekday. Date.parse alone would accept "-5" or "1.5".
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
