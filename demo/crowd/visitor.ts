/**
 * A simulated attendee: logs in, changes areas, sends reactions, changes its status, and reconnects after a lost
 * connection.
 */
import {
  setPresenceStatus,
  closeCodes,
  enterArea,
  ping,
  reactions,
  sendReaction,
  setIdle,
  type Command,
  type InputOf,
  type ResultOf,
} from '@foyer/contract';
import { heartbeatIntervalMs, tokenRefreshMs } from '@foyer/contract/limits';
import type { AttendeeSignIn, Session } from './attendeeSignIn.ts';
import { AttendeeConnection } from './attendeeConnection.ts';

/** Counters of a crowd. */
export interface Tally {
  online: number;
  events: number;
  bytes: number;
  commands: number;
  /** The number of error codes, close codes and other errors. */
  readonly errors: Map<string, number>;
  /** Reply times in milliseconds; the reader empties the list. */
  readonly responseTimesMs: number[];
}

export interface VisitorDeps {
  readonly signIns: AttendeeSignIn;
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
const maxResponseTimes = 100_000;
const backoffMs = { first: 500, most: 15_000 } as const;

export class Visitor {
  private readonly deps: VisitorDeps;
  private readonly timers = new Set<NodeJS.Timeout>();
  private session: Session | undefined;
  private connection: AttendeeConnection | undefined;
  private areaId: string;
  private tries = 0;
  private stopped = false;
  /** Whether this attendee takes part in a dialogue, and stays in the area until it has ended. */
  isTalking = false;

  constructor(deps: VisitorDeps) {
    this.deps = deps;
    this.areaId = this.randomArea();
  }

  /** Connects. Rejects if the first sign-in fails; later errors are counted and retried. */
  async start(): Promise<void> {
    this.session = await this.deps.enter();
    this.every(tokenRefreshMs, async () => {
      if (this.session && this.deps.hasPresence) this.session = await this.deps.signIns.refresh(this.session);
    });
    await this.connect();
    this.repeatRandomly(means.walk, () => this.walk());
    this.repeatRandomly(means.react, () =>
      this.sendCommand(sendReaction, { reaction: this.randomOf(reactions) }),
    );
    if (this.deps.hasPresence) this.repeatRandomly(means.status, () => this.changeStatus());
    this.every(heartbeatIntervalMs * 2, () => this.sendCommand(ping, {}));
  }

  /** The area that this attendee is in. */
  get currentAreaId(): string {
    return this.areaId;
  }

  /** Sends a command for a conversation. Returns its result, undefined if it failed or there is no connection. */
  async talk<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C> | undefined> {
    return this.connection?.resultOf(command, input);
  }

  leave(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.connection?.close();
  }

  private async connect(): Promise<void> {
    const { signIns, url, tally } = this.deps;
    if (this.session === undefined) return;
    const ticket = await signIns.ticket(this.session);
    this.connection = await AttendeeConnection.open(url, ticket, {
      onMessage: (bytes) => {
        tally.events += 1;
        tally.bytes += bytes;
      },
      onClose: (code) => this.onConnectionLost(code),
    });
    tally.online += 1;
    this.tries = 0;
    await this.sendCommand(enterArea, { areaId: this.areaId });
  }

  private onConnectionLost(code: number): void {
    const { tally } = this.deps;
    tally.online -= 1;
    this.connection = undefined;
    if (this.stopped) return;
    this.count(`closed ${code}`);
    if (code === closeCodes.sessionEnded) this.session = undefined;
    this.reconnect();
  }

  private reconnect(): void {
    const maxMs = Math.min(backoffMs.most, backoffMs.first * 2 ** this.tries++);
    this.later(this.deps.random() * maxMs, async () => {
      try {
        this.session ??= await this.deps.enter();
        await this.connect();
      } catch (error) {
        this.count((error as Error).message);
        this.reconnect();
      }
    });
  }

  private async walk(): Promise<void> {
    if (this.isTalking) return;
    this.areaId = this.randomArea();
    await this.sendCommand(enterArea, { areaId: this.areaId });
  }

  private async changeStatus(): Promise<void> {
    const chance = this.deps.random();
    if (chance < shareIdle) await this.sendCommand(setIdle, { idle: true });
    else {
      await this.sendCommand(setIdle, { idle: false });
      const status = chance < shareIdle + shareBusy ? 'Busy' : 'Available';
      await this.sendCommand(setPresenceStatus, { status, invisible: false });
    }
  }

  private async sendCommand<C extends Command>(command: C, input: InputOf<C>): Promise<void> {
    const { tally } = this.deps;
    const durationOrError = await this.connection?.time(command, input);
    if (durationOrError === undefined) return;
    tally.commands += 1;
    if (typeof durationOrError === 'string') this.count(`${command.name}: ${durationOrError}`);
    else if (tally.responseTimesMs.length < maxResponseTimes) tally.responseTimesMs.push(durationOrError);
  }

  private count(error: string): void {
    const { errors } = this.deps.tally;
    errors.set(error, (errors.get(error) ?? 0) + 1);
  }

  private randomOf<T>(from: readonly T[]): T {
    return from[Math.floor(this.deps.random() * from.length)] as T;
  }

  /** Prefers the first areas of the venue. */
  private randomArea(): string {
    const { areas, random } = this.deps;
    return areas[Math.floor(random() ** 1.6 * areas.length)] ?? '';
  }

  /** Repeats an action after random delays with this mean, in milliseconds. */
  private repeatRandomly(meanMs: number, act: () => Promise<void>): void {
    this.later(-Math.log(1 - this.deps.random()) * meanMs, async () => {
      await act();
      this.repeatRandomly(meanMs, act);
    });
  }

  private every(ms: number, act: () => Promise<void>): void {
    this.later(ms, async () => {
      await act().catch((error: unknown) => this.count((error as Error).message));
      this.every(ms, act);
    });
  }

  private later(ms: number, act: () => Promise<void>): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void act();
    }, ms);
    this.timers.add(timer);
  }
}
