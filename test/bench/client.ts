/** Compares Callboard's client with others on loopback, in interleaved rounds: CPU per call and calls per second. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { peerNames } from "./client-peer.ts";
import { type Figures, median, show, times } from "./figures.ts";

const concurrency = 16;
const calls = 3_000;
const rounds = 9;

interface Round {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function benchClient(): Promise<Figures> {
  const children: ChildProcess[] = [];
  const start = async (file: string, ...args: string[]) => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), args);
    children.push(child);
    const [message] = await once(child, "message");
    return { child, message };
  };
  try {
    const server = await start("client-server.ts");
    const baseUrl = `http://127.0.0.1:${server.message}`;
    const peers = [];
    for (const name of peerNames) {
      peers.push({
        name,
        child: (await start("client-peer.ts", name, baseUrl)).child,
        rounds: [] as Round[],
      });
    }
    // The first round of each client warms it up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const peer of peers) {
        peer.child.send({ calls, concurrency });
        const [result] = await once(peer.child, "message");
        if (round > 0) peer.rounds.push(result);
      }
    }
    const measured = peers.map(({ name, rounds }) => ({
      name,
      cpu: median(rounds.map(({ cpuMs }) => (cpuMs * 1000) / calls)),
      rate: median(rounds.map(({ wallMs }) => (calls / wallMs) * 1000)),
    }));
    const ours = measured.find(({ name }) => name === "callboard");
    const raw = measured.find(({ name }) => name === "undici.request");
    if (!ours || !raw) throw new Error("callboard and undici.request must be among the peers");
    return {
      about:
        "The client beside others that people use, each in a process of its own: POST, a kilobyte of JSON back, " +
        `${concurrency} at a time, on loopback; medians of ${rounds} rounds of ${calls.toLocaleString("en")} calls, in turns.`,
      head: ["client", "CPU per call", "of undici.request", "calls per second", "callboard is"],
      rows: measured.map(({ name, cpu, rate }) => [
        name,
        `${cpu.toFixed(0)} µs`,
        times(cpu / raw.cpu),
        rate.toFixed(0),
        name === "callboard" ? "" : `${times(ours.rate / rate)} as fast`,
      ]),
    };
  } finally {
    for (const child of children) child.disconnect();
  }
}

show(await benchClient());
