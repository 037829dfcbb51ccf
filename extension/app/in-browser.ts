/** One bundle for everything that loads on demand in a browser, where bundles share no code. */

export * from "../editor/bundles/report-in-browser.ts";
export { createCatalogCode, createCreationLedger } from "./catalog-code.ts";
export { createCommands } from "./commands.ts";
export { openForm } from "./form-page.ts";
export { PullRequests } from "./pull-requests.ts";
export { createReviewPanel } from "./review-panel.ts";
export { createTeaching } from "./teaching.ts";
export { createTestingView } from "./testing-view.ts";
