import { expect, it } from "vitest";
import { nameKey } from "../../../shared/report/case-keys.ts";

it("similar names get different keys", () => {
  const keys = Array.from({ length: 7000 }, (_, index) => nameKey(["batch: smoke"], `case ${index}`));
  expect(new Set(keys).size).toBe(7000);
  // Every one of the 48 bits is set about half of the time.
  for (let place = 0; place < 8; place++) {
    const letters = new Map<string, number>();
    for (const key of keys) letters.set(key[place] ?? "", (letters.get(key[place] ?? "") ?? 0) + 1);
    expect(letters.size).toBe(64);
    expect(Math.max(...letters.values())).toBeLessThan(180);
  }
});
