/** The explanation of a case, folded beneath it. */

import { describe, expect, it } from "vitest";
import type { Case } from "../../../../shared/reading/reading.ts";
import { renderMarkdown } from "../../../../shared/report/markdown/render.ts";
import { batch, document } from "../support.ts";

const refund: Case = {
  name: "Refund",
  status: "failed",
  message: "Promised a refund.",
  persona: "Angry customer",
  scenario: "Late parcel",
  metrics: [
    { name: "Relevancy", value: 0.92, threshold: 0.5, passed: true, reason: "On topic." },
    { name: "latencyMs", value: 5794 },
    { name: "Faithfulness", value: 2 / 3, threshold: 0.7, passed: false, reason: "Made it up." },
    { name: "Policy", passed: false, reason: "Promised a refund." },
  ],
  attachments: [
    { name: "recording", url: "https://files.example/1.mp3", type: "audio/mpeg" },
    { name: "Approve now", url: "https://files.example/2" },
  ],
  transcript: [
    { speaker: "Caller", text: "Where is it?" },
    { speaker: "Agent", text: "Here is your refund." },
  ],
};

function render(cases: readonly Case[], characters?: number): string {
  const report = document(batch("smoke", { verdict: "failed", cases }));
  return renderMarkdown({ report }, { budget: { ...(characters && { characters }) } });
}

describe("a failing case", () => {
  it("is explained by metrics, failed ones first, by its transcript, and by links under our words", () => {
    expect(render([refund])).toContain(
      `🔴 **Refund**

> Promised a refund.

<sub>Persona: Angry customer · Scenario: Late parcel · [recording](https://files.example/1.mp3) · Approve now ([open](https://files.example/2))</sub>

<details><summary>Metrics: 4, 2 failed · Transcript: 2 turns</summary>

- 🔴 **Faithfulness** failed: 0.6667 (threshold 0.7) — Made it up.
- 🔴 **Policy** failed
- **latencyMs**: 5794
- 🟢 **Relevancy** passed: 0.92 (threshold 0.5) — On topic.

> **Caller**: Where is it?<br>**Agent**: Here is your refund.

</details>`,
    );
  });

  it("shows beside a value the one that was expected", () => {
    const metrics = [
      { name: "city", value: "London", expected: "*Paris*", passed: false },
      { name: "found", value: false, expected: true },
    ];
    expect(render([{ ...refund, metrics }])).toContain(
      "- 🔴 **city** failed: London (expected \\*Paris\\*)\n- **found**: false (expected true)",
    );
  });

  it("shows at most ten lines of metrics, and cuts a long transcript in the middle", () => {
    const metrics = Array.from({ length: 20 }, (_, index) => ({ name: `metric ${index}`, value: index }));
    const transcript = Array.from({ length: 60 }, (_, index) => ({ speaker: "A", text: `turn ${index}` }));
    const markdown = render([{ ...refund, metrics, transcript }]);
    expect(markdown).toContain("- **metric 8**: 8\n- … and 11 more\n\n> **A**: turn 0<br>");
    expect(markdown).toContain("**A**: turn 5<br>… 44 more turns …<br>**A**: turn 50<br>");
  });

  it("without an explanation, and a healthy report, look as before", () => {
    const { name, status, message, persona = "" } = refund;
    expect(render([{ name, status, message: message ?? "" }])).not.toMatch(/<details>|Persona/);
    expect(render([{ name, status: "passed", persona }])).not.toContain("Persona");
  });

  it("is explained as well if it is undecided", () => {
    expect(render([{ ...refund, status: "other" }])).toContain("<summary>Metrics: 4, 2 failed · Transcript");
  });
});

describe("without room for everything", () => {
  it("transcripts are left out first, then metrics, and cases last", () => {
    const cases = Array.from({ length: 30 }, (_, index): Case => ({ ...refund, name: `Refund ${index}` }));
    const shown = (characters: number) => {
      const markdown = render(cases, characters);
      expect(markdown.length).toBeLessThanOrEqual(characters);
      expect(markdown.split("<details>").length).toBe(markdown.split("</details>").length);
      expect(markdown).not.toContain("\0");
      return {
        cases: markdown.split("🔴 **Refund ").length - 1,
        metrics: markdown.split("**Faithfulness**").length - 1,
        transcripts: markdown.split("**Caller**").length - 1,
        leftOut: /Left out here: (.*)\./.exec(markdown)?.[1],
      };
    };
    expect(shown(30_000)).toEqual({ cases: 30, metrics: 30, transcripts: 30, leftOut: undefined });
    expect(shown(18_500)).toMatchObject({
      cases: 30,
      metrics: 30,
      leftOut: expect.stringContaining("transcripts"),
    });
    expect(shown(10_000)).toMatchObject({
      cases: 30,
      transcripts: 0,
      leftOut: expect.stringMatching(/^the metrics of \d+ cases; 30 transcripts$/),
    });
  });
});
