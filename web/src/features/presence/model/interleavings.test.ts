/**
 * Orders of what can happen to the presence of a user: attendees come, go and move, lists and cards open and close, replies
 * are late or lost, events are late or doubled, connections are lost, and the account changes at any moment.
 */
import {
  followedPresence,
  followUsers,
  presenceChanges,
  presenceSnapshot,
  subscribeToPresence,
  toColumns,
  type DataOf,
  type Event,
  type InputOf,
  type UiConfig,
} from '@foyer/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createEmbeddedAttendees } from '../../../platform/backend/embeddedAttendees.ts';
import { initialUi, useUi } from '../../../platform/state/ui.ts';
import { initialUser, useUser } from '../../../platform/state/user.ts';
import { createFakeVisit, type SentCommand } from '../../../testing/fakeVisit.ts';
import { createPresence } from './presence.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const input = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hasFocus: () => true, activeElement: null }));
  vi.stubGlobal('addEventListener', input.addEventListener.bind(input));
  useUi.setState({ uiConfig: { features: { userPresence: true } } as UiConfig, loginEnabled: true });
});
afterEach(() => {
  useUi.setState(initialUi);
  useUser.setState(initialUser);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const ownArea = 'lobby';
const friends = [0, 1, 2];

/** One user's presence in this page, and what the server knows of the attendees and of this connection. */
class PresenceOfUser {
  readonly visit = createFakeVisit();
  readonly connection = this.visit.realtime;
  readonly model = this.visit.get(createPresence);
  /** Ends of the lists and followed users that components have opened. */
  readonly lists: (() => void)[] = [];
  readonly follows: { readonly uid: string; readonly end: () => void }[] = [];
  /** Events on their way to this tab, in their order. */
  readonly events: (() => void)[] = [];
  /** Replies on their way to this tab. */
  readonly replies: SentCommand[] = [];
  readonly uid: string;
  /** The area of each attendee who is online. */
  private readonly places = new Map<string, string>();
  private scope: 'area' | 'everyone' = 'area';
  private followed: readonly string[] = [];

  constructor(uid: string) {
    this.uid = uid;
    useUser.setState({ isLoggedIn: true, user: { userId: uid, email: '', attributes: {} } });
    this.model.connect(this.visit.get(createEmbeddedAttendees), this.visit.signal);
  }

  get state() {
    return this.model.store.getState();
  }

  friend(number: number): string {
    return `friend ${number} of ${this.uid}`;
  }

  open(): void {
    this.scope = 'area';
    this.followed = [];
    this.connection.open();
    this.sendSnapshot();
  }

  lose(): void {
    this.connection.lose();
    this.events.length = 0;
  }

  move(uid: string, place: string | undefined, times: number): void {
    if (place === undefined) this.places.delete(uid);
    else this.places.set(uid, place);
    const record = place === undefined ? [] : [{ uid, areaId: place }];
    const isListed = this.listed.includes(uid);
    for (let sent = 0; sent < times; sent += 1) {
      this.send(presenceChanges, {
        ...this.area,
        updated: isListed ? record : [],
        removed: isListed ? [] : [uid],
      });
      if (this.followed.includes(uid))
        this.send(followedPresence, { updated: record, removed: place === undefined ? [uid] : [] });
    }
  }

  /** The server handles the oldest command. Its reply arrives at once, later or never. */
  handle(reply: 'now' | 'later' | 'never'): void {
    const request = this.connection.pending.shift();
    if (!request) return;
    if (request.name === subscribeToPresence.name) {
      this.scope = (request.input as InputOf<typeof subscribeToPresence>).scope;
      this.sendSnapshot();
    } else if (request.name === followUsers.name) {
      this.followed = (request.input as InputOf<typeof followUsers>).userIds;
      const isOnline = (uid: string): boolean => this.places.has(uid);
      this.send(followedPresence, {
        updated: this.followed.filter(isOnline).map((uid) => this.recordOf(uid)),
        removed: this.followed.filter((uid) => !isOnline(uid)),
        complete: true,
      });
    }
    if (reply === 'now') request.resolve({});
    else if (reply === 'later') this.replies.push(request);
    else request.reject(new ApiError('NOT_REACHABLE', 'no reply'));
  }

  /** Everything arrives, and attendees who are missing after a reconnect are removed. */
  async catchUp(): Promise<void> {
    if (!this.connection.isOnline) this.open();
    for (let round = 0; round < 20; round += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      while (this.connection.pending.length > 0) this.handle('now');
      for (const arrive of this.events.splice(0)) arrive();
      for (const { resolve } of this.replies.splice(0)) resolve({});
    }
  }

  expectComplete(): void {
    const follows = new Set(this.follows.map(({ uid }) => uid));
    expect(this.scope).toBe(this.lists.length > 0 ? 'everyone' : 'area');
    expect(new Set(this.followed)).toEqual(follows);
    expect(this.state.scope).toBe(this.scope);
    expect([...this.state.attendees.keys()].toSorted()).toEqual(this.listed.toSorted());
    for (const uid of follows)
      expect(this.state.followed.get(uid)).toEqual(this.places.has(uid) ? this.recordOf(uid) : null);
  }

  private get area(): { readonly areaId?: string } {
    return this.scope === 'area' ? { areaId: ownArea } : {};
  }

  private get listed(): string[] {
    return [...this.places].flatMap(([uid, place]) =>
      this.scope === 'everyone' || place === ownArea ? [uid] : [],
    );
  }

  private recordOf(uid: string) {
    return { uid, areaId: this.places.get(uid) ?? '' };
  }

  private sendSnapshot(): void {
    const attendees = toColumns(this.listed.map((uid) => this.recordOf(uid)));
    this.send(presenceSnapshot, { ...this.area, attendees });
  }

  private send<E extends Event>(event: E, data: DataOf<E>): void {
    if (this.connection.isOnline) this.events.push(() => this.connection.emit(event, structuredClone(data)));
  }
}

/** A step of a run. Steps that do not fit the situation do nothing. */
type Step = (user: PresenceOfUser) => void;
const friend = fc.constantFrom(...friends);
const named = <T>(name: string, args: fc.Arbitrary<T>, run: (user: PresenceOfUser, args: T) => void) =>
  args.map((value) => ({
    name: `${name} ${JSON.stringify(value) ?? ''}`,
    run: ((user) => run(user, value)) as Step,
  }));
const nothing = fc.constant(undefined);
const at = fc.nat(10);
const pick = <T>(from: T[], index: number): T | undefined =>
  from.splice(index % Math.max(1, from.length), 1)[0];

const move = fc.record({
  friend,
  place: fc.constantFrom(ownArea, 'lounge', undefined),
  times: fc.constantFrom(1, 2),
});
const run = fc.array(
  fc.oneof(
    named('move', move, (user, step) => user.move(user.friend(step.friend), step.place, step.times)),
    named('open a list', nothing, ({ lists, model }) => void lists.push(model.followEveryone())),
    named('close a list', at, ({ lists }, index) => pick(lists, index)?.()),
    named('open a card', friend, (user, number) => {
      const uid = user.friend(number);
      user.follows.push({ uid, end: user.model.followUser(uid) });
    }),
    named('close a card', at, ({ follows }, index) => pick(follows, index)?.end()),
    {
      weight: 3,
      arbitrary: named('handle', fc.constantFrom('now', 'later', 'never'), (user, reply) =>
        user.handle(reply),
      ),
    },
    { weight: 3, arbitrary: named('event', nothing, ({ events }) => events.shift()?.()) },
    named('reply', at, ({ replies }, index) => pick(replies, index)?.resolve({})),
    named('lose', nothing, (user) => user.lose()),
    { weight: 2, arbitrary: named('open', nothing, (user) => user.connection.isOnline || user.open()) },
    named('wait', fc.constantFrom(100, 3_000, 16_000), (_, ms) => void vi.advanceTimersByTime(ms)),
  ),
  { minLength: 1, maxLength: 50 },
);

const isOf = (uid: string, value: unknown): boolean =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? [...each] : each)).includes(uid);

test('PRESENCE-03 in whatever order replies, events and reconnects arrive, the user sees whom the server lists', async () => {
  await fc.assert(
    fc.asyncProperty(run, async (steps) => {
      const user = new PresenceOfUser('xena');
      user.open();
      for (const step of steps) {
        step.run(user);
        await settle();
      }
      await user.catchUp();
      user.expectComplete();
      user.visit.end();
    }),
    { numRuns: 200, seed: 26 },
  );
});

test('SESSION-10 after a change of account at any moment, the next user sees and follows nobody of the previous one', async () => {
  await fc.assert(
    fc.asyncProperty(run, run, async (before, after) => {
      const first = new PresenceOfUser('xena');
      first.open();
      for (const step of before) {
        step.run(first);
        await settle();
      }
      const requests = first.connection.pending.splice(0);
      first.visit.end();
      const ended = first.state;
      const second = new PresenceOfUser('yuri');
      second.open();
      for (const step of after) {
        // What was on its way to the first user, and what their components still close, arrives now.
        first.events.shift()?.();
        (requests.shift() ?? first.replies.shift())?.resolve({});
        (first.lists.shift() ?? first.follows.shift()?.end)?.();
        first.model.followUser('late friend of xena');
        step.run(second);
        await settle();
        expect(first.state).toBe(ended);
        expect(isOf('xena', [second.state, second.connection.pending])).toBe(false);
      }
      await second.catchUp();
      second.expectComplete();
      expect(first.state).toBe(ended);
      expect(isOf('xena', second.state)).toBe(false);
      second.visit.end();
    }),
    { numRuns: 200, seed: 26 },
  );
});
