/** Figures of benchmarks: medians, Markdown tables, and the record of a whole run. */

export interface Figures {
  /** The caption: the thing measured, the method and the peer. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The figures of one run of all benchmarks, in `figures.json`; the README shows them. */
export interface FiguresOfRun {
  readonly measured: string;
  readonly figures: readonly Figures[];
}

/** Prints a benchmark's figures, and sends them to `run.ts` if that started this process. */
export function show(...figures: readonly Figures[]): void {
  for (const each of figures) console.log(`\n${markdown(each)}`);
  process.send?.(figures);
}

export function markdown({ about, head, rows }: Figures): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map(row => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => (i === 0 ? (cells[i] ?? "").padEnd(width) : (cells[i] ?? "").padStart(width))).join(" | ")} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [about, "", line(head), rule, ...rows.map(line)].join("\n");
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

export function milliseconds(duration: number): string {
  return `${Math.round(duration).toLocaleString("en")} ms`;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}
