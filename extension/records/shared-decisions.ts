/**
 * Shares decisions between the windows of a profile, because the service can't be asked for a review. A window writes a
 * file before it sends a decision, and another file with the review's state after the response. Each window writes only
 * its own files, so no window overwrites the file of another one.
 */

import type { ExtensionContext } from "vscode";
import type { Clock } from "../../shared/clock.ts";
import { object, readOrNothing, type ValueOf, write } from "../../shared/codec.ts";
import { Obstacle } from "../editor/errors.ts";
import { hash } from "../editor/hash.ts";
import { heartbeatMs, longestSilenceMs } from "../editor/heartbeat.ts";
import { t } from "../editor/l10n.ts";
import { Observable } from "../editor/observable.ts";
import type { SharedState } from "../editor/shared-state.ts";
import { type Storage, storageIn, workspaceName } from "../editor/storage.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { MemoryStore } from "../services/memory.ts";
import { type ReviewNote, reviewNoteCodec } from "../services/review-note.ts";
import { embeddedId } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { RecordStore } from "./records.ts";

export interface ReviewAt {
  readonly id: string;
  /** Another service can have another review with the same id. */
  readonly service?: string | undefined;
}

type DecisionFile = ValueOf<typeof decisionFileCodec>;
const decisionFileCodec = object({ note: reviewNoteCodec });

interface Heartbeat {
  readonly written: Promise<void>;
  readonly isSure: boolean;
  cancelNext(): void;
}

/** Another window's claim to the same review. */
interface Rival {
  readonly window: string;
  /** The window has seen no rival, and will send its decision. */
  readonly isSure: boolean;
}

interface SharedDecisionsDeps {
  readonly vscode: VSCode;
  readonly context: Pick<ExtensionContext, "globalStorageUri">;
  /** Contains the memories. */
  readonly state: SharedState;
  readonly memories: MemoryStore;
  readonly records: RecordStore;
  readonly services: ServiceList;
  readonly clock: Clock;
}

const maxKept = 500;
/** The pause between two looks at a rival that is not sure, and the most looks. */
const rivalPauseMs = 50;
const mostLooks = 20;
const sure = " sure";

export class SharedDecisions extends Observable {
  readonly #deps: SharedDecisionsDeps;
  readonly #storage: Storage;
  readonly #window: string = crypto.randomUUID();
  /** The reviews that other windows are deciding (true), or that they were deciding when they closed, by their keys. */
  #claimed: ReadonlyMap<string, boolean> = new Map();
  #firstLook: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #nextLook: Promise<void> | undefined;
  /** The files that this window has written for other windows. */
  readonly #saved = new Set<string>();
  /** The files of decisions that the last look has read for each service. */
  readonly #learned = new Map<string, string>();
  /** One for each decision that this window is sending, by the name of its claim. */
  readonly #heartbeats = new Map<string, Heartbeat>();

  constructor(deps: SharedDecisionsDeps) {
    const { vscode, context } = deps;
    super(vscode);
    this.#deps = deps;
    this.#storage = storageIn(vscode, vscode.Uri.joinPath(context.globalStorageUri, "decisions"));
    this.register(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.look();
      }),
    );
    this.register({
      dispose: () => {
        for (const claim of this.#heartbeats.keys()) void this.#rest(claim);
      },
    });
  }

  ready(): Promise<void> {
    this.#firstLook ??= this.#watch().then(() => this.look());
    return this.#firstLook;
  }

  /** The lists follow the other windows' decisions. */
  async #watch(): Promise<void> {
    const isOwn = (name: string) => parseClaim(name)?.window === this.#window || this.#saved.has(name);
    const watching = await this.#storage
      .watch("", name => {
        if (!isOwn(name)) void this.look();
      })
      .catch(() => undefined);
    if (watching !== undefined) this.register(watching);
  }

  /**
   * Learns the decisions of other windows, and which reviews they are deciding. Calls during a look share the next one,
   * because the present one may have read the files too early for them.
   */
  look(): Promise<void> {
    if (this.#looking !== undefined) {
      this.#nextLook ??= this.#looking.catch(() => {}).then(() => this.#startLook());
      return this.#nextLook;
    }
    return this.#startLook();
  }

  #startLook(): Promise<void> {
    this.#nextLook = undefined;
    const looking = this.#look().finally(() => {
      if (this.#looking === looking) this.#looking = undefined;
    });
    this.#looking = looking;
    return looking;
  }

  async #look(): Promise<void> {
    await this.#deps.state.look();
    const names = await this.#storage.names();
    const claimed = new Map<string, boolean>();
    for (const name of names) {
      const { key, window } = parseClaim(name) ?? {};
      if (key === undefined || window === this.#window) continue;
      const text = await this.#storage.read(name);
      claimed.set(key, claimed.get(key) || (text !== undefined && !this.#isSilent(text)));
    }
    const hasChanged =
      claimed.size !== this.#claimed.size ||
      [...claimed].some(([key, isAlive]) => this.#claimed.get(key) !== isAlive);
    this.#claimed = claimed;
    const decisions = new Map(names.sort().flatMap(name => parseDecision(name) ?? []));
    const files = [...decisions.values()].filter(name => !this.#saved.has(name)).join("\n");
    for (const { id } of files === "" ? [] : this.#deps.services.all()) {
      // A review that a response has brought since is newer than these decisions.
      if (this.#learned.get(id) === files) continue;
      await this.#learn(id, decisions);
      this.#learned.set(id, files);
    }
    if (hasChanged) this.fireChange();
  }

  /** Reads only the decisions about reviews that wait here. A later response may have reopened a review. */
  async #learn(service: string, decisions: ReadonlyMap<string, string>): Promise<void> {
    const memory = this.#deps.memories.of({ id: service });
    const notes = new Map<string, ReviewNote>();
    for (const { kind, id } of [...memory.records, ...this.#deps.records.all]) {
      if (kind !== "review" || id === undefined) continue;
      const known = memory.reviews.get(id);
      const file = known?.settled ? undefined : decisions.get(this.#keyOf({ id, service }));
      const decision = file && (await this.#read(file));
      if (decision && (decision.note.at ?? 0) >= (known?.at ?? 0)) notes.set(id, decision.note);
    }
    if (notes.size > 0) await memory.learn([], notes);
  }

  async #read(name: string): Promise<DecisionFile | undefined> {
    const stored = await this.#storage.read(name);
    try {
      return readOrNothing(decisionFileCodec, JSON.parse(stored ?? ""));
    } catch {
      return undefined;
    }
  }

  /** Whether another window is deciding the review, or was when it closed. */
  isClaimed(review: ReviewAt): boolean {
    return this.#claimed.has(this.#keyOf(review));
  }

  /** Whether another window was sending a decision about the review, or waited to send it, when this one last looked. */
  isBeingDecided(review: ReviewAt): boolean {
    return this.#claimed.get(this.#keyOf(review)) ?? false;
  }

  /** The file of a claim is empty while the other window writes it. */
  #isSilent(claim: string): boolean {
    return claim !== "" && this.#deps.clock.now() - Number.parseInt(claim, 10) >= longestSilenceMs;
  }

  /**
   * Reserves the review for this window's decision, until `rest` or `withdraw`. Each window writes its claim before it
   * looks, and sends only if it then sees no other claim, so two windows never both send. If two windows see each other
   * before either is sure, the one with the smaller token waits, and the other one throws, so that one of them sends.
   */
  async claim(review: ReviewAt): Promise<void> {
    if (!isShared(review)) return;
    const claim = this.#claimName(review);
    await this.#beat(claim);
    for (let looks = 1; ; looks++) {
      // The file of a claim is empty while the other window writes it.
      const rivals = await this.#rivals(review, { countsEmpty: looks < mostLooks });
      if (rivals.length === 0) break;
      const isSure = this.#heartbeats.get(claim)?.isSure ?? false;
      const yields = rivals.some(rival => rival.isSure || (!isSure && rival.window < this.#window));
      if (yields || looks >= mostLooks) {
        await this.look();
        throw decidedElsewhere();
      }
      await new Promise<void>(resolve => this.#deps.clock.after(rivalPauseMs, resolve));
    }
    await this.#beat(claim, true);
    await this.look();
  }

  /** The claim's heartbeat shows other windows that the decision is still being sent. */
  async #beat(claim: string, isSure = this.#heartbeats.get(claim)?.isSure ?? false): Promise<void> {
    const { clock } = this.#deps;
    this.#heartbeats.get(claim)?.cancelNext();
    const written = this.#storage.write(claim, `${clock.now()}${isSure ? sure : ""}`);
    const cancelNext = clock.after(heartbeatMs, () => void this.#beat(claim).catch(() => {}));
    this.#heartbeats.set(claim, { written, isSure, cancelNext });
    await written;
  }

  /** The decision is not being sent any more, and may have arrived. */
  async rest(review: ReviewAt): Promise<void> {
    await this.#rest(this.#claimName(review));
  }

  /** A claim that can't be written ends as well, by its silence. */
  async #rest(claim: string): Promise<void> {
    if (await this.#endHeartbeat(claim)) await this.#storage.write(claim, "0").catch(() => {});
  }

  /** Gives whether there was one. */
  async #endHeartbeat(claim: string): Promise<boolean> {
    const heartbeat = this.#heartbeats.get(claim);
    heartbeat?.cancelNext();
    this.#heartbeats.delete(claim);
    await heartbeat?.written.catch(() => {});
    return heartbeat !== undefined;
  }

  /**
   * Ends the claims of windows that send nothing any more: after a response, or after a person has looked at the review in
   * the service. Throws while another window sends a decision about it.
   */
  async release(review: ReviewAt): Promise<void> {
    if (!isShared(review)) return;
    const rivals = await this.#rivals(review, { countsEmpty: false });
    await this.look();
    if (rivals.length > 0) throw decidedElsewhere();
  }

  /** Ends the claims of windows that are silent. */
  async #rivals(review: ReviewAt, { countsEmpty }: { readonly countsEmpty: boolean }): Promise<Rival[]> {
    const rivals: Rival[] = [];
    for (const name of await this.#storage.names()) {
      const { key, window } = parseClaim(name) ?? {};
      if (window === undefined || key !== this.#keyOf(review) || this.#heartbeats.has(name)) continue;
      const text = await this.#storage.read(name);
      if (text === undefined) continue;
      if (text === "" ? countsEmpty : !this.#isSilent(text))
        rivals.push({ window, isSure: text.endsWith(sure) });
      else await this.#storage.delete(name);
    }
    return rivals;
  }

  /** Ends only this window's claim: after a response, or after a request that certainly had no effect. */
  async withdraw(review: ReviewAt): Promise<void> {
    if (!isShared(review)) return;
    const claim = this.#claimName(review);
    await this.#endHeartbeat(claim);
    await this.#storage.delete(claim);
  }

  async save(review: ReviewAt, note: ReviewNote | undefined): Promise<void> {
    if (!note?.settled || !isShared(review)) return;
    const name = decisionName(note.at ?? 0, this.#keyOf(review));
    this.#saved.add(name);
    await this.#storage.write(name, JSON.stringify(write(decisionFileCodec, { note })));
    const kept = (await this.#storage.names()).filter(parseDecision).sort();
    for (const oldest of kept.slice(0, -maxKept)) await this.#storage.delete(oldest);
  }

  /** The windows of a folder share an embedded service, which has the same ids as the one of any other folder. */
  #keyOf({ id, service }: ReviewAt): string {
    const folder = service === embeddedId ? [workspaceName(this.#deps.vscode)] : [];
    return hash(JSON.stringify([service, id, ...folder]));
  }

  #claimName(review: ReviewAt): string {
    return `claim ${this.#keyOf(review)} ${this.#window}`;
  }
}

function isShared({ service }: ReviewAt): boolean {
  return service !== undefined;
}

function decidedElsewhere(): Obstacle {
  return new Obstacle(t("Nothing was sent: {0}", t("another window is deciding the review")));
}

function parseClaim(name: string): { readonly key: string; readonly window: string } | undefined {
  const [what, key = "", window = ""] = name.split(" ");
  return what === "claim" ? { key, window } : undefined;
}

/** Sorted by name, decisions are sorted by time. */
function decisionName(at: number, key: string): string {
  return `decided ${String(at).padStart(15, "0")} ${key}`;
}

/** Gives the review's key and the name of the file. */
function parseDecision(name: string): [[key: string, file: string]] | undefined {
  const [what, , key = ""] = name.split(" ");
  return what === "decided" ? [[key, name]] : undefined;
}
