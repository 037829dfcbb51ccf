/** The part that reads responses and renders reports. */

export { ctrfChunks, documentOf } from "../../shared/report/ctrf.ts";
export { mainFieldText } from "../../shared/report/evidence.ts";
export { junitChunks } from "../../shared/report/junit.ts";
export { countsOf } from "../../shared/report/markdown/headline.ts";
export { renderMarkdown } from "../../shared/report/markdown/render.ts";
export { read } from "../../shared/report/read.ts";
export { answered } from "../../shared/run/answered.ts";
export { run } from "../../shared/run/run.ts";
export { reviewNotes } from "../reviews/notes.ts";
