/**
 * Writes the step's log. The runner carries out workflow commands in the log (`::error::…`), so `group` puts text from
 * the service between markers that stop commands, and `forLog` changes lines that the runner would still carry out.
 */

import { EOL } from "node:os";
import * as core from "@actions/core";
import { forLog, oneLine } from "../../shared/report/text.ts";
import type { Redact } from "../../shared/service/secret.ts";

export interface LogLocation {
  readonly title?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Log {
  info(text: string): void;
  /** GitHub also shows warnings and errors as annotations of the workflow run. */
  warning(text: string, location?: LogLocation): void;
  error(text: string, location?: LogLocation): void;
  /** Folds the text below the title. The text can come from the service. */
  group(title: string, text: string): void;
}

/** Redacts last, because making a text harmless removes characters, which can join the parts of a secret. */
export function createLog(redact: Redact): Log {
  const safe = (text: string) => redact(forLog(text));
  return {
    info: text => core.info(safe(text)),
    warning: (text, location) => core.warning(safe(text), properties(location, redact)),
    error: (text, location) => core.error(safe(text), properties(location, redact)),
    group(title, text) {
      const line = safe(oneLine(title));
      // One write for the whole group, because a thousand targets have a thousand groups and each write takes time.
      core.info(
        text.trim() === "" ? line : [`::group::${line}`, fenced(safe(text)), "::endgroup::"].join(EOL),
      );
    },
  };
}

/** The marker is random, because a text that contains it would end the protection. */
function fenced(text: string): string {
  const marker = crypto.randomUUID();
  return [`::stop-commands::${marker}`, text, `::${marker}::`].join(EOL);
}

function properties(
  { title, file, line, column }: LogLocation = {},
  redact: Redact,
): core.AnnotationProperties {
  return {
    ...(title !== undefined && { title: redact(title) }),
    ...(file !== undefined && { file: redact(file) }),
    ...(line !== undefined && { startLine: line }),
    ...(column !== undefined && { startColumn: column }),
  };
}
