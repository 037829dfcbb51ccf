/** Two parts as one: bundles for a browser share nothing, and each of these two would hold the reader. */

export * from "./expressions.ts";
export * from "./report.ts";
