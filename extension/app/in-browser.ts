/** One bundle for reports, reviews and pull requests in a browser, where each bundle would contain the reader. */

export * from "../editor/bundles/report-in-browser.ts";
export { PullRequests } from "./pull-requests.ts";
export { createReviewPanel } from "./review-panel.ts";
