/**
 * A simulated attendee: logs in, changes areas, sends reactions, changes its status, and reconnects after a lost
 * connection.
 */
import {
  choosePresence,
  closeCodes,
  enterArea,
  ping,
  reactions,
  sendReaction,
  setIdle,
  type Command,
  type InputOf,
} from '@foyer/contract';
import { heartbeatMs, tokenRefreshMs } from '@foyer/contract/limits';
import type { Door, Session } from './door.ts';
import { Line } from './line.ts';

/** Counters of a crowd. */
export interface Tally {
  online: number;
  events: number;
  bytes: number;
  commands: number;
  /** The number of error codes, close codes and other errors. */
  readonly faults: Map<string, number>;
  /** Reply times in milliseconds; the reader empties the list. */
  readonly answers: number[];
}

export interface VisitorParts {
  readonly door: Door;
  readonly url: string;
  /** Signs in. Called again when the session has ended. */
  readonly enter: () => Promise<Session>;
  readonly areas: readonly string[];
  /** Whether this attendee has presence; guests have none. */
  readonly hasPresence: boolean;
  readonly random: () => number;
  readonly tally: Tally;
}

/** The mean time between actions, in milliseconds. */
const means = { walk: 45_000, react: 40_000, status: 240_000 } as const;
const shareBusy = 0.15;
const shareIdle = 0.1;
/** The maximum number of stored reply times, for callers that do not read them. */
const answersKept = 100_000;
const backoffMs = { first: 500, most: 15_000 } as const;

export class Visitor {
  readonly #parts: VisitorParts;
  readonly #timers = new Set<NodeJS.Timeout>();
  #session: Session | undefined;
  #line: Line | undefined;
  #areaId: string;
  #tries = 0;
  #stopped = false;

  constructor(parts: VisitorParts) {
    this.#parts = parts;
    this.#areaId = this.#anyArea();
  }

  /** Connects. Rejects if the first sign-in fails; later errors are counted and retried. */
  async come(): Promise<void> {
    this.#session = await this.#parts.enter();
    this.#every(tokenRefreshMs, async () => {
      if (this.#session && this.#parts.hasPresence)
        this.#session = await this.#parts.door.refresh(this.#session);
    });
    await this.#connect();
    this.#now(means.walk, () => this.#walk());
    this.#now(means.react, () => this.#ask(sendReaction, { reaction: this.#anyOf(reactions) }));
    if (this.#parts.hasPresence) this.#now(means.status, () => this.#changeStatus());
    this.#every(heartbeatMs * 2, () => this.#ask(ping, {}));
  }

  leave(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#line?.close();
  }

  async #connect(): Promise<void> {
    const { door, url, tally } = this.#parts;
    if (this.#session === undefined) return;
    const ticket = await door.ticket(this.#session);
    this.#line = await Line.open(url, ticket, {
      heard: (bytes) => {
        tally.events += 1;
        tally.bytes += bytes;
      },
      closed: (code) => this.#lost(code),
    });
    tally.online += 1;
    this.#tries = 0;
    await this.#ask(enterArea, { areaId: this.#areaId });
  }

  #lost(code: number): void {
    const { tally } = this.#parts;
    tally.online -= 1;
    this.#line = undefined;
    if (this.#stopped) return;
    this.#count(`closed ${code}`);
    if (code === closeCodes.sessionEnded) this.#session = undefined;
    this.#comeBack();
  }

  #comeBack(): void {
    const most = Math.min(backoffMs.most, backoffMs.first * 2 ** this.#tries++);
    this.#later(this.#parts.random() * most, async () => {
      try {
        this.#session ??= await this.#parts.enter();
        await this.#connect();
      } catch (fault) {
        this.#count((fault as Error).message);
        this.#comeBack();
      }
    });
  }

  #walk(): Promise<void> {
    this.#areaId = this.#anyArea();
    return this.#ask(enterArea, { areaId: this.#areaId });
  }

  async #changeStatus(): Promise<void> {
    const chance = this.#parts.random();
    if (chance < shareIdle) await this.#ask(setIdle, { idle: true });
    else {
      await this.#ask(setIdle, { idle: false });
      const status = chance < shareIdle + shareBusy ? 'Busy' : 'Available';
      await this.#ask(choosePresence, { status, invisible: false });
    }
  }

  async #ask<C extends Command>(command: C, input: InputOf<C>): Promise<void> {
    const { tally } = this.#parts;
    const answer = await this.#line?.time(command, input);
    if (answer === undefined) return;
    tally.commands += 1;
    if (typeof answer === 'string') this.#count(`${command.name}: ${answer}`);
    else if (tally.answers.length < answersKept) tally.answers.push(answer);
  }

  #count(fault: string): void {
    const { faults } = this.#parts.tally;
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
  }

  #anyOf<T>(from: readonly T[]): T {
    return from[Math.floor(this.#parts.random() * from.length)] as T;
  }

  /** Prefers the first areas of the venue. */
  #anyArea(): string {
    const { areas, random } = this.#parts;
    return areas[Math.floor(random() ** 1.6 * areas.length)] ?? '';
  }

  /** Repeats an action after random delays with this mean, in milliseconds. */
  #now(meanMs: number, act: () => Promise<void>): void {
    this.#later(-Math.log(1 - this.#parts.random()) * meanMs, async () => {
      await act();
      this.#now(meanMs, act);
    });
  }

  #every(ms: number, act: () => Promise<void>): void {
    this.#later(ms, async () => {
      await act().catch((fault: unknown) => this.#count((fault as Error).message));
      this.#every(ms, act);
    });
  }

  #later(ms: number, act: () => Promise<void>): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void act();
    }, ms);
    this.#timers.add(timer);
  }
}
