import { defineConfig } from "vitest/config";
import { patience } from "./editor/until.ts";
import { slowest } from "./slowest.ts";

const editor = "test/editor/**/*.test.ts";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    reporters: ["default", slowest],
    // A slow machine is not a failed test.
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
          // Files share what they load: the local GitHub alone takes a second to begin with. Each cleans up behind itself.
          isolate: false,
          maxWorkers: "150%", // many wait: for a time limit, or for others to have written
          globalSetup: "test/github/setup.ts",
          setupFiles: "test/seed.ts",
          env: { TZ: "UTC" }, // what people are shown has the time of day where they are
        },
      },
      {
        extends: true,
        test: {
          name: "editor",
          include: [editor],
          maxWorkers: 2, // an editor takes a core while something happens in it
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
