/** Running, reading and a team's own expressions in a browser, whose worker is made of the same text. */

export * from "./evaluating-in-browser.ts";
export * from "./expressions-in-browser.ts";
export * from "./report.ts";
