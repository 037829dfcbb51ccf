/** Figures of benchmarks: medians, Markdown tables, and the record of a whole run. */

export interface Figures {
  /** The caption: the thing measured, the method and the peer. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The figures of one run of all benchmarks, as `figures.json` keeps them. */
export interface FiguresOfRun {
  /** Date, machine and versions. */
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

/** The figures that the project's README shows: each is a row of a benchmark's table, and the columns to take from it. */
const highlights = [
  { label: "CPU time of one call", row: "callboard", measured: 1, beside: 2, peer: "`undici.request`" },
  { label: "reading 100,000 cases", row: "flat list", measured: 3, beside: 4, peer: "`JSON.parse`" },
  {
    label: "rendering 100,000 cases for a comment",
    row: "Markdown for a comment",
    measured: 1,
    beside: 2,
    peer: "`JSON.stringify`",
  },
  {
    label: "start of the Action",
    row: "from the start to the error of an empty environment",
    measured: 1,
    beside: 2,
  },
  {
    label: "one batch with comment and check, without waiting",
    row: "a usual run, one batch with comment and check, without waiting",
    measured: 1,
    beside: 2,
  },
  { label: "start of the extension", row: "its code read, and started", measured: 1 },
] as const;

export function highlightsOf({ measured, figures }: FiguresOfRun): Figures {
  const rows = figures.flatMap(({ rows }) => rows);
  return {
    about: measured,
    head: ["figure", "measured", "compared with a peer"],
    rows: highlights.map(({ label, row: name, measured, ...more }) => {
      const row = rows.find(([first]) => first === name);
      if (row === undefined) throw new Error(`No benchmark has a row "${name}"`);
      const ratio = "beside" in more ? (row[more.beside] ?? "") : "";
      return [label, row[measured] ?? "", "peer" in more ? `${ratio} ${more.peer}` : ratio];
    }),
  };
}

/** The simulations that the project's README shows side by side, by the beginning of their captions. */
const layouts = {
  "Each case is a batch of its own": "own batches",
  "All cases are in one batch": "one batch",
};
const noiseColumns = ["false reds", "runs per target", "passes 1 in 5"] as const;

export function noiseOf({ figures }: FiguresOfRun): Figures {
  const tables = Object.entries(layouts).map(([beginning, layout]) => {
    const table = figures.find(({ about }) => about.startsWith(beginning));
    if (table === undefined) throw new Error(`No benchmark begins with "${beginning}"`);
    return { ...table, layout };
  });
  const nameOf = ([name = ""]: readonly string[]) => name.replaceAll("*", "");
  const names = (tables[0]?.rows ?? []).map(nameOf).filter(name => name !== "aim");
  return {
    about: "",
    head: [
      "policy",
      ...tables.flatMap(({ layout }) => noiseColumns.map(column => `${layout}: ${words[column]}`)),
    ],
    rows: names.map(name => [
      name,
      ...tables.flatMap(({ head, rows }) => {
        const row = rows.find(each => nameOf(each) === name) ?? [];
        return noiseColumns.map(column => row[head.indexOf(column)] ?? "");
      }),
    ]),
  };
}

const words = {
  "false reds": "false reds",
  "runs per target": "runs of each",
  "passes 1 in 5": "caught",
} as const;

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
