/**
 * The step's log. Whatever is written is made safe for a runner that obeys what it reads: text from the service
 * stands between markers that stop that, and no line is ever taken for a command.
 */

import { EOL } from "node:os";
import * as core from "@actions/core";
import { forLog, oneLine } from "../../shared/report/text.ts";

/** Where in the repository a line of the log belongs. */
export interface Place {
  readonly title?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Log {
  /** A line in our own words. */
  info(text: string): void;
  /** Shown with the run, too. */
  warning(text: string, place?: Place): void;
  error(text: string, place?: Place): void;
  /** Text from the service, as it is, as far as that is harmless. */
  said(text: string): void;
  /** Folded away below a line in our own words; the text may be the service's. */
  group(title: string, text: string): void;
}

export const log: Log = {
  info: text => core.info(forLog(text)),
  warning: (text, place) => core.warning(forLog(text), properties(place)),
  error: (text, place) => core.error(forLog(text), properties(place)),
  said: text => core.info(fenced(text)),
  group(title, text) {
    const line = forLog(oneLine(title));
    // In one piece: a thousand targets have a thousand groups.
    core.info(text.trim() === "" ? line : [`::group::${line}`, fenced(text), "::endgroup::"].join(EOL));
  },
};

/** The marker is new each time, so that nobody can know what would end it. */
function fenced(text: string): string {
  const marker = crypto.randomUUID();
  return [`::stop-commands::${marker}`, forLog(text), `::${marker}::`].join(EOL);
}

function properties({ title, file, line, column }: Place = {}): core.AnnotationProperties {
  return {
    ...(title !== undefined && { title }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { startLine: line }),
    ...(column !== undefined && { startColumn: column }),
  };
}
