import type { FormField } from "../../shared/catalog/catalog.ts";
import type { JsonValue } from "../../shared/json.ts";
import { readRequestDecision } from "../../shared/reading/decision.ts";
import { amountText, formatDuration } from "../../shared/report/markdown/words.ts";
import { percentEncode } from "../../shared/report/text.ts";
import { cut } from "../../shared/wording.ts";
import { hash } from "../editor/hash.ts";
import { t } from "../editor/l10n.ts";
import { escapeHtml } from "../editor/page.ts";
import { iconHtml } from "../editor/page-icons.ts";
import { type ControlValues, controlHtml } from "../requests/controls.ts";
import { choicesOf, type QuickForm, sentRows, valueLabel } from "../requests/form.ts";
import { kindName } from "../services/kind-labels.ts";
import { caseStatusName, stateName } from "../services/verdict-labels.ts";
import type { ReviewFacts } from "./facts.ts";

export interface ReviewPage {
  readonly facts: ReviewFacts;
  readonly form: QuickForm;
  readonly written: ControlValues;
  /** The texts that were not sent with the decision of a settled review. */
  readonly unsent: readonly string[];
  readonly waiting: {
    /** The position among the waiting reviews, counted from 1. Absent if the review doesn't wait. */
    readonly number?: number;
    readonly of: number;
    /** Whether others can be decided. The decisions of some may be on their way. */
    readonly hasOthers: boolean;
    readonly filter: string;
  };
  /** Whether a request about this review is on its way, from the page, a row or a command. */
  readonly isSending: boolean;
  /** The number of this review's decision, if the page sends it. */
  readonly sending: number | undefined;
  /** The decisions about other reviews. */
  readonly sendingElsewhere: readonly { readonly number: number; readonly title: string }[];
  readonly isUnsure: boolean;
  readonly isBeingDecidedElsewhere: boolean;
  readonly notices: readonly PageNotice[];
}

export interface Notice {
  /** Names the notice in the actions of its buttons. */
  readonly number: number;
  readonly text: string;
  readonly isFailure: boolean;
  /** A failure that is no error, because the review only waits for somebody. */
  readonly isWarning?: boolean;
  /** The origin that rejected the API key. */
  readonly keyFor?: string | undefined;
  readonly canBeTakenBack?: boolean | undefined;
}

interface PageNotice extends Notice {
  /** Whether it is about another review than the one on the page. */
  readonly isElsewhere: boolean;
  /** The page can show that review, because its service is in use. */
  readonly canBeShown: boolean;
}

/** Identifies the content of a click. The hash covers the form, because a click names a choice only by its index. */
export function reviewSubject({ id, service, about }: ReviewFacts, form: QuickForm): string {
  return `${percentEncode(id)} ${hash(JSON.stringify([service, form, about]))}`;
}

export function reviewIdIn(subject: string): string {
  return decodeURIComponent(subject.split(" ")[0] ?? "");
}

/** Keys of the page's own buttons. No choice gets one of them. */
const keys = { next: "j", previous: "k", comment: "c", reassign: "r", takeBack: "t" } as const;

export function reviewHtml(page: ReviewPage): string {
  const { facts, form, notices, isSending, sendingElsewhere } = page;
  const isAnySending = isSending || sendingElsewhere.length > 0;
  const parts = [
    ...noticesHtml(notices, isAnySending),
    headHtml(page),
    caseHtml(facts),
    metricsHtml(facts),
    conversationHtml(facts),
    sentHtml(facts),
    otherFieldsHtml(facts),
    decisionHtml(page),
    sendingElsewhereHtml(page),
  ];
  return `<article data-keeps data-subject="${escapeHtml(reviewSubject(facts, form))}">\n${parts.filter(Boolean).join("\n")}\n</article>`;
}

/** `waiting` is the number of the other reviews that wait, and `inPulls` of those in pull requests. */
export function noReviewHtml(notices: readonly PageNotice[], waiting: number, inPulls: number): string {
  const title =
    waiting > 0
      ? t("This review is not known here. Others wait: {0}", waiting)
      : inPulls > 0
        ? t("No review of the service waits. In the pull request: {0}", inPulls)
        : t("No review waits");
  return `<article data-subject="">${notices.map(notice => noticeHtml(notice)).join("")}<h1 tabindex="-1">${escapeHtml(title)}</h1></article>`;
}

/** The latest failure is open, and the one of the shown review above it. More would push the buttons out of sight. */
function noticesHtml(notices: readonly PageNotice[], isSending: boolean): string[] {
  const html = (each: PageNotice) => noticeHtml(each, isSending);
  const failures = notices.filter(({ isFailure }) => isFailure).sort((a, b) => b.number - a.number);
  const [latest] = failures;
  const open = failures.filter(each => each === latest || !each.isElsewhere);
  const folded = failures.filter(each => !open.includes(each)).map(html);
  const summary = escapeHtml(t("Earlier messages: {0}", folded.length));
  return [
    ...open.sort((a, b) => Number(a.isElsewhere) - Number(b.isElsewhere)).map(html),
    folded.length === 0 ? "" : `<details><summary>${summary}</summary>${folded.join("")}</details>`,
    ...notices.filter(({ isFailure }) => !isFailure).map(html),
  ];
}

/** While a decision is being sent, Take back would be about the one before. */
function noticeHtml(notice: PageNotice, isSending = false): string {
  const { number, text, isFailure, isWarning, keyFor, canBeTakenBack, isElsewhere, canBeShown } = notice;
  const role = isFailure ? "alert" : "status";
  const kind = isFailure && !isWarning ? "notice failed" : "notice";
  const { takeBack } = keys;
  const buttons = [
    keyFor ? button({ action: `key ${number}`, text: t("Set API key"), kind: "link" }) : "",
    canBeTakenBack
      ? button({
          ...{ action: `revise ${number}`, text: t("Take back…"), kind: "link", key: takeBack },
          ...{ moves: true, isDisabled: isSending },
        })
      : "",
    canBeShown
      ? button({ action: `show ${number}`, text: t("Show this review"), kind: "link", moves: true })
      : "",
    isFailure && isElsewhere ? button({ action: `dismiss ${number}`, text: t("Dismiss"), kind: "link" }) : "",
  ].filter(Boolean);
  const actions = buttons.length === 0 ? "" : `<span class="steps">${buttons.join("")}</span>`;
  return `<p role="${role}" class="${kind}">${escapeHtml(text)}${actions}</p>`;
}

/** Stands below the buttons, because these would move otherwise while a person points at them. */
function sendingElsewhereHtml({ sendingElsewhere }: ReviewPage): string {
  const lines = sendingElsewhere.map(({ number, title }) => {
    const cancel = button({ action: `cancel ${number}`, text: t("Cancel"), kind: "link" });
    const text = escapeHtml(t("Sending “{0}”…", title));
    return `<p role="status" class="quiet">${text} ${cancel}</p>`;
  });
  return lines.join("");
}

function headHtml({ facts, waiting: { number, of, hasOthers, filter } }: ReviewPage): string {
  const { question, asked, id, assignee, origins } = facts;
  const state = facts.isSettled
    ? [t("Settled"), facts.verdict && stateName(facts.verdict), facts.evidence].filter(Boolean).join(" · ")
    : number === undefined
      ? t("Waiting")
      : filter === ""
        ? t("Waiting, {0} of {1}", number, of)
        : t("Waiting, {0} of {1} that fit “{2}”", number, of, filter);
  const steps = [
    hasOthers ? button({ action: "previous", text: t("Previous"), key: keys.previous, moves: true }) : "",
    hasOthers ? button({ action: "next", text: t("Next"), key: keys.next, moves: true }) : "",
  ].join("");
  const lines = [
    ...origins.map(([what, name]) => row(what, name)),
    assignee === undefined ? "" : row(t("assigned to"), assignee),
    question === id ? "" : row(t("id"), id),
  ];
  const report = facts.hasReport
    ? button({ action: "report", text: t("Open the report"), kind: "link" })
    : "";
  return (
    `<div class="top"><span class="quiet">${escapeHtml(state)}</span><span class="steps">${steps}</span></div>` +
    questionHtml(question) +
    (asked === undefined ? "" : `<p class="text">${escapeHtml(cut(asked, longestAsked))}</p>`) +
    `<dl>${lines.join("")}</dl>${report}`
  );
}

/** A longer heading would push the conversation and the buttons out of sight. */
const longestHeading = 300;
const longestAsked = 1000;

function questionHtml(question: string): string {
  const shown = cut(question, longestHeading);
  if (shown === question) return `<h1 tabindex="-1">${escapeHtml(question)}</h1>`;
  const whole = escapeHtml(question);
  const summary = escapeHtml(t("The whole question"));
  return (
    `<h1 tabindex="-1" title="${whole}">${escapeHtml(shown)}</h1>` +
    `<details><summary>${summary}</summary><p class="text">${whole}</p></details>`
  );
}

function caseHtml({ case: about, question }: ReviewFacts): string {
  if (about === undefined) return "";
  const { name, status, message, durationMs, url, file, line } = about;
  const facts = [
    durationMs === undefined ? "" : escapeHtml(formatDuration(durationMs)),
    file === undefined ? "" : escapeHtml([file, line].filter(part => part !== undefined).join(":")),
    url === undefined || !isPlain(url) ? "" : `<a href="${escapeHtml(url)}">${escapeHtml(t("open"))}</a>`,
  ].filter(Boolean);
  const title = name === question ? t("What happened") : name;
  return (
    `<h2 title="${escapeHtml(title)}">${escapeHtml(cut(title, longestHeading))}</h2><p class="outcome ${status}">` +
    `${iconHtml(status)} ${[escapeHtml(caseStatusName(status)), ...facts].join(" · ")}</p>` +
    (message === undefined ? "" : `<p class="text">${escapeHtml(message)}</p>`)
  );
}

/** The failed metrics come first. The reason for the review has the question as its name, which is the title. A reason that is already the message of the case is left out. */
function metricsHtml({ case: about, metrics = [], question }: ReviewFacts): string {
  const inOrder = [false, undefined, true].flatMap(wanted =>
    metrics.filter(({ passed }) => passed === wanted),
  );
  const items = inOrder.map(({ name, passed, reason, ...amounts }) => {
    const status = passed === undefined ? undefined : passed ? "passed" : "failed";
    const icon = status === undefined ? "" : `${iconHtml(status)} `;
    const word = status === undefined ? "" : ` ${caseStatusName(status)}`;
    const why = reason === undefined || reason === about?.message ? "" : ` — ${reason}`;
    const rest = `${word}${amountText(amounts, roundedText)}${why}`;
    return `<li>${icon}<b>${escapeHtml(name === question ? kindName("review") : name)}</b>${escapeHtml(rest)}</li>`;
  });
  return items.length === 0 ? "" : `<ul class="metrics text">${items.join("")}</ul>`;
}

/** A score such as 0.6666666666666666 is shown as 0.6667. */
function roundedText(value: number | string | boolean): string {
  const isFraction = typeof value === "number" && !Number.isInteger(value);
  return String(isFraction ? Number(value.toPrecision(4)) : value);
}

/** Accepts only http and https, and refuses user info, which can make an address look like another host's. */
function isPlain(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

function conversationHtml({ conversation, isOnlyNamed, isSettled, hasResponse }: ReviewFacts): string {
  if (isOnlyNamed && !isSettled) return `<p class="quiet">${escapeHtml(onlyNamedWords())}</p>`;
  if (conversation === undefined) return "";
  const turns = conversation.map(({ speaker, text }) =>
    speaker === undefined
      ? `<p class="text">${escapeHtml(text)}</p>`
      : `<p class="text"><b>${escapeHtml(speaker)}</b> ${escapeHtml(text)}</p>`,
  );
  const whole = hasResponse ? button({ action: "response", text: t("Show the response"), kind: "link" }) : "";
  return `<h2>${escapeHtml(t("Conversation"))}</h2><div class="conversation">${turns.join("")}</div>${whole}`;
}

function onlyNamedWords(): string {
  return t(
    "Nothing more is kept about this review, because its response had only its id or very many reviews. Look at it in the service before you decide.",
  );
}

/** Without what stands above. */
function otherFieldsHtml(facts: ReviewFacts): string {
  const { id, question, asked = "", assignee, evidence, isSettled, case: about } = facts;
  const { conversation = [], metrics = [] } = facts;
  const above = new Set([
    ...[id, question, assignee, about?.name, about?.message, about?.url, about?.file],
    ...(asked.length <= longestAsked ? [asked] : []),
    ...[...facts.origins.map(([, name]) => name), ...metrics.map(({ reason }) => reason)],
    ...conversation.map(({ text }) => text),
  ]);
  const rowsAbove = new Set(sentRowsOf(facts).map(sent => sent.join(" is ")));
  if (isSettled) rowsAbove.add(evidence);
  const others = facts.otherFields.filter(each => !above.has(each[1]) && !rowsAbove.has(each.join(" is ")));
  if (others.length === 0) return "";
  const rows = others.map(([name, value]) => row(name, value)).join("");
  return `<details><summary>${escapeHtml(t("Other fields from the service"))}</summary><dl>${rows}</dl></details>`;
}

/** The fields of the last decision. */
function sentRowsOf({ sent = {}, isSettled }: ReviewFacts) {
  return isSettled ? sentRows(sent) : [];
}

function sentHtml(facts: ReviewFacts): string {
  const rows = sentRowsOf(facts);
  if (rows.length === 0) return "";
  const title = escapeHtml(t("Sent from here"));
  return `<h2>${title}</h2><dl class="text">${rows.map(([name, value]) => row(name, value)).join("")}</dl>`;
}

function row(name: string, value: string): string {
  return `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`;
}

function decisionHtml(page: ReviewPage): string {
  const { facts, isSending, isUnsure } = page;
  if (facts.isSettled && !isSending) {
    return unsentHtml(page) + (facts.canBeRevised ? decideAgainHtml(facts) : "");
  }
  if (facts.isCalibration) {
    const start = button({ action: "start", text: t("Start…"), kind: "primary" });
    const fetch = button({ action: "fetch", text: t("Ask for it again") });
    return `<p class="quiet">${escapeHtml(t("A calibration review: it is started, and not submitted."))}</p><div class="actions">${start}${fetch}</div>`;
  }
  if (isUnsure && !isSending) {
    const again = button({ action: "again", text: t("I have looked: decide again"), kind: "primary" });
    const why = page.isBeingDecidedElsewhere
      ? t(
          "Another window is deciding the review. If that window has closed, its decision may have arrived: look at the review in the service first.",
        )
      : t("A decision may have arrived: look at the review in the service first.");
    // The keys that decide a review have no button now, and the reason can be out of sight.
    const refused = escapeHtml(
      choiceButtons(page.form)
        .map(({ key }) => key)
        .join(" "),
    );
    const comment = page.form.steps.length > 1 ? commentButton() : "";
    return `${fieldsHtml(page)}<div data-refuses="${refused}"><p>${escapeHtml(why)}</p><div class="actions">${again}${comment}</div></div>`;
  }
  return fieldsHtml(page) + decisionButtonsHtml(page) + hintHtml(page.form);
}

/** Keeps the person's text in its control, where it can be copied and changed. */
function unsentHtml(page: ReviewPage): string {
  if (page.unsent.length === 0) return "";
  const why = t("What you wrote here was not sent with the decision.");
  const discard = button({ action: "discard", text: t("Discard") });
  return `<p>${escapeHtml(why)}</p>${fieldsHtml(page)}<div class="actions">${discard}</div>`;
}

function decideAgainHtml({ isOnPullRequest }: ReviewFacts): string {
  const revise = button({ action: "revise", text: t("Decide again…") });
  return `<div class="actions">${revise}${isOnPullRequest ? throughPullButton() : ""}</div>`;
}

export function decisionField({ steps }: QuickForm): FormField | undefined {
  return steps.find(step => choicesOf(step).length > 0 && choicesOf(step).length <= 9 && !step.optional);
}

function fieldsHtml({ form, written }: ReviewPage): string {
  const deciding = decisionField(form);
  return form.steps
    .map((step, index) =>
      step === deciding ? "" : `<div class="control">${controlHtml(step, index, written)}</div>`,
    )
    .join("");
}

function decisionButtonsHtml(page: ReviewPage): string {
  const { form, facts, isSending } = page;
  const deciding = decisionField(form);
  const others = [
    form.steps.length > 1 || deciding === undefined ? commentButton() : "",
    button({ action: "reassign", text: t("Reassign…"), key: keys.reassign, kind: "link" }),
    facts.isOnPullRequest
      ? throughPullButton()
      : button({ action: "json", text: t("Write the fields as JSON"), kind: "link" }),
  ];
  const title = deciding === undefined ? "" : `<b>${escapeHtml(deciding.field)}</b>`;
  const choices = choiceButtons(form).map(choice =>
    button({ kind: "primary", ...choice, decides: true, isDisabled: isSending }),
  );
  return `<div class="actions">${title}${choices.join("")}${paceHtml(page)}</div><div class="actions others">${others.join("")}</div>`;
}

function commentButton(): string {
  return button({ action: "focus", text: t("Comment"), key: keys.comment, kind: "link" });
}

function choiceButtons(form: QuickForm): (Button & { readonly key: string })[] {
  const deciding = decisionField(form);
  if (deciding === undefined) return [{ action: "decide", text: t("Submit"), key: "s" }];
  return keysFor(choicesOf(deciding).map(valueLabel)).map(({ word, key }, index) => ({
    action: `decide ${index}`,
    text: word,
    key,
    meaning: meaningOf(deciding.field, choicesOf(deciding)[index] ?? null),
  }));
}

/** Passed or failed as the gate reads the choice; undefined for any other choice. */
function meaningOf(field: string, choice: JsonValue): "passed" | "failed" | undefined {
  const [fact] = readRequestDecision({ [field]: choice });
  return fact?.meaning === "passed" || fact?.meaning === "failed" ? fact.meaning : undefined;
}

/** Whether a key is taken now. The page's script chooses one of the three words, and the style shows it. */
function paceHtml({ isSending, sending }: ReviewPage): string {
  const early = `<span class="early">${escapeHtml(t("Too early, ignored"))}</span>`;
  if (!isSending) {
    const words = `<span class="wait">${escapeHtml(t("One moment…"))}</span><span class="now">${escapeHtml(t("Ready"))}</span>`;
    return `<span class="pace quiet" role="status">${words}${early}</span>`;
  }
  const cancel = sending === undefined ? "" : button({ action: `cancel ${sending}`, text: t("Cancel") });
  return `<span class="pace" role="status"><span>${escapeHtml(t("Sending…"))}</span>${early}</span>${cancel}`;
}

function throughPullButton(): string {
  return button({ action: "comment", text: t("Decide through the pull request…"), kind: "link" });
}

/**
 * Gives each word its first free letter (a to z) or digit as a key, else its position, counted from 1. No key is the first
 * letter of another word, because a person would press it for that word.
 */
export function keysFor(words: readonly string[]): { readonly word: string; readonly key: string }[] {
  const taken = new Set<string>(Object.values(keys));
  const lettersOf = (word: string): readonly string[] => word.toLowerCase().match(/[a-z0-9]/g) ?? [];
  const initials = new Set(words.map(word => lettersOf(word)[0]));
  return words.map((word, index) => {
    const letters = lettersOf(word);
    const isFree = (letter: string) => !taken.has(letter) && (letter === letters[0] || !initials.has(letter));
    const key = letters.find(isFree) ?? String(index + 1);
    taken.add(key);
    return { word, key };
  });
}

function hintHtml({ from }: QuickForm): string {
  if (from !== "default") return "";
  return `<p class="quiet">${escapeHtml(
    t(
      "These fields are a guess, as the service documents none. To have your own, define forms: submitReview: in callboard.yml, or the setting callboard.forms.",
    ),
  )}</p>`;
}

interface Button {
  readonly action: string;
  readonly text: string;
  readonly key?: string;
  readonly kind?: "primary" | "link";
  readonly meaning?: "passed" | "failed" | undefined;
  readonly decides?: boolean;
  /** Whether the page shows another review after the press. */
  readonly moves?: boolean;
  readonly isDisabled?: boolean;
}

function button({ action, text, key, kind, meaning, decides, moves, isDisabled }: Button): string {
  const attributes = [
    `data-action="${escapeHtml(action)}"`,
    key === undefined ? "" : `data-key="${escapeHtml(key)}" aria-keyshortcuts="${escapeHtml(key)}"`,
    kind === undefined ? "" : `class="${meaning ?? kind}"`,
    decides ? "data-decides" : "",
    moves ? "data-moves" : "",
  ];
  const hint = key === undefined ? "" : `<kbd aria-hidden="true">${escapeHtml(key.toUpperCase())}</kbd>`;
  const icon = meaning === undefined ? "" : iconHtml(meaning);
  const tag = isDisabled ? "<button disabled" : "<button";
  return `${tag} ${attributes.filter(Boolean).join(" ")}>${icon}${escapeHtml(text)}${hint}</button>`;
}
