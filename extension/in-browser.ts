/** Bundles as one: in a browser they have no chunks in common, and each would hold the reader or its words. */

export * from "./bundles/report-in-browser.ts";
export { PullRequests } from "./pull-requests.ts";
