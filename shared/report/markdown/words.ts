/** Numbers, durations and verdicts as text. */

import type { Verdict } from "../../reading/reading.ts";
import type { ReportMetric } from "../metric.ts";

/** Beside each sign, a word or a heading says the same, because not everybody sees colours. */
export const signs = { passed: "🟢", failed: "🔴", unknown: "🟡" } as const satisfies Record<Verdict, string>;

export const verdictWords = {
  passed: `${signs.passed} Passed`,
  failed: `${signs.failed} Failed`,
  unknown: `${signs.unknown} Unknown`,
} as const satisfies Record<Verdict, string>;

export const notRunWords = `${signs.failed} Not finished`;

export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function formatCount(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** Empty for 0 as well, because a report writes 0 for an unknown duration. */
export function formatKnownDuration(ms: number | undefined): string {
  return ms === undefined || ms <= 0 ? "" : formatDuration(ms);
}

export function joinDetails(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join(" · ");
}

export function withNonBreakingSpaces(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** `80 ms`, `1.2 s`, `48 s`, `3 m 04 s`, `2 h 05 m`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} m`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** ": 0.4 (threshold 0.7)", ": London (expected Paris)". */
export function amountText(
  { value, threshold, expected }: Pick<ReportMetric, "value" | "threshold" | "expected">,
  textOf: (value: number | string | boolean) => string,
): string {
  const bounds = Object.entries({ threshold, expected }).flatMap(([name, bound]) =>
    bound === undefined ? [] : `${name} ${textOf(bound)}`,
  );
  const compared = bounds.length === 0 ? "" : ` (${bounds.join(", ")})`;
  return value === undefined ? compared : `: ${textOf(value)}${compared}`;
}
