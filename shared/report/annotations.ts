/** Cases that say where they stand in the repository, as annotations of a GitHub check run. */

import type { Report, ReportTest } from "./model.ts";
import { groupOf } from "./report.ts";
import { cleanStart, cut, cutBytes, oneLine, shortLine } from "./text.ts";

/** As the checks interface takes it. */
export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: "failure" | "warning";
  readonly title: string;
  readonly message: string;
  readonly raw_details?: string;
}

const mostTitle = 255;
const mostBytes = 64 * 1024;
/** Longer messages are hard to read between lines of code; their whole stays one click away. */
const mostMessage = 2000;

/** Failed cases first, then undecided ones; those without a file have no place here. */
export function* annotations({ results }: Report): Generator<Annotation> {
  const undecided: Annotation[] = [];
  for (const test of results.tests) {
    const group = groupOf(test);
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
  // Without a line it is about the file, which GitHub shows at its beginning.
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

/** The path relative to the repository's root, or nothing when it leads elsewhere. */
export function repositoryPath(file: string): string | undefined {
  const parts = file.split(/[\\/]/);
  if (parts[0] === "" || parts.includes("..")) return undefined;
  const path = parts.filter(part => part !== "" && part !== ".").join("/");
  return path === "" || path !== oneLine(path) || /^[a-z][\w+.-]*:/i.test(path) ? undefined : path;
}
