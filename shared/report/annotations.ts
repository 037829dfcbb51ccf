/** Failed and undecided cases that name a file, as annotations of a GitHub check run. */

import { cut } from "../wording.ts";
import type { Report, ReportTest } from "./model.ts";
import { caseGroupOf } from "./report.ts";
import { cleanStart, cutBytes, oneLine, shortLine } from "./text.ts";

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: "failure" | "warning";
  readonly title: string;
  readonly message: string;
  readonly raw_details?: string;
}

/** GitHub's limits for the characters of a title and the bytes of a message. */
const mostTitle = 255;
const mostBytes = 64 * 1024;
/** GitHub shows a message between lines of code, so a long one is cut. The folded `raw_details` contain more of it. */
const mostMessage = 2000;

/** Failed cases come first, then undecided ones. */
export function* annotations({ results }: Report): Generator<Annotation> {
  const undecided: Annotation[] = [];
  for (const test of results.tests) {
    const group = caseGroupOf(test);
    if (group !== "failed" && group !== "undecided") continue;
    const annotation = annotationOf(test, group);
    if (annotation === undefined) continue;
    if (group === "failed") yield annotation;
    else undecided.push(annotation);
  }
  yield* undecided;
}

function annotationOf(test: ReportTest, group: "failed" | "undecided"): Annotation | undefined {
  const path = test.filePath === undefined ? undefined : repositoryPath(test.filePath);
  if (path === undefined) return undefined;
  // GitHub requires a line, so a case without a valid line is shown at line 1.
  const line = test.line !== undefined && test.line >= 1 && test.line <= 0x7fffffff ? test.line : 1;
  const word = oneLine(test.rawStatus ?? "") || group;
  const message = cleanStart(test.message ?? "", mostBytes).trim() || `This case is ${group} (${word}).`;
  const shown = cut(message, mostMessage);
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level: group === "failed" ? "failure" : "warning",
    title: cut(
      [...test.suite, test.name]
        .map(part => shortLine(part, mostTitle))
        .filter(Boolean)
        .join(" › "),
      mostTitle,
    ),
    message: shown,
    ...(shown !== message && { raw_details: cutBytes(message, mostBytes) }),
  };
}

/** Gives the path relative to the repository's root, or undefined for a text such as `/a`, `../a` or an address. */
export function repositoryPath(file: string): string | undefined {
  const parts = file.split(/[\\/]/);
  if (parts[0] === "" || parts.includes("..")) return undefined;
  const path = parts.filter(part => part !== "" && part !== ".").join("/");
  return path === "" || path !== oneLine(path) || /^[a-z][\w+.-]*:/i.test(path) ? undefined : path;
}
