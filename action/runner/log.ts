/**
 * The step's log. The runner carries out commands (`::error::…`) that it reads in it, so text from the service is put
 * between markers that stop that, and is changed where a line would still be read as a command.
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
  info(text: string): void;
  /** Warnings and errors are also shown as annotations of the run. */
  warning(text: string, place?: Place): void;
  error(text: string, place?: Place): void;
  /** The text, which may be the service's, is folded below the title. */
  group(title: string, text: string): void;
}

export const log: Log = {
  info: text => core.info(forLog(text)),
  warning: (text, place) => core.warning(forLog(text), properties(place)),
  error: (text, place) => core.error(forLog(text), properties(place)),
  group(title, text) {
    const line = forLog(oneLine(title));
    // Written at once, as each write takes time and a thousand targets have a thousand groups.
    core.info(text.trim() === "" ? line : [`::group::${line}`, fenced(text), "::endgroup::"].join(EOL));
  },
};

/** The marker is random: a text that holds it would end it. */
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
