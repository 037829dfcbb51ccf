import { defineConfig } from "vitest/config";
import { patience } from "./editor/until.ts";
import { slowest } from "./slowest.ts";

/** Tests that open an editor take turns: two at once on a small machine are slower than one after the other. */
const editor = "test/editor/**/*.test.ts";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    reporters: ["default", slowest],
    // Two cores serve everybody here; a slow machine is not a failed test.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "rest",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", editor],
          maxWorkers: "150%", // many wait: for a time limit, or for others to have written
          globalSetup: "test/github/setup.ts",
          setupFiles: "test/seed.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "editor",
          include: [editor],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          globalSetup: "test/editor/prepare.ts",
          setupFiles: "test/editor/lifetime.ts",
          testTimeout: 120_000,
          expect: { poll: { timeout: patience } },
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
