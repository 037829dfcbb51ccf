/**
 * The explanation of a case as Markdown: a line with its persona and attachments, and a fold with its metrics and transcript.
 * The sections contain a placeholder for each explanation. Explanations take the room that the cases and reviews leave.
 */

import { cut } from "../../wording.ts";
import type { ReportMetric } from "../metric.ts";
import type { ReportAttachment, ReportTest, ReportTurn } from "../model.ts";
import { type Allowance, moreItem } from "./allowance.ts";
import { inlineName, link, prose } from "./inline.ts";
import { passRateLine } from "./runs.ts";
import { amountText, formatCount, formatNumber, joinDetails, signs } from "./words.ts";

const longest = { label: 120, value: 80, reason: 300, turn: 400 };
const mostMetrics = 10;
const mostLinks = 5;
const shownTurns = { first: 6, last: 10 };

export class Explanations {
  readonly #written: Explanation[] = [];

  /** The service's text contains no control character here, so it can't imitate a placeholder. */
  placeholder(test: ReportTest | undefined): string {
    if (test === undefined) return "";
    const { attachments = [], extra: { persona, scenario, metrics = [], transcript = [] } = {} } = test;
    const isEmpty = attachments.length + metrics.length + transcript.length === 0 && !persona && !scenario;
    if (isEmpty && passRateLine(test) === "") return "";
    return `\0${this.#written.push(new Explanation(test)) - 1}\0`;
  }

  /** Returns the names of the omitted parts. The metrics of all cases take room before the first transcript. */
  takeRoom(allowance: Allowance): string[] {
    const metrics = this.#written.filter(each => !each.takeMetrics(allowance)).length;
    const transcripts = this.#written.filter(each => !each.takeTranscript(allowance)).length;
    return [
      ...(metrics > 0 ? [`the metrics of ${formatCount(metrics, "case")}`] : []),
      ...(transcripts > 0 ? [formatCount(transcripts, "transcript")] : []),
    ];
  }

  fillIn(text: string): string {
    return text
      .split("\0")
      .map((part, index) => (index % 2 === 0 ? part : (this.#written[Number(part)]?.text ?? "")))
      .join("");
  }
}

class Explanation {
  readonly #test: ReportTest;
  #facts = "";
  #passRate = "";
  #metrics = "";
  #transcript = "";

  constructor(test: ReportTest) {
    this.#test = test;
  }

  /** Returns false if there is no room. */
  takeMetrics(allowance: Allowance): boolean {
    const facts = factLine(this.#test);
    const passRate = passRateLine(this.#test);
    const lines = metricLines(this.#test);
    const title = joinDetails(passRate && passRateTitle, longestTitle);
    if (
      !allowance.take(
        facts,
        passRate,
        lines,
        passRate + lines === "" ? "" : foldWith(title, passRate && "\n"),
      )
    )
      return facts + passRate + lines === "";
    this.#facts = facts;
    this.#passRate = passRate;
    this.#metrics = lines;
    return true;
  }

  takeTranscript(allowance: Allowance): boolean {
    const quote = transcriptQuote(this.#test.extra?.transcript ?? []);
    if (quote === "") return true;
    if (!allowance.take(quote, foldWith(longestTitle, ""))) return false;
    this.#transcript = quote;
    return true;
  }

  get text(): string {
    const { metrics = [], transcript = [] } = this.#test.extra ?? {};
    const title = joinDetails(
      this.#passRate && passRateTitle,
      this.#metrics && metricsTitle(metrics),
      this.#transcript && `Transcript: ${formatCount(transcript.length, "turn")}`,
    );
    // A list ends with an empty line.
    const passRate = this.#passRate && this.#metrics === "" ? `${this.#passRate}\n` : this.#passRate;
    return this.#facts + (title === "" ? "" : foldWith(title, passRate + this.#metrics + this.#transcript));
  }
}

const passRateTitle = "How often it passes";
const longestTitle = "Metrics: 1,000 of 1,000 failed · Transcript: 1,000 turns";

function foldWith(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n\n${content}</details>\n\n`;
}

function metricsTitle(metrics: readonly ReportMetric[]): string {
  const failed = metrics.filter(({ passed }) => passed === false).length;
  return `Metrics: ${formatNumber(metrics.length)}${failed === 0 ? "" : `, ${formatNumber(failed)} failed`}`;
}

/** The words of links, because a link with the service's words could pretend to lead elsewhere. */
const linkWords = ["recording", "video", "screenshot", "log", "transcript", "trace"];

function attachmentLink({ name, path }: ReportAttachment): string {
  if (linkWords.includes(name)) return link(name, path);
  const address = link("open", path);
  return address === "" ? "" : `${inlineName(cut(name, longest.label))} (${address})`;
}

function factLine({
  name,
  attachments = [],
  extra: { persona = "", scenario = "" } = {},
}: ReportTest): string {
  const facts = joinDetails(
    persona && `Persona: ${inlineName(cut(persona, longest.label))}`,
    scenario === name || scenario === "" ? "" : `Scenario: ${inlineName(cut(scenario, longest.label))}`,
    ...attachments.slice(0, mostLinks).map(attachmentLink),
  );
  return facts === "" ? "" : `<sub>${facts}</sub>\n\n`;
}

/** Failed metrics come first, and passed ones last, because they explain the least. */
function metricLines({ message, extra: { metrics = [] } = {} }: ReportTest): string {
  const inOrder = [false, undefined, true].flatMap(wanted =>
    metrics.filter(({ passed }) => passed === wanted),
  );
  if (inOrder.length === 0) return "";
  const shown = inOrder.length > mostMetrics ? mostMetrics - 1 : inOrder.length;
  const lines = inOrder.slice(0, shown).map(metric => metricLine(metric, message));
  return `${lines.join("")}${shown < inOrder.length ? moreItem(inOrder.length - shown) : ""}\n`;
}

/** Leaves out a reason that is already the message of the case. */
function metricLine({ name, passed, reason, ...amounts }: ReportMetric, message: string | undefined): string {
  const sign = passed === undefined ? "" : passed ? `${signs.passed} ` : `${signs.failed} `;
  const word = passed === undefined ? "" : passed ? " passed" : " failed";
  const amount = amountText(amounts, scalar);
  const why = reason === undefined || reason.trim() === message?.trim() ? "" : prose(reason, longest.reason);
  return `- ${sign}**${inlineName(cut(name, longest.label))}**${word}${amount}${why === "" ? "" : ` — ${why}`}\n`;
}

/** A score such as 0.6666666666666666 is shown as 0.6667. GitHub would link a long number like a commit. */
function scalar(value: number | string | boolean): string {
  const isFraction = typeof value === "number" && !Number.isInteger(value);
  const text = String(isFraction ? Number(value.toPrecision(4)) : value);
  return /^-?\d{1,6}(?:\.\d{1,6})?$/.test(text) ? text : inlineName(cut(text, longest.value));
}

function transcriptQuote(turns: readonly ReportTurn[]): string {
  const { first, last } = shownTurns;
  const omitted = turns.length - first - last;
  const lines =
    omitted <= 1
      ? turns.map(turnLine)
      : [
          ...turns.slice(0, first).map(turnLine),
          `… ${formatCount(omitted, "more turn")} …`,
          ...turns.slice(-last).map(turnLine),
        ];
  const text = lines.filter(line => line !== "").join("<br>");
  return text === "" ? "" : `> ${text}\n\n`;
}

function turnLine({ speaker, text }: ReportTurn): string {
  const said = prose(text, longest.turn);
  return said === "" || speaker === undefined
    ? said
    : `**${inlineName(cut(speaker, longest.label))}**: ${said}`;
}
