/** The bundle that runs targets, reads responses and renders reports. It includes the pages' script and styles. */

export { decisionFromConflict, decisionFromFacts } from "../../../shared/gate/decision.ts";
export { findCreatedIds, findCreatedLabel } from "../../../shared/reading/created-id.ts";
export { otherReportIn } from "../../../shared/reading/evidence.ts";
export { otherAssigneeIn } from "../../../shared/reading/other-assignee.ts";
export { storedRunTraceOf } from "../../../shared/reading/other-run.ts";
export { readResponse } from "../../../shared/reading/read.ts";
export { refusalReasonIn } from "../../../shared/reading/refusal.ts";
export { compare } from "../../../shared/report/compare.ts";
export { withDecidedCases, withDecisions } from "../../../shared/report/decisions.ts";
export { digest, parseDigest } from "../../../shared/report/digest.ts";
export { mainFieldText } from "../../../shared/report/evidence-text.ts";
export { reportFormatOf, reportFormats } from "../../../shared/report/formats.ts";
export { formatReportCounts } from "../../../shared/report/markdown/headline.ts";
export { inlineName } from "../../../shared/report/markdown/inline.ts";
export { renderMarkdown } from "../../../shared/report/markdown/render.ts";
export { parseSavedResponse, readingText } from "../../../shared/report/reading-text.ts";
export { targetLabel } from "../../../shared/report/report.ts";
export { isLeftToReviews, reviewsOf, waitingReviewIds } from "../../../shared/report/reviews.ts";
export { refusalErrorOf } from "../../../shared/run/refusal-error.ts";
export { runTargets, withEarlierBatches } from "../../../shared/run/run.ts";
export { pageScript } from "../page-script.ts";
export { commonStyle, controlStyle, reviewStyle } from "../page-style.ts";
export { caseAnchor, newPageKey, reportPage } from "../report-page.ts";
export { askPolicy, policyOfRecord } from "./policy.ts";
