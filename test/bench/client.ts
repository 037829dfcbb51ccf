/** Callboard's client beside others: CPU per call and calls per second, on loopback, in interleaved rounds. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { peerNames } from "./client-peer.ts";
import { median, table } from "./table.ts";

const concurrency = 16;
const calls = 3_000;
const rounds = 9;

interface Round {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export async function benchClient(): Promise<void> {
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
    // The first round of each warms it up and is not counted.
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
    console.log(
      `\nClients: ${rounds} interleaved rounds of ${calls} calls, concurrency ${concurrency}, medians\n`,
    );
    console.log(
      table(
        ["client", "CPU per call", "of undici.request", "calls per second", "callboard is"],
        measured.map(({ name, cpu, rate }) => [
          name,
          `${cpu.toFixed(0)} µs`,
          `${(cpu / raw.cpu).toFixed(2)} ×`,
          rate.toFixed(0),
          name === "callboard" ? "" : `${(ours.rate / rate).toFixed(2)} × as fast`,
        ]),
      ),
    );
  } finally {
    for (const child of children) child.disconnect();
  }
}

if (import.meta.main) await benchClient();
