/** One bundle for reports, forms, reviews, pull requests, teaching and testing in a browser, where bundles share no code. */

export * from "../editor/bundles/report-in-browser.ts";
export { openForm } from "./form-page.ts";
export { PullRequests } from "./pull-requests.ts";
export { createReviewPanel } from "./review-panel.ts";
export { createTeaching } from "./teaching.ts";
export { createTestingView } from "./testing-view.ts";
