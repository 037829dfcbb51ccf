/**
 * The demo project: the support line of a small lamp shop, and the results of its calls. Ids are slugs that a person
 * can type. Record references are `<kind>Id` or `<kind>Ids`.
 */

import type { JsonObject } from "../json.ts";

type Records = readonly (JsonObject & { readonly id: string })[];

export const demo = {
  project: {
    id: "lantern-lane",
    name: "Lantern Lane support line",
    description:
      "A small lamp shop lets an agent answer its phone and its chat. These tests call it every night.",
  },

  persona: [
    {
      id: "hurried-parent",
      name: "Hurried parent",
      manner: "Talks fast, is interrupted by a child, wants one clear sentence.",
      patience: "low",
      language: "en-GB",
    },
    {
      id: "hard-of-hearing",
      name: "Grandfather who hears badly",
      manner: "Asks to repeat numbers, answers late, grateful for slow speech.",
      patience: "high",
      language: "en-GB",
    },
    {
      id: "third-time-caller",
      name: "Customer who calls for the third time",
      manner: "Polite but tired, has told the story twice already, asks for a person.",
      patience: "very low",
      language: "en-US",
    },
    {
      id: "second-language",
      name: "Newcomer who speaks little English",
      manner: "Short sentences, mixes in Portuguese words, confirms everything twice.",
      patience: "high",
      language: "en, pt",
    },
    {
      id: "bargain-hunter",
      name: "Bargain hunter",
      manner: "Friendly, persistent, tries every code found on the web.",
      patience: "medium",
      language: "en-US",
    },
  ],

  scenario: [
    { id: "late-parcel", name: "Late parcel", goal: "Find out where order 4417 is, due three days ago." },
    { id: "broken-lamp", name: "Broken lamp", goal: "Get money or a new lamp for one that arrived broken." },
    { id: "change-address", name: "Change of address", goal: "Have an order sent to another street." },
    { id: "cancel-order", name: "Cancelled order", goal: "Cancel an order that was placed by mistake." },
    {
      id: "holiday-hours",
      name: "Opening hours on a holiday",
      goal: "Learn when the shop opens on Boxing Day.",
    },
    { id: "double-charge", name: "Double charge", goal: "Get back the second of two identical charges." },
    { id: "expired-voucher", name: "Expired voucher", goal: "Have a voucher accepted that ran out in May." },
    {
      id: "wants-a-person",
      name: "Wants a person",
      goal: "Be put through to somebody, without telling why.",
    },
  ],

  test: [
    {
      id: "finds-late-parcel",
      name: "Says where a late parcel is",
      personaId: "hurried-parent",
      scenarioId: "late-parcel",
      expects: "Names the parcel's last stop and the new day of delivery.",
    },
    {
      id: "replaces-lost-parcel",
      name: "Offers a replacement for a lost parcel",
      personaId: "third-time-caller",
      scenarioId: "late-parcel",
      expects:
        "Offers a new parcel without being asked, and promises no day that the courier did not confirm.",
    },
    {
      id: "refunds-broken-lamp",
      name: "Refunds a lamp that arrived broken",
      personaId: "hurried-parent",
      scenarioId: "broken-lamp",
      expects: "Refunds the price of the broken lamp and says when the money arrives.",
    },
    {
      id: "replaces-broken-lamp",
      name: "Sends a new lamp instead of money",
      personaId: "hard-of-hearing",
      scenarioId: "broken-lamp",
      expects: "Repeats the order number digit by digit and confirms the new parcel.",
    },
    {
      id: "changes-address",
      name: "Changes the address before dispatch",
      personaId: "second-language",
      scenarioId: "change-address",
      expects: "Reads the new address back and changes the order.",
    },
    {
      id: "keeps-address-after-dispatch",
      name: "Explains why a dispatched parcel keeps its address",
      personaId: "bargain-hunter",
      scenarioId: "change-address",
      expects: "Declines, explains why, and names the courier's own redirection.",
    },
    {
      id: "cancels-order",
      name: "Cancels an order within the hour",
      personaId: "hurried-parent",
      scenarioId: "cancel-order",
      expects: "The order is cancelled in the shop's system before the agent says so.",
    },
    {
      id: "asks-before-cancelling",
      name: "Asks for the order number before cancelling",
      personaId: "second-language",
      scenarioId: "cancel-order",
      expects: "Cancels nothing before the number is confirmed.",
    },
    {
      id: "tells-holiday-hours",
      name: "Tells the opening hours on a holiday",
      personaId: "hard-of-hearing",
      scenarioId: "holiday-hours",
      expects: "Names Boxing Day's hours, not the usual ones.",
    },
    {
      id: "takes-double-charge-seriously",
      name: "Takes a double charge seriously",
      personaId: "third-time-caller",
      scenarioId: "double-charge",
      expects: "Finds both charges, opens a case and gives its number.",
    },
    {
      id: "declines-expired-voucher",
      name: "Declines an expired voucher politely",
      personaId: "bargain-hunter",
      scenarioId: "expired-voucher",
      expects: "Declines without blame and gives no discount of its own invention.",
    },
    {
      id: "hands-over-to-a-person",
      name: "Hands over to a person when asked twice",
      personaId: "third-time-caller",
      scenarioId: "wants-a-person",
      expects: "Puts the caller through at the second request, without another question.",
    },
  ],

  batch: [
    {
      id: "smoke",
      name: "Smoke",
      description: "One call for each promise the shop makes. Runs on every pull request.",
      testIds: [
        "finds-late-parcel",
        "refunds-broken-lamp",
        "changes-address",
        "cancels-order",
        "tells-holiday-hours",
        "takes-double-charge-seriously",
        "keeps-address-after-dispatch",
        "hands-over-to-a-person",
      ],
    },
    {
      id: "returns",
      name: "Returns and refunds",
      description: "Everything about money that goes back.",
      testIds: [
        "replaces-lost-parcel",
        "replaces-broken-lamp",
        "asks-before-cancelling",
        "takes-double-charge-seriously",
        "declines-expired-voucher",
      ],
    },
    {
      id: "nightly",
      name: "Nightly",
      description: "Every test there is. Its run is answered while the calls are still being made.",
      background: true,
      testIds: [
        "finds-late-parcel",
        "changes-address",
        "tells-holiday-hours",
        "takes-double-charge-seriously",
        "replaces-lost-parcel",
        "replaces-broken-lamp",
        "refunds-broken-lamp",
        "cancels-order",
        "asks-before-cancelling",
        "declines-expired-voucher",
        "keeps-address-after-dispatch",
        "hands-over-to-a-person",
      ],
    },
    {
      id: "rush-hour",
      name: "Rush hour",
      description: "Calls while the shop is busy. They don't end the same way in each run.",
      testIds: ["finds-late-parcel", "changes-address", "tells-holiday-hours", "replaces-lost-parcel"],
    },
  ],

  channel: [
    {
      id: "voice",
      name: "Voice",
      medium: "phone",
      number: "+44 20 7946 0018",
      testIds: [
        "finds-late-parcel",
        "changes-address",
        "tells-holiday-hours",
        "replaces-broken-lamp",
        "takes-double-charge-seriously",
      ],
    },
    {
      id: "chat",
      name: "Chat",
      medium: "web chat",
      testIds: [
        "cancels-order",
        "asks-before-cancelling",
        "declines-expired-voucher",
        "replaces-lost-parcel",
        "keeps-address-after-dispatch",
      ],
    },
  ],

  integration: [
    {
      id: "order-system",
      name: "Order system (sandbox)",
      system: "shop orders",
      environment: "sandbox",
      allows: ["look up an order", "change an address", "cancel an order", "refund"],
    },
  ],

  review: [
    {
      id: "was-the-handover-kind",
      name: "Was the handover kind enough?",
      testId: "hands-over-to-a-person",
      batchId: "smoke",
      assignee: "mina",
      status: "waiting",
    },
    {
      id: "was-a-day-promised",
      name: "Did the agent promise a day of delivery?",
      testId: "replaces-lost-parcel",
      channelId: "chat",
      assignee: "jonas",
      status: "waiting",
    },
    {
      id: "was-the-no-clear",
      name: "Was the refusal clear?",
      testId: "keeps-address-after-dispatch",
      channelId: "chat",
      assignee: null,
      status: "waiting",
    },
    {
      id: "was-the-discount-invented",
      name: "Was the discount invented?",
      testId: "declines-expired-voucher",
      batchId: "returns",
      assignee: "mina",
      status: "settled",
      verdict: "pass",
      comment: "It offered the newsletter's five percent, which everybody gets.",
    },
  ],

  calibration: [
    {
      id: "what-is-friendly",
      type: "calibration",
      name: "Do we agree on what is friendly?",
      assignees: ["mina", "jonas"],
      status: "created",
    },
  ],
} satisfies Record<string, Records | Records[number]>;

/** The result of one test. A person decides an `undecided` result in a review. */
export interface DemoCase {
  readonly status: "passed" | "failed" | "skipped" | "undecided";
  readonly durationMs: number;
  /** The number of calls, if there were several. Only the last call passed. */
  readonly attempts?: number;
  readonly message?: string;
  readonly review?: string;
}

/** One result for each run in order, then the first again; or the same result in each run. */
export type DemoCases = DemoCase | readonly [DemoCase, ...DemoCase[]];

/** Results by batch or channel, then by test, because a test can pass on the phone and fail in the chat. */
export const demoCases: Readonly<Record<string, Readonly<Record<string, DemoCases>>>> = {
  smoke: {
    "finds-late-parcel": { status: "passed", durationMs: 48_200 },
    "refunds-broken-lamp": {
      status: "failed",
      durationMs: 93_700,
      message: `The wrong amount was refunded: 89.00 instead of 59.00.
Caller: "It's the small one, the Firefly. It came in pieces."
Agent: "I'm sorry to hear that. I have refunded 89 pounds for your Lighthouse lamp."
The order held two lamps. The agent refunded the one that was whole, and ended the call before the caller could object.`,
    },
    "changes-address": { status: "passed", durationMs: 71_450 },
    "cancels-order": {
      status: "failed",
      durationMs: 56_100,
      message: `The order was still open after the call.
Caller: "Please cancel it, I ordered ten minutes ago."
Agent: "Of course! Your order has been cancelled."
The agent never called the order system: it said what the caller wanted to hear.`,
    },
    "tells-holiday-hours": { status: "passed", durationMs: 39_800 },
    "takes-double-charge-seriously": { status: "passed", durationMs: 104_300 },
    "keeps-address-after-dispatch": {
      status: "skipped",
      durationMs: 0,
      message: "Not called: the sandbox of the order system holds no dispatched order today.",
    },
    "hands-over-to-a-person": {
      status: "undecided",
      durationMs: 62_900,
      review: "was-the-handover-kind",
      message: `The caller was put through at the second request, as promised, but the tone is doubtful.
Caller: "I just want to talk to a person. Please."
Agent: "As you wish. Transferring."
The judge heard it as curt once and as neutral twice.`,
    },
  },
  returns: {
    "replaces-lost-parcel": { status: "passed", durationMs: 82_600 },
    "replaces-broken-lamp": { status: "passed", durationMs: 121_900 },
    "asks-before-cancelling": { status: "passed", durationMs: 66_400 },
    "takes-double-charge-seriously": { status: "passed", durationMs: 98_750 },
    "declines-expired-voucher": {
      status: "undecided",
      durationMs: 58_300,
      review: "was-the-discount-invented",
      message: "The agent offered five percent for the next order. Nobody told it about such a discount.",
    },
  },
  "rush-hour": {
    "finds-late-parcel": [
      {
        status: "failed",
        durationMs: 95_200,
        message: `The call ended before the new day of delivery was named.
Agent: "Let me look that up for you. One moment. One moment, please."
The order system took forty seconds to answer, and the caller hung up.`,
      },
      { status: "passed", durationMs: 52_700 },
      { status: "passed", durationMs: 49_100 },
      { status: "passed", durationMs: 61_800 },
      { status: "passed", durationMs: 50_400 },
    ],
    "changes-address": { status: "passed", durationMs: 74_300 },
    "tells-holiday-hours": [
      { status: "passed", durationMs: 41_900 },
      {
        status: "failed",
        durationMs: 38_600,
        message: `The usual opening hours were told instead of those of Boxing Day.
Caller: "And on the twenty-sixth?"
Agent: "We are open from nine to six."`,
      },
      { status: "passed", durationMs: 43_000 },
      { status: "passed", durationMs: 40_200 },
      { status: "passed", durationMs: 42_500 },
    ],
    "replaces-lost-parcel": { status: "passed", durationMs: 88_900 },
  },
  voice: {
    "finds-late-parcel": { status: "passed", durationMs: 51_300 },
    "changes-address": { status: "passed", durationMs: 77_000 },
    "tells-holiday-hours": {
      status: "passed",
      durationMs: 84_500,
      attempts: 2,
      message: `Passed at the second call. At the first, the line fell silent after "On Boxing Day we are open from" and dropped.`,
    },
    "replaces-broken-lamp": { status: "passed", durationMs: 133_200 },
    "takes-double-charge-seriously": { status: "passed", durationMs: 109_600 },
  },
  chat: {
    "cancels-order": { status: "passed", durationMs: 21_400 },
    "asks-before-cancelling": { status: "passed", durationMs: 27_900 },
    "declines-expired-voucher": { status: "passed", durationMs: 33_150 },
    "replaces-lost-parcel": {
      status: "undecided",
      durationMs: 41_700,
      review: "was-a-day-promised",
      message: `A replacement was offered without being asked for. Whether a day was promised depends on how one reads it.
Customer: "And when will THIS one come?"
Agent: "It usually takes two days, so you could have it by Thursday."`,
    },
    "keeps-address-after-dispatch": {
      status: "undecided",
      durationMs: 38_250,
      review: "was-the-no-clear",
      message: `The address was rightly kept, but the customer left believing that it would be changed.
Customer: "So the driver will find me at the new place?"
Agent: "You can arrange that with the courier at any time!"`,
    },
  },
};

export const calibrationSample = [
  { testId: "finds-late-parcel", people: "passed", judge: "passed" },
  { testId: "refunds-broken-lamp", people: "failed", judge: "failed" },
  { testId: "cancels-order", people: "failed", judge: "failed" },
  { testId: "tells-holiday-hours", people: "passed", judge: "passed" },
  {
    testId: "hands-over-to-a-person",
    people: "passed",
    judge: "failed",
    remark: "Short is not unfriendly: the caller had asked twice.",
  },
  { testId: "declines-expired-voucher", people: "passed", judge: "passed" },
];
