/** For tests of interleavings: a tab whose requests, replies and events arrive in any order, late, twice or never. */
import type { Event } from '@foyer/contract';
import fc from 'fast-check';
import { vi } from 'vitest';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createFakeVisit, type SentCommand } from '../../../testing/fakeVisit.ts';
import { createChat } from '../model/chat.ts';
import type { ChatState } from '../model/chatState.ts';
import type { ChatServerModel, ServerEvent } from './chatServerModel.ts';

type Arrival = 'later' | 'now' | 'never';

export abstract class InterleavedTab {
  readonly visit = createFakeVisit();
  readonly connection = this.visit.realtime;
  abstract readonly server: ChatServerModel;
  /** Replies of the server that have not arrived yet. */
  readonly replies: { readonly arrive: () => void; readonly lose: () => void }[] = [];

  get state(): ChatState {
    return this.visit.get(createChat).store.getState();
  }

  /** The server handles a request. Its reply is added to `replies`, arrives at once, or is lost. */
  handle(request: SentCommand, reply: Arrival): void {
    const arrive = this.execute(request);
    const lose = () => request.reject(new ApiError('NOT_REACHABLE', 'no reply'));
    if (reply === 'now') arrive();
    else if (reply === 'later') this.replies.push({ arrive, lose });
    else lose();
  }

  receive({ name, data }: ServerEvent): void {
    if (this.connection.isOnline) this.connection.emit({ name } as Event, structuredClone(data));
  }

  /** Loses the connection, with the events that it has not delivered. */
  disconnect(): void {
    this.connection.lose();
    this.server.disconnect();
    for (const { lose } of this.replies.splice(0)) lose();
  }

  /** What the server replies. Throws if it rejects the request. */
  protected answer(name: string, input: unknown): unknown {
    return this.server.execute(name, input);
  }

  private execute({ name, input, resolve, reject }: SentCommand): () => void {
    try {
      const result = structuredClone(this.answer(name, input));
      return () => resolve(result);
    } catch (error) {
      return () => reject(error);
    }
  }
}

/** A step of a run. Steps that do not fit the situation do nothing. */
export interface Step<Tab> {
  /** Printed when a run fails. */
  readonly name: string;
  readonly run: (tab: Tab) => void;
}

/** Creates steps of a tab. */
export const stepsOf =
  <Tab>() =>
  <T>(name: string, args: fc.Arbitrary<T>, run: (tab: Tab, args: T) => void): fc.Arbitrary<Step<Tab>> =>
    args.map((value) => ({ name: `${name} ${JSON.stringify(value)}`, run: (tab) => run(tab, value) }));

/** Removes an element of a list, and returns it; undefined if the list is empty. */
export function take<T>(from: T[], at: number): T | undefined {
  return from.splice(at % Math.max(1, from.length), 1)[0];
}

/** An index of a list that may be shorter. */
export const at = fc.nat(20);
export const arrival = fc.constantFrom<Arrival>('later', 'now', 'never');

/**
 * The steps of the network and of time.
 * @param weights how often requests are handled, and replies and events arrive, relative to the other steps
 */
export function networkSteps<Tab extends InterleavedTab>(weights: {
  readonly handle: number;
  readonly reply: number;
  readonly event: number;
}) {
  const named = stepsOf<Tab>();
  return [
    {
      weight: weights.handle,
      arbitrary: named('handle', fc.record({ at, reply: arrival }), (tab, step) => {
        const request = take(tab.connection.pending, step.at);
        if (request) tab.handle(request, step.reply);
      }),
    },
    {
      weight: weights.reply,
      arbitrary: named('reply', at, ({ replies }, no) => take(replies, no)?.arrive()),
    },
    {
      weight: weights.event,
      arbitrary: named('event', fc.record({ at, again: fc.boolean() }), (tab, step) => {
        const event = take(tab.server.events, step.at);
        if (!event) return;
        tab.receive(event);
        if (step.again) tab.server.events.push(event);
      }),
    },
    { weight: 2, arbitrary: named('disconnect', fc.constant(0), (tab) => tab.disconnect()) },
    {
      weight: 3,
      arbitrary: named(
        'connect',
        fc.constant(0),
        ({ connection }) => connection.isOnline || connection.open(),
      ),
    },
    {
      weight: 2,
      arbitrary: named(
        'wait',
        fc.constantFrom(400, 3_000, 40_000),
        (_, ms) => void vi.advanceTimersByTime(ms),
      ),
    },
  ];
}
