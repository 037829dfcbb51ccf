/** The formats of a report's files. The Action writes a file in each format. The editor saves one file. */

import { junit } from "./junit.ts";
import { type MarkdownOptions, renderMarkdown } from "./markdown/render.ts";
import { reportJson } from "./report-json.ts";
import type { ReportView } from "./view.ts";

interface WriteOptions {
  readonly redact?: (text: string) => string;
  readonly markdown?: MarkdownOptions;
}

export interface ReportFormat {
  readonly extension: string;
  readonly title: string;
  /** Gives the file's text in pieces. */
  write(view: ReportView, options?: WriteOptions): Iterable<string>;
}

const markdownFormat: ReportFormat = {
  extension: "md",
  title: "Markdown",
  write(view, { redact, markdown } = {}) {
    const text = renderMarkdown(view, markdown);
    return [redact === undefined ? text : redact(text)];
  },
};

/** In the order in which the Action writes them: the slowest comes last. */
export const reportFormats: readonly ReportFormat[] = [
  { extension: "json", title: "Report as JSON (CTRF)", write: ({ report }) => reportJson(report) },
  markdownFormat,
  { extension: "xml", title: "JUnit XML", write: ({ report }) => junit(report) },
];

export function reportFormatOf(extension: string | undefined): ReportFormat {
  return reportFormats.find(format => format.extension === extension) ?? markdownFormat;
}

export function reportFileName({ extension }: ReportFormat): string {
  return `report.${extension}`;
}
