/** One bundle instead of two, because bundles share no chunks in a browser and both would contain the reader. */

export * from "./bundles/report-in-browser.ts";
export { PullRequests } from "./pull-requests.ts";
