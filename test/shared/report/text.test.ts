import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clean, cleanStart, cutBytes, forLog, oneLine, shortLine } from "../../../shared/report/text.ts";
import { cut } from "../../../shared/wording.ts";
import { hostileText } from "./hostile.ts";

describe("clean text", () => {
  it("keeps languages and emojis as they are", () => {
    for (const text of ["Grüße, señor", "पर्यावरण", "می‌خواهم", "👩‍👩‍👧 👍🏽 ❤️", "日本語", "a\tb\nc", "שלום"]) {
      expect(clean(text)).toBe(text);
    }
  });

  it("loses invisible characters, and shows control characters", () => {
    expect(clean("\u001b[31mred\u001b[0m")).toBe("red");
    expect(clean("\u001b]8;;https://evil.example\u0007here\u001b]8;;\u0007")).toBe("here");
    expect(clean("a\u202Eb\u2066c\u200Bd\uFEFFe\u00ADf")).toBe("abcdef");
    expect(clean("pass\u200Ded")).toBe("passed");
    expect(clean("a\0b\u0008c\uD800d\uFFFFe")).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe");
    expect(clean("a\r\nb\rc\u2028d\u0085e")).toBe("a\nb\nc\nd\ne");
    expect(clean(`e${"\u0301".repeat(100)}`)).toBe(`e${"\u0301".repeat(6)}`);
  });

  it("is the same for every character on the fast and the slow path", () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      expect(clean(`a${character}b`)).toBe(clean(`a${character}b\u200B`));
    }
  });

  it("keeps the rest of a text after an unterminated sequence", () => {
    expect(clean("\u001b]0;title and the reason")).toContain("title and the reason");
  });

  it("contains no control, direction or surrogate character", () => {
    fc.assert(
      fc.property(hostileText, text => {
        expect(clean(text)).not.toMatch(/[^\P{Cc}\n\t]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Cs}/u);
        expect(oneLine(text)).not.toMatch(/[\n\t]/);
      }),
    );
  });
});

describe("of a very long text", () => {
  const sequence = "\u001b[31mred\u001b[0m ";

  it("only the shown beginning is cleaned", () => {
    const text = `${sequence.repeat(100)}${"and a reason. ".repeat(10_000)}`;
    const start = cleanStart(text, 300);
    expect(start.length).toBeLessThan(6000);
    expect(start.slice(0, 300)).toBe(clean(text).slice(0, 300));
    expect(start.endsWith("…")).toBe(true);
    expect(shortLine(text, 300)).toBe(cut(oneLine(text), 300));
  });

  it("is found even after a long blank beginning", () => {
    expect(shortLine(`${" \n".repeat(10_000)}The reason`, 300)).toBe("The reason");
  });

  it("a cut at any place creates nothing hostile", () => {
    for (const unit of ["😀", sequence, "\u001b]8;;https://evil.example\u0007", "👩‍👩‍👧", "a\u202E\u0301"]) {
      for (let shift = 0; shift < 12; shift++) {
        const start = cleanStart("x".repeat(shift) + unit.repeat(4000), 1000);
        expect(start).not.toMatch(/[^\P{Cc}\n\t]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Cs}/u);
        expect(start).not.toContain("\uFFFD\uFFFD");
      }
    }
  });

  it("a short text is cleaned as a whole", () => {
    fc.assert(
      fc.property(hostileText, text => {
        expect(cleanStart(text, 2000)).toBe(clean(text));
        expect(shortLine(text, 100)).toBe(cut(oneLine(text), 100));
      }),
    );
  });
});

describe("cut text", () => {
  it("is never longer than its limit, and ends in whole characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, length) => {
        expect(cut(text, length + 1).length).toBeLessThanOrEqual(length + 1);
        expect(cut(text, length + 1).isWellFormed()).toBe(true);
        const inBytes = cutBytes(text, length + 3);
        expect(new TextEncoder().encode(inBytes).length).toBeLessThanOrEqual(length + 3);
        expect(inBytes.isWellFormed()).toBe(true);
      }),
    );
    expect(cut("short", 5)).toBe("short");
    expect(cut("longer", 5)).toBe("long…");
    expect(cutBytes("äöüäöü", 9)).toBe("äöü…");
  });
});

describe("text for a log", () => {
  it("is never a command to the runner", () => {
    expect(forLog("::error::x\n  ::set-output name=a::b")).toBe(": :error::x\n  : :set-output name=a::b");
    expect(forLog("a ##[error]b ##vso[task]c")).toBe("a ## [error]b ## vso[task]c");
    expect(forLog("std::vector ## Heading")).toBe("std::vector ## Heading");
  });

  it("is made in linear time", () => {
    const many = 1_000_000;
    for (const empty of ["\n", " \n", "\n\t", "\r\n", "\u2028"]) {
      expect(forLog(`${empty.repeat(many)}::error::x`)).toMatch(/(?<=\n\s?): :error::x$/);
    }
    for (const one of [" ", ":", "#", "\u00a0", "\u001b["])
      expect(forLog(one.repeat(many))).not.toContain("::error");
  });

  it("is never a command, for any text", () => {
    fc.assert(
      fc.property(hostileText, text => {
        for (const line of forLog(text).split("\n")) {
          // The runner reads the newer form at the start of a line, the older one anywhere.
          expect(line.trimStart().startsWith("::")).toBe(false);
          expect(line).not.toMatch(/##\w*\[/);
          expect(line).not.toMatch(/[^\P{Cc}\t]|[\u202A-\u202E\u2066-\u2069]/u);
        }
      }),
      { numRuns: 500 },
    );
  });
});
