/**
 * The gates of one pull request while its reviews are settled: what is written is read again, and put right, until it
 * stands.
 */

import { isDeepStrictEqual } from "node:util";
import { type Change, changed, type Gate, isOpen, stands } from "../../shared/gate/state.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { NotAsked } from "../github/reason.ts";
import type { Session } from "../github/session.ts";
import { type FoundGate, findGates, findGatesBefore, type GatePlace, headOf, writeGate } from "./checks.ts";
import { renewParts, reportComments } from "./comments.ts";
import { letOthersWrite, mostAttempts } from "./turns.ts";

export interface SettlementPlace extends GatePlace {
  readonly pull: number;
  readonly detailsUrl: string;
  readonly redact: Redact;
}

/** A conversation with GitHub; each has its own time, as the service may take minutes in between. */
export type Converse = <T>(talk: (session: Session) => Promise<T>) => Promise<T>;

export class Settlement {
  readonly #place: SettlementPlace;
  readonly #converse: Converse;
  readonly #random: () => number;
  #found: readonly FoundGate[] = [];
  /** Everything that was decided here, to be seen standing in the end. */
  #changes: readonly Change[] = [];

  constructor(place: SettlementPlace, converse: Converse, random: () => number) {
    this.#place = place;
    this.#converse = converse;
    this.#random = random;
  }

  get gates(): readonly Gate[] {
    return this.#found.map(({ gate }) => gate);
  }

  /** Where one of the gates can be looked at. */
  get url(): string {
    return this.#found[0]?.url ?? "";
  }

  /** The ids of reviews that still wait. */
  get waiting(): string[] {
    return [...new Set(this.gates.flatMap(gate => gate.reviews.filter(isOpen).map(({ id }) => id)))];
  }

  /** The gates at the head, and those of names that the head does not have yet, where the comments lead to. */
  async read(): Promise<void> {
    await this.#converse(session => this.#read(session));
  }

  async #read(session: Session): Promise<void> {
    const github = session.github();
    const head = await headOf(github, this.#place, this.#place.pull);
    const found = await findGates(github, this.#place, head);
    const comments = await reportComments(github, this.#place);
    const earlier = new Set(comments.flatMap(({ shas }) => shas).filter(sha => sha !== head));
    for (const sha of [...earlier].reverse()) {
      for (const each of await findGates(github, this.#place, sha)) {
        if (!found.some(({ check }) => check.name === each.check.name)) found.push(each);
      }
    }
    // The check may have been refused where the comments' reports are.
    this.#found = found.length > 0 ? found : await findGatesBefore(github, this.#place, head);
  }

  /**
   * Writes a change until it is seen standing a while later. False where it can't: another has begun the same, or
   * decided it.
   */
  async begin(change: Change): Promise<boolean> {
    return await this.#converse(async session => {
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        await this.#read(session);
        if (!this.gates.some(gate => gate.reviews.some(({ id }) => id === change.id))) return false;
        if (this.gates.every(gate => stands(gate, change))) {
          // It takes the place of what was begun before.
          this.#changes = this.#changes.filter(({ what, id }) => what !== "begin" || id !== change.id);
          return true;
        }
        if (!this.gates.some(gate => changed(gate, change) !== gate)) return false;
        await this.#write(session, [change]);
        await letOthersWrite(session.deadline, this.#random);
      }
      throw new NotAsked("others wrote to the check run at every attempt");
    });
  }

  /** Writes at once what came of something, and sees to it in the end that it stands, even if this fails. */
  async record(change: Change): Promise<void> {
    this.#changes = [...this.#changes, change];
    await this.#converse(async session => {
      await this.#read(session);
      await this.#write(session, [change]);
    });
  }

  /** Until all that was recorded stands, in the check runs and in the comments. Gives a comment's address. */
  async finish(): Promise<string> {
    return await this.#converse(async session => {
      const { deadline } = session;
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        if (this.#changes.length > 0) await letOthersWrite(deadline, this.#random);
        await this.#read(session);
        if (!this.gates.every(gate => this.#changes.reduce(changed, gate) === gate)) {
          await this.#write(session, this.#changes);
          continue;
        }
        const shown = this.gates;
        const url = await renewParts(session.github(), this.#place, this.#found, this.#place.redact);
        await this.#read(session);
        // Somebody else's newer text may just have been written over.
        if (isDeepStrictEqual(this.gates, shown)) return url;
        deadline.signal.throwIfAborted();
      }
      throw new NotAsked("others wrote to the check run at every attempt");
    });
  }

  async #write(session: Session, changes: readonly Change[]): Promise<void> {
    const { detailsUrl, redact } = this.#place;
    const written = [];
    for (const found of this.#found) {
      const gate = changes.reduce(changed, found.gate);
      const { name } = found.check;
      const writing = { name, gate, place: this.#place, detailsUrl, redact };
      written.push(gate === found.gate ? found : await writeGate(session.github(), writing, found));
    }
    this.#found = written;
  }
}
