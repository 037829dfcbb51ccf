import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    // Two cores serve everybody here; a slow machine is not a failed test.
    testTimeout: 30_000,
  },
});
