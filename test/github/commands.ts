/**
 * Reads workflow commands from a step's output, as actions/runner does, which goes beyond its documentation:
 * `::error::text` counts at the start of a line, `##[error]text` anywhere in it, and names in any case.
 */

export interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

export interface LoggedAnnotation {
  readonly level: "error" | "warning" | "notice";
  readonly message: string;
  readonly properties: Readonly<Record<string, string>>;
}

export interface StepLog {
  readonly commands: readonly WorkflowCommand[];
  readonly annotations: readonly LoggedAnnotation[];
  readonly masks: readonly string[];
  readonly groups: readonly string[];
  /** The log that a person reads: commands rendered or left out, masked values as `***`. */
  readonly lines: readonly string[];
  /** Complaints about commands that the runner does not carry out, in the runner's words. */
  readonly complaints: readonly string[];
  /** From `set-output` and `save-state`, which are deprecated and still work. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** The runner splits lines as .NET does, so a carriage return alone ends a line. */
export const lineEnd = /\r\n|\n|\r/;

export function readLog(): StepLog & { read(line: string): void } {
  const commands: WorkflowCommand[] = [];
  const annotations: LoggedAnnotation[] = [];
  const masks: string[] = [];
  const groups: string[] = [];
  const lines: string[] = [];
  const complaints: string[] = [];
  const outputs: Record<string, string> = {};
  let stopToken: string | undefined;

  const show = (line: string) => lines.push(masks.reduce((text, mask) => text.replaceAll(mask, "***"), line));
  const annotate = ({ name, data, properties }: WorkflowCommand) => {
    if (name !== "error" && name !== "warning" && name !== "notice") return;
    annotations.push({ level: name, message: data, properties });
    show(`##[${name}]${data}`);
  };
  const refuse = ({ name }: WorkflowCommand) => complaints.push(`The \`${name}\` command is disabled.`);
  const setOutput = ({ properties, data }: WorkflowCommand) => {
    outputs[properties["name"] ?? ""] = data;
  };
  const nothing = () => {};

  const known: Readonly<Record<string, (command: WorkflowCommand) => void>> = {
    "add-mask": ({ data }) => {
      if (data.trim() === "")
        complaints.push("Can't add secret mask for empty string in ##[add-mask] command.");
      else masks.push(...new Set([data, ...data.split(lineEnd).filter(line => line !== "")]));
    },
    "stop-commands": ({ data }) => {
      if (data === "" || Object.hasOwn(known, data.toLowerCase()))
        complaints.push(`Invalid stop token '${data}'`);
      else stopToken = data;
    },
    error: annotate,
    warning: annotate,
    notice: annotate,
    group: ({ data }) => {
      groups.push(data);
      show(`##[group]${data}`);
    },
    endgroup: () => show("##[endgroup]"),
    debug: nothing,
    echo: nothing,
    "add-matcher": nothing,
    "remove-matcher": nothing,
    "set-output": setOutput,
    "save-state": nothing,
    "set-env": refuse,
    "add-path": refuse,
  };

  return {
    commands,
    annotations,
    masks,
    groups,
    lines,
    complaints,
    outputs,
    read(line) {
      const names = [...Object.keys(known), ...(stopToken === undefined ? [] : [stopToken])];
      const command = parseCurrent(line, names) ?? parseOld(line, names);
      if (command && stopToken === undefined) {
        commands.push(command);
        known[command.name]?.(command);
        if (command.name === "stop-commands") show(line);
      } else {
        if (command?.name === stopToken) stopToken = undefined;
        show(line);
      }
    },
  };
}

/** Parses `::name key=value,key=value::data`. */
function parseCurrent(line: string, names: readonly string[]): WorkflowCommand | undefined {
  // .NET's white space, which excludes the byte order mark.
  const text = line.replace(/^(?:(?!\uFEFF)[\s\u0085])+/u, "");
  const end = text.startsWith("::") ? text.indexOf("::", 2) : -1;
  if (end < 0) return undefined;
  return assemble(text.slice(2, end), text.slice(end + 2), names, ",", [
    ["%0D", "\r"],
    ["%0A", "\n"],
    ["%3A", ":"],
    ["%2C", ","],
    ["%25", "%"],
  ]);
}

/** Parses `##[name key=value;key=value]data`, a form from before GitHub that the runner still reads. */
function parseOld(line: string, names: readonly string[]): WorkflowCommand | undefined {
  const start = line.indexOf("##[");
  const end = line.indexOf("]", start);
  if (start < 0 || end < 0) return undefined;
  return assemble(line.slice(start + 3, end), line.slice(end + 1), names, ";", [
    ["%3B", ";"],
    ["%0D", "\r"],
    ["%0A", "\n"],
    ["%5D", "]"],
    ["%25", "%"],
  ]);
}

type Escapes = readonly (readonly [escaped: string, plain: string])[];

function assemble(
  head: string,
  data: string,
  names: readonly string[],
  separator: string,
  escapes: Escapes,
): WorkflowCommand | undefined {
  const space = head.indexOf(" ");
  const given = (space < 0 ? head : head.slice(0, space)).toLowerCase();
  const name = names.find(known => known.toLowerCase() === given);
  if (name === undefined) return undefined;

  const properties: Record<string, string> = {};
  for (const pair of space < 0
    ? []
    : head
        .slice(space + 1)
        .trim()
        .split(separator)) {
    const [key, value] = splitOnce(pair, "=");
    if (key && value) properties[key.toLowerCase()] = decode(value, escapes);
  }
  // In the data of the current form, colons and commas are never escaped.
  const inData = separator === "," ? escapes.filter(([, plain]) => plain !== ":" && plain !== ",") : escapes;
  return { name, properties, data: decode(data, inData) };
}

function decode(text: string, escapes: Escapes): string {
  return escapes.reduce((result, [escaped, plain]) => result.replaceAll(escaped, plain), text);
}

export function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
