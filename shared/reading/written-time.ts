/** Reads times in the forms that services write for people, such as `20.11.2026 09:00` and `Nov 20, 2026 9:00 AM`. */

export interface WrittenTime {
  /** In milliseconds since 1970, in UTC if the text names no zone. Of a day and a month that can be meant either way, the later time. */
  readonly at: number;
  readonly hasTimeOfDay: boolean;
  readonly hasZone: boolean;
  /** `03/04/2026` can be in March and in April. */
  readonly isAmbiguous: boolean;
}

interface DateForm {
  readonly pattern: RegExp;
  /** The parts of the date in the order in which they stand. */
  readonly order: "ymd" | "dmy" | "mdy" | "either";
}

const dateForms: readonly DateForm[] = [
  { pattern: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, order: "ymd" },
  { pattern: /^(\d{4})(\d{2})(\d{2})(?=T|Z|$|\d{4}$|\d{6}$)/, order: "ymd" },
  { pattern: /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)/, order: "dmy" },
  { pattern: /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/, order: "either" },
  { pattern: /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]([a-z]{3})[a-z]{0,6}\.?[ -](\d{4})(?!\d)/i, order: "dmy" },
  { pattern: /^([a-z]{3})[a-z]{0,6}\.? {1,2}(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/i, order: "mdy" },
];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? /i;
/** `Fri Nov 20 09:00:00 2026`, also with a zone before the year. */
const yearLast = /^([a-z]{3} {1,2}\d{1,2}) ([\d:]{5,8}(?: [A-Z]{3,4})?) (\d{4})$/i;
const timeOfDay =
  /^(?:T|,? (?:at |- )?)?(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?|(\d{2})(?:(\d{2})(?:[.,]\d{1,9})?)?)(?: ?([AP])\.?M\.?)?/i;
const zone = /^ ?(Z|(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?|UTC|GMT|[A-Z]{3,5})?(?: ?[[(][^\])]*[\])])?$/i;
const longestTime = 64;
const year = /\d{4}/;

/** `/Date(1795848060000)/`, as .NET writes it. */
const inMilliseconds = /^\/Date\((\d{12,14})(?:[+-]\d{4})?\)\/$/;

/** Null for a text that is no date, or has something else beside the date, the time of day and the zone. */
export function writtenTimeIn(text: string): WrittenTime | null {
  if (text.length < 8 || text.length > longestTime || !year.test(text)) return null;
  const [, ms] = inMilliseconds.exec(text) ?? [];
  if (ms !== undefined) return { at: Number(ms), hasTimeOfDay: true, hasZone: true, isAmbiguous: false };
  const plain = text.trim().replace(weekday, "").replace(yearLast, "$1 $3 $2");
  for (const { pattern, order } of dateForms) {
    const found = pattern.exec(plain);
    if (found !== null) return timeOf(found, order, plain.slice(found[0].length));
  }
  return null;
}

function timeOf(found: RegExpExecArray, order: DateForm["order"], rest: string): WrittenTime | null {
  const clock = rest === "" ? null : timeOfDay.exec(rest);
  const [, hour = "0", minute, second, fraction = "0", shortMinute, shortSecond, half = ""] = clock ?? [];
  const named = zone.exec(rest.slice(clock?.[0].length ?? 0));
  if (named === null) return null;
  const hours = hourOf(Number(hour), half);
  const [minutes, seconds] = [minute ?? shortMinute ?? 0, second ?? shortSecond ?? 0].map(Number);
  if (hours === null || minutes === undefined || minutes > 59 || seconds === undefined || seconds > 60)
    return null;
  // Only American services write a capital "AM" behind such a date.
  const days = daysOf(found, order === "either" && /^[AP]$/.test(half) ? "mdy" : order);
  const [first] = days;
  if (first === undefined) return null;
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000);
  const [, name = "", sign, zoneHours = "0", zoneMinutes = "0"] = named;
  const offset = (sign === "-" ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  return {
    at: Math.max(...days) + ms - offset,
    hasTimeOfDay: clock !== null,
    hasZone: sign !== undefined || /^(?:Z|UTC|GMT)$/i.test(name),
    isAmbiguous: days.length > 1,
  };
}

function hourOf(hour: number, half: string): number | null {
  if (half === "") return hour > 24 ? null : hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (/p/i.test(half) ? 12 : 0);
}

/** The beginnings of the days that the date can mean. */
function daysOf([, a = "", b = "", c = ""]: RegExpExecArray, order: DateForm["order"]): number[] {
  const ofDay = (year: string, monthOfYear: string, day: string): number[] => {
    const index = /\d/.test(monthOfYear)
      ? Number(monthOfYear) - 1
      : months.indexOf(monthOfYear.toLowerCase());
    const at = Date.UTC(Number(year), index, Number(day));
    const date = new Date(at);
    return date.getUTCMonth() === index && date.getUTCDate() === Number(day) ? [at] : [];
  };
  if (order === "ymd") return ofDay(a, b, c);
  if (order === "dmy") return ofDay(c, b, a);
  if (order === "mdy") return ofDay(c, a, b).concat(Number(a) > 12 ? ofDay(c, b, a) : []);
  return [...new Set([...ofDay(c, a, b), ...ofDay(c, b, a)])];
}
