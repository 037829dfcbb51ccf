/**
 * A report as Markdown, for the pull request and the editor. Sections take room in the order of their worth to a reviewer,
 * and appear in the order of reading. The footer names the omitted parts, and leads to the whole report.
 */

import { cut } from "../../wording.ts";
import type { ReportTest, TargetResult } from "../model.ts";
import { groupByError } from "../not-run.ts";
import { type CaseGroup, caseGroupOf, targetLabel, withTests } from "../report.ts";
import { type ReviewView, reviewsOf, underReviewPredicate, whyUndecided } from "../reviews.ts";
import type { ReportView } from "../view.ts";
import { Allowance, type Budget, listThatFits, moreItem } from "./allowance.ts";
import {
  briefCaseDetails,
  caseBlock,
  caseDetails,
  caseLine,
  messageBlock,
  quoteBlock,
  suitePath,
} from "./cases.ts";
import { changeOfCase, historyOfCase } from "./changes.ts";
import { Explanations } from "./explanation.ts";
import { closeFold, foldByTarget } from "./folds.ts";
import { headline } from "./headline.ts";
import { code, fence, htmlCode, link } from "./inline.ts";
import { reviewItem, sortByState } from "./reviews.ts";
import { hasFailedRun, runsOfCase } from "./runs.ts";
import { foldTargets, notRunNotice, runLine, tableHead, tableRow } from "./targets.ts";
import { formatCount, formatNumber, joinDetails, signs } from "./words.ts";

export interface MarkdownOptions {
  readonly budget?: Budget;
  /** The address or path of the whole report. */
  readonly whole?: string;
  /** Replaces the list of reviews. The budget does not include this text. */
  readonly reviews?: string;
  /** The view that the head shows, if it differs from the view of the sections, as after a decision. */
  readonly head?: ReportView | undefined;
  /** Texts before cases, by which a caller finds the cases in the rendered page. */
  readonly anchors?: ReadonlyMap<ReportTest, string> | undefined;
}

/** Always contains the headline (under 300 characters), even if the budget is smaller. */
export function renderMarkdown(view: ReportView, options: MarkdownOptions = {}): string {
  const { head, sections } = renderParts(view, options);
  return `${joinParts([head, sections])}\n`;
}

/** In two parts, because a later step can replace the head. */
export interface RenderedReport {
  /** The headline, the line about the run, the notices (cancelled, could not be run), and the table of targets. */
  readonly head: string;
  readonly sections: string;
}

export function renderParts(view: ReportView, options: MarkdownOptions = {}): RenderedReport {
  return new MarkdownWriter(view, options).render();
}

/** Gives the complete head. The head shows no cases, so the writer gets none, because a report can have a million. */
export function renderHead(view: ReportView): string {
  return new MarkdownWriter({ ...view, report: withTests(view.report, []) }, {}).head();
}

function joinParts(texts: readonly string[]): string {
  return texts
    .map(text => text.trimEnd())
    .filter(text => text !== "")
    .join("\n\n");
}

/** The sections below the head, in the order of reading. */
const parts = ["failed", "reviews", "undecided", "flaky", "fixed", "skipped", "passed", "raw"] as const;
type Part = (typeof parts)[number] | "explanations";

type Group = CaseGroup | "fixed";

const mostRawCharacters = 20_000;
const shortMessage = 160;

class MarkdownWriter {
  readonly #view: ReportView;
  readonly #headView: ReportView;
  readonly #wholeReport: string | undefined;
  readonly #reviewsPart: string | undefined;
  readonly #anchors: ReadonlyMap<ReportTest, string>;
  readonly #targets: readonly TargetResult[];
  readonly #reviews: readonly ReviewView[];
  readonly #casesUnderReview: number;
  readonly #tests: Record<Group, ReportTest[]>;
  readonly #allowance: Allowance;
  readonly #leftOut: string[] = [];
  readonly #explanations = new Explanations();

  constructor(
    view: ReportView,
    { budget = {}, whole, reviews, head = view, anchors = new Map() }: MarkdownOptions,
  ) {
    this.#view = view;
    this.#headView = head;
    this.#wholeReport = whole;
    this.#reviewsPart = reviews;
    this.#anchors = anchors;
    this.#targets = this.#headView.report.results.extra.callboard.targets;
    this.#reviews = reviewsOf(view.report);
    this.#tests = grouped(view);
    const isUnderReview = underReviewPredicate(this.#reviews);
    const undecided = this.#tests.undecided.filter(test => !isUnderReview(test));
    this.#casesUnderReview = this.#tests.undecided.length - undecided.length;
    this.#tests.undecided = undecided;
    this.#allowance = new Allowance(budget);
  }

  render(): RenderedReport {
    const title = this.#title();
    this.#allowance.take(title);
    // The footer is written last, because it names the omitted parts. Its greatest length is reserved here.
    if (!this.#allowance.take(this.#footer(longestLeftOut), "\n")) return { head: title, sections: "" };
    const head = this.#belowTitle(title);
    const written = new Map<Part, string>();
    const before = this.#leftOut.length;
    for (const part of byWorth) {
      written.set(part, this.#sections[part]());
      // After a section that was cut, sections of less worth are left out.
      if (this.#leftOut.length > before) this.#allowance.exhaust();
    }
    const sections = parts.map(part => this.#explanations.fillIn(written.get(part) ?? ""));
    return { head, sections: joinParts([...sections, this.#footer(this.#leftOut)]) };
  }

  head(): string {
    return this.#belowTitle(this.#title());
  }

  #title(): string {
    return `### ${headline(this.#headView)}\n`;
  }

  #belowTitle(title: string): string {
    return joinParts([title, this.#runLine(), this.#notices(), this.#table()]);
  }

  readonly #sections: Record<Part, () => string> = {
    failed: () => this.#failed(),
    undecided: () =>
      this.#list("undecided", {
        title: total => `#### Undecided: ${formatNumber(total)}\n\n`,
        item: test =>
          caseBlock(test, {
            sign: `${this.#anchorBefore(test)}${signs.unknown}`,
            remark: this.#remark(test),
            facts: this.#facts(test),
          }) +
          quoteBlock(whyUndecided(test), shortMessage * 2) +
          this.#explanations.placeholder(test),
      }),
    reviews: () => this.#reviewList(),
    flaky: () => this.#flaky(),
    explanations: () => {
      this.#leftOut.push(...this.#explanations.takeRoom(this.#allowance));
      return "";
    },
    fixed: () => this.#folded("fixed", "Fixed"),
    skipped: () => this.#folded("skipped", "Skipped"),
    passed: () => this.#folded("passed", "Passed"),
    raw: () => this.#raw(),
  };

  #runLine(): string {
    const text = runLine(this.#headView);
    return this.#allowance.take(text, "\n") ? text : "";
  }

  #notices(): string {
    const { cancelled } = this.#view.report.results.extra.callboard;
    const notices = groupByError(this.#targets).map(notRunNotice);
    const notRun = notices.length;
    if (cancelled) {
      notices.unshift(
        `${signs.unknown} **The run was cancelled before its end.** The report shows what was known by then; all other targets have no verdict.\n`,
      );
    }
    const allowance = this.#allowance.share(0.3);
    const taken = notices.filter(notice => allowance.take(notice, "\n"));
    const missing = notices.length - taken.length;
    if (missing > 0) this.#leftOut.push(`${formatNumber(missing)} of ${formatCount(notRun, "error")}`);
    return taken.join("\n");
  }

  #table(): string {
    const total = this.#targets.length;
    if (total === 0) return "";
    const allowance = this.#allowance.share(0.35);
    const row = (target: TargetResult) => tableRow(target, this.#headView.decidedTargets?.get(target));
    let shown = 0;
    const tables = foldTargets(this.#targets).map(({ start, targets, end }) => {
      if (!allowance.take(start, tableHead, end, "\n")) return "";
      const taken = allowance.takeWhile(targets, row);
      shown += taken.length;
      if (taken.length < targets.length) allowance.exhaust();
      return start + tableHead + taken.join("") + end;
    });
    if (tables[0] === "") this.#leftOut.push("the table of targets");
    else if (shown < total) {
      this.#leftOut.push(`${formatNumber(total - shown)} of ${formatNumber(total)} targets`);
    }
    return joinParts(tables);
  }

  /** The names of the cases take room before the messages. */
  #failed(): string {
    const { comparison } = this.#view;
    const isNew = (test: ReportTest) => comparison?.changeOf(test) === "new";
    const { tests, before, arrange } = foldByTarget(
      this.#tests.failed,
      ["failed case", "failed cases"],
      isNew,
    );
    const total = Math.max(tests.length, this.#view.report.results.summary.failed);
    if (total === 0) return "";
    const title = `#### Failed: ${formatNumber(total)}\n\n`;
    const more = tests.length === 0 ? unlisted : moreItem(total);
    if (!this.#allowance.take(title, closeFold(tests.length), more, "\n")) {
      this.#leftOut.push(formatCount(total, "failed case"));
      return "";
    }
    const names = this.#allowance.share(0.6).takeWhile(
      tests,
      test =>
        (before.get(test) ?? "") +
        caseBlock(test, {
          sign: `${this.#anchorBefore(test)}${signs.failed}`,
          remark: this.#remark(test),
          facts: this.#facts(test),
        }),
    );
    let shortened = 0;
    const items = names.map((item, index) => {
      const message = tests[index]?.message ?? "";
      if (message === "") return item;
      const whole = messageBlock(message);
      if (this.#allowance.take(whole)) return item + whole;
      shortened += 1;
      const short = quoteBlock(message, shortMessage);
      return this.#allowance.take(short) ? item + short : item;
    });
    if (names.length < tests.length) {
      this.#leftOut.push(`${formatNumber(total - names.length)} of ${formatCount(total, "failed case")}`);
    }
    if (shortened > 0) this.#leftOut.push(`the messages of ${formatCount(shortened, "failed case")}`);
    const rest = total - names.length;
    const explained = items.map((item, index) => item + this.#explanations.placeholder(tests[index]));
    const end = tests.length === 0 ? unlisted : rest > 0 ? moreItem(rest) : "";
    return title + arrange(explained).join("") + closeFold(names.length) + end;
  }

  #remark(test: ReportTest): string {
    const change = changeOfCase(this.#view, test);
    const before = change === "" && hasFailedRun(test) ? historyOfCase(this.#view, test) : "";
    return joinDetails(change, runsOfCase(test), before);
  }

  /** A service that retries by itself counts its retries, but doesn't report each run. */
  #flaky(): string {
    const areRunsKnown = this.#tests.flaky.some(hasFailedRun);
    const when = areRunsKnown ? "passed, but not every time" : "passed only after a retry";
    const retriesOf = ({ retries }: ReportTest) => (retries ? formatCount(retries, "retry", "retries") : "");
    return this.#list("flaky", {
      title: total => `#### Flaky: ${formatNumber(total)} ${when}\n\n`,
      item: test => {
        if (!areRunsKnown)
          return caseLine(test, this.#anchorBefore(test), retriesOf(test), this.#facts(test));
        const sign = `${this.#anchorBefore(test)}${signs.passed}`;
        const remark = this.#remark(test) || retriesOf(test);
        return (
          caseBlock(test, { sign, remark, facts: this.#facts(test) }) +
          (hasFailedRun(test) ? quoteBlock(test.message ?? "", shortMessage * 2) : "") +
          this.#explanations.placeholder(test)
        );
      },
    });
  }

  #reviewList(): string {
    if (this.#reviewsPart !== undefined) return this.#reviewsPart;
    const total = this.#reviews.length;
    if (total === 0) return "";
    const waiting = this.#reviews.filter(({ state }) => state === "open").length;
    const title = `#### ${waiting === 0 ? "Reviews" : "For a person to review"}: ${formatNumber(waiting || total)}\n\n`;
    const write = (review: ReviewView) => reviewItem(review, { anchor: this.#anchorOfReview(review) });
    const list = { title, items: sortByState(this.#reviews), write, total, end: "\n" };
    const fitting = listThatFits(list, this.#allowance.share(0.5));
    const rest = total - (fitting?.shown ?? 0);
    if (fitting === undefined) this.#leftOut.push(formatCount(total, "review"));
    else if (rest > 0) this.#leftOut.push(`${formatNumber(rest)} of ${formatCount(total, "review")}`);
    return fitting?.text ?? "";
  }

  #folded(group: "fixed" | "passed" | "skipped", word: string): string {
    let current = "";
    return this.#list(group, {
      title: total => `<details><summary>${word}: ${formatNumber(total)}</summary>\n\n`,
      item: test => {
        const path = this.#path(test);
        const heading = path === current ? "" : `${current === "" ? "" : "\n"}**${path || "Others"}**\n\n`;
        current = path;
        return heading + caseLine(test, this.#anchorBefore(test), runsOfCase(test), briefCaseDetails(test));
      },
      end: "\n</details>\n",
    });
  }

  #list(
    group: Exclude<Group, "failed">,
    section: {
      readonly title: (total: number) => string;
      readonly item: (test: ReportTest) => string;
      readonly end?: string;
    },
  ): string {
    const { end = "" } = section;
    // A section that is itself folded has an end.
    const folds = end === "" ? foldByTarget(this.#tests[group], groupWords[group]) : undefined;
    const items = folds?.tests ?? this.#tests[group];
    if (items.length === 0) return "";
    const total = Math.max(items.length, this.#total(group));
    const title = section.title(total);
    const words = total === 1 ? groupWords[group][0] : groupWords[group][1];
    const write = (test: ReportTest) => (folds?.before.get(test) ?? "") + section.item(test);
    const folding = folds && { close: closeFold, arrange: folds.arrange };
    const list = { title, items, write, total, ...folding, end: `${end}\n` };
    const { text, shown } = listThatFits(list, this.#allowance.share(0.9)) ?? { text: "", shown: 0 };
    if (shown === 0) this.#leftOut.push(`${formatNumber(total)} ${words}`);
    else if (shown < items.length)
      this.#leftOut.push(`${formatNumber(total - shown)} of ${formatNumber(total)} ${words}`);
    return shown === 0 ? "" : text;
  }

  #total(group: Exclude<Group, "failed">): number {
    const { passed, skipped, pending, other, flaky = 0 } = this.#view.report.results.summary;
    const fixed = this.#tests.fixed.length;
    const undecided = pending + other - this.#casesUnderReview;
    return { passed: passed - flaky - fixed, skipped, undecided, flaky, fixed }[group];
  }

  #raw(): string {
    const responses = this.#view.raw ?? [];
    const written: string[] = [];
    let shortened = 0;
    for (const { target, text } of responses) {
      const open = `<details><summary>Response of ${htmlCode(cut(targetLabel(target), 200))}</summary>\n\n`;
      const note = "\nThe rest of the response is not shown here.\n";
      const end = "\n</details>\n";
      const room = Math.min(
        mostRawCharacters,
        this.#allowance.certainLength - open.length - note.length - end.length - 50,
      );
      // A response is shown if all of it fits, or at least its first 300 characters.
      const body = room < Math.min(text.length, 300) ? undefined : fence(cut(text, room), "json");
      const isCut = text.length > room;
      const block = body === undefined ? "" : `${open}${body}\n${isCut ? note : ""}${end}`;
      if (body === undefined || !this.#allowance.take(block, "\n")) {
        shortened = responses.length - written.length;
        break;
      }
      if (isCut) shortened += 1;
      written.push(block);
    }
    if (shortened > 0) this.#leftOut.push(formatCount(shortened, "raw response"));
    return written.join("\n");
  }

  #anchorBefore(test: ReportTest): string {
    return this.#anchors.get(test) ?? "";
  }

  /** A settled review of a failed case has none, because the case has it already. */
  #anchorOfReview(review: ReviewView): string | undefined {
    for (const [test, text] of this.#anchors) {
      const isListed = review.state !== "open" && caseGroupOf(test) !== "undecided";
      if (review.case === test.name && review.target === test.suite[0] && !isListed) return text;
    }
    return undefined;
  }

  #facts(test: ReportTest): string {
    // The run itself is named like its target.
    return caseDetails(test, test.extra?.isRun ? "the run itself" : this.#path(test));
  }

  /** The path begins with the target if the report has several targets. */
  #path(test: ReportTest): string {
    return suitePath(this.#targets.length > 1 ? test.suite : test.suite.slice(1));
  }

  #footer(leftOut: readonly string[]): string {
    const whole = this.#wholeReport;
    const missing = leftOut.length === 0 ? "" : `Left out here: ${leftOut.join("; ")}.`;
    const where =
      whole === undefined
        ? ""
        : link("The whole report", whole) || `The whole report: ${code(cut(whole, 300))}`;
    const text = [missing, where].filter(part => part !== "").join(" ");
    return text === "" ? "" : `<sub>${text}</sub>\n`;
  }
}

/** The order in which sections take room. The last ones are left out first. */
const byWorth = [
  "failed",
  "reviews",
  "undecided",
  "flaky",
  "explanations",
  "fixed",
  "skipped",
  "passed",
  "raw",
] as const satisfies readonly Part[];

/** No count is longer than this one, so `longestLeftOut` gives the footer's greatest length. */
const longest = formatNumber(1e20);
const longestLeftOut = [
  ...["targets", "errors", "failed cases", "reviews", "undecided cases"],
  ...["flaky cases", "fixed cases", "skipped cases", "passed cases", "raw responses"],
]
  .map(what => `${longest} of ${longest} ${what}`)
  .concat(`the messages of ${longest} failed cases`)
  .concat(`the metrics of ${longest} cases`, `${longest} transcripts`);

const groupWords: Record<Exclude<Group, "failed">, readonly [one: string, many: string]> = {
  undecided: ["undecided case", "undecided cases"],
  flaky: ["flaky case", "flaky cases"],
  fixed: ["fixed case", "fixed cases"],
  skipped: ["skipped case", "skipped cases"],
  passed: ["passed case", "passed cases"],
};

const unlisted = "The response counts these cases but does not list them.\n";

/** Puts new failures before other failures. */
function grouped({ report, comparison }: ReportView): Record<Group, ReportTest[]> {
  const groups: Record<Group, ReportTest[]> = {
    failed: [],
    undecided: [],
    flaky: [],
    fixed: [],
    skipped: [],
    passed: [],
  };
  const oldFailures: ReportTest[] = [];
  for (const test of report.results.tests) {
    const group = caseGroupOf(test);
    const change = comparison?.changeOf(test);
    if (group === "failed" && comparison && change !== "new") oldFailures.push(test);
    else if (group === "passed" && change === "fixed") groups.fixed.push(test);
    else groups[group].push(test);
  }
  for (const test of oldFailures) groups.failed.push(test);
  return groups;
}
