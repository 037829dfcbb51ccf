/** Sample data: a pull request of a small shop whose support line is tested with personas. */

import { applyChange } from "../../shared/gate/change.ts";
import { addReport } from "../../shared/gate/join.ts";
import { reviewsPart } from "../../shared/gate/text.ts";
import type { Case } from "../../shared/reading/reading.ts";
import { compare } from "../../shared/report/compare.ts";
import { digest, parseDigest } from "../../shared/report/digest.ts";
import type { TargetRun } from "../../shared/report/model.ts";
import { reviewsOf } from "../../shared/report/reviews.ts";
import type { ReportView } from "../../shared/report/view.ts";
import { evidenceOn } from "../shared/report/evidence.ts";
import { reading, reportFrom } from "../shared/report/readings.ts";

const run = { startedAt: Date.UTC(2026, 2, 9, 10, 12, 0), stoppedAt: Date.UTC(2026, 2, 9, 10, 15, 4) };

function passed(suite: string, names: readonly string[]): Case[] {
  return names.map((name, index) => ({
    name,
    status: "passed",
    suite: [suite],
    durationMs: 6200 + ((index * 2711) % 31_000),
  }));
}

const refunds = passed("Refunds", [
  "Asks for a refund within 14 days",
  "Asks for a refund after 14 days",
  "Wants store credit instead of money",
  "Returns one of three items",
  "Has lost the receipt",
  "Paid with a gift card",
  "Bought in a sale",
]);
const orders = passed("Orders", [
  "Changes the address before dispatch",
  "Cancels before dispatch",
  "Cancels after dispatch",
  "Asks where the parcel is",
  "Adds an item to an open order",
  "Orders as a guest",
]);
const greetings = passed("Opening hours and small talk", [
  "Asks for the opening hours",
  "Asks for the opening hours on a holiday",
  "Only says hello",
  "Wants to talk to a person",
  "Thanks and hangs up",
]);

const late: Case = {
  name: "Parcel is a week late, customer is angry",
  status: "failed",
  rawStatus: "failed",
  suite: ["Refunds"],
  durationMs: 41_800,
  message:
    "Promised a full refund before looking up order `A-20931`. Expected: look up the order first, then offer a " +
    "replacement or a refund of the shipping costs ($4.90).",
  url: "https://voice.example.com/runs/8124/late-parcel",
  file: "support/scenarios/refunds.yml",
  line: 48,
  persona: "Angry customer",
  metrics: [
    {
      name: "Follows the refund policy",
      value: 0.35,
      threshold: 0.8,
      passed: false,
      reason: "The agent promised the refund before it looked up the order.",
    },
    { name: "Empathy", value: 0.91, threshold: 0.7, passed: true },
    { name: "Latency to first word", value: "640 ms", threshold: "900 ms", passed: true },
    { name: "cost", value: 0.0431 },
  ],
  attachments: [{ name: "recording", url: "https://voice.example.com/runs/8124/late-parcel.mp3" }],
  transcript: [
    { speaker: "agent", text: "Good morning, how can I help?" },
    { speaker: "caller", text: "My parcel is a week late, and nobody answers my mails!" },
    { speaker: "agent", text: "I am very sorry. You get all of your money back." },
    { speaker: "caller", text: "Don't you even want to know my order number?" },
  ],
};
const twice: Case = {
  name: "Charged twice for one order",
  status: "failed",
  suite: ["Payments"],
  durationMs: 18_300,
  message: "Read the full card number back to the customer.",
  url: "https://voice.example.com/runs/8124/charged-twice",
  file: "support/scenarios/payments.yml",
  line: 12,
};
const interrupted: Case = {
  name: "Caller interrupts the greeting",
  status: "failed",
  suite: ["Turn taking"],
  durationMs: 9400,
  message:
    "agent   00:00.0  Welcome to Larkspur Toys, my name is\ncaller  00:01.1  Yes hi, my parcel\n" +
    "agent   00:01.3  Robin and I am here to help you with\ncaller  00:02.0  hello?\n" +
    "agent   00:02.2  orders, refunds and everything else.\n\nStopped speaking after 3.1 s; allowed are 0.8 s.",
};
const accent: Case = {
  name: "Caller with a strong accent spells her name",
  status: "other",
  rawStatus: "needs_review",
  suite: ["Understanding"],
  durationMs: 33_000,
  message: "The two judges disagree (0.48 and 0.71); a person has to decide.",
};

const outcomes: readonly TargetRun[] = [
  {
    kind: "batch",
    id: "bat_7",
    name: "support chat",
    raw: "raw/batch-bat_7.json",
    reading: reading({
      verdict: "failed",
      evidence: evidenceOn("summary.failed", 2),
      durationMs: 92_000,
      links: ["https://voice.example.com/runs/8124"],
      reviews: [
        {
          id: "rev_311",
          case: "Wants store credit instead of money",
          label: "Was the offer of store credit fair?",
        },
      ],
      cases: [
        late,
        twice,
        ...refunds,
        ...orders,
        ...greetings,
        {
          name: "Pays by card, 3-D Secure times out once",
          status: "passed",
          suite: ["Payments"],
          durationMs: 27_500,
          flaky: true,
          retries: 1,
        },
        { name: "Calls from abroad", status: "skipped", suite: ["Orders"] },
      ],
    }),
  },
  {
    kind: "batch",
    id: "bat_9",
    name: "opening hours",
    raw: "raw/batch-bat_9.json",
    reading: reading({ cases: greetings, durationMs: 31_400 }),
  },
  {
    kind: "channel",
    id: "ch_2",
    name: "hotline",
    raw: "raw/channel-ch_2.json",
    reading: reading({
      verdict: "failed",
      evidence: evidenceOn("calls[0].outcome", "failed"),
      durationMs: 164_000,
      links: ["https://voice.example.com/channels/2/reports/77"],
      reviews: [{ id: "rev_312", case: accent.name, label: "Is the name spelled as she said it?" }],
      cases: [
        interrupted,
        accent,
        ...passed("Understanding", ["Caller mumbles", "Caller on a train", "Child calls"]),
      ],
    }),
  },
  {
    kind: "channel",
    id: "ch_5",
    name: "messenger",
    raw: "",
    error:
      "The service responded with 404 (not found) to `POST /v1/channels/ch_5/report`. Is the id `ch_5` in callboard.yml " +
      "still right? A channel that was deleted and created again has a new one.",
  },
];

const report = reportFrom(outcomes, run);

/** At the base, one of today's failures already failed, and one of today's passed cases did not pass. */
const atTheBase = reportFrom(
  outcomes.map(({ reading: now, ...outcome }) => ({
    ...outcome,
    ...(now && {
      reading: {
        ...now,
        cases: now.cases.map(each => {
          if (each === late || each === twice) return { ...each, status: "passed" as const };
          return each.name === "Has lost the receipt" ? { ...each, status: "failed" as const } : each;
        }),
      },
    }),
  })),
  run,
);

const base = parseDigest(digest(atTheBase) ?? "");

export const sample: ReportView = {
  report,
  comparison: base && compare([base], report),
  base: "main at 1a2b3c4",
  raw: [
    {
      target: { kind: "batch", id: "bat_7", name: "support chat" },
      text: '{\n  "id": "run_8124",\n  "summary": { "total": 22, "failed": 2 },\n  "reviewIds": ["rev_311"]\n}',
    },
  ],
};

export const reviews: string = reviewsPart(
  applyChange(
    addReport(
      {
        sha: "5".repeat(40),
        step: { key: "Callboard/support", run: { id: 8124, attempt: 1 } },
        reviews: reviewsOf(report),
        fields: "verdict=pass|fail",
      },
      undefined,
      [],
    ),
    {
      what: "decide",
      id: "rev_311",
      command: "1:1",
      state: "passed",
      evidence: "`octocat` sent `verdict` = `pass`",
      by: "octocat",
      at: "2026-03-09T10:31:00Z",
    },
  ),
  "<!-- callboard:reviews -->",
  { pullRequest: { repository: "larkspur/shop", pull: 12 }, acceptsCommands: true },
  {},
);

export const whole = "https://github.com/larkspur/shop/actions/runs/8124";
