/** A simulated browser tab: a real WebSocket connection to a test server, opened with a ticket. */
import { inflateRawSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import {
  createRealtimeTicket,
  realtimePath,
  realtimeProtocol,
  ticketProtocol,
  type Command,
  type DataOf,
  type ErrorResponse,
  type Event,
  type EventMessage,
  type InputOf,
  type OperatingMode,
  type ReplyMessage,
  type ResultOf,
} from '@foyer/contract';
import type { Caller } from '#testing/calls';
import type { Foyer } from '#testing/foyer';

export interface TabOptions {
  readonly as?: Caller;
  readonly mode?: OperatingMode;
  /** The URL of a proxy between the tab and the server. */
  readonly via?: string;
}

export const realtimeUrl = (url: string, mode: OperatingMode = 'LIVE'): string =>
  `${url.replace(/^http/, 'ws')}${mode === 'STAGE' ? '/stage' : ''}/api${realtimePath}`;

/** Requests a ticket, as a user or a guest. */
export async function createTicket(
  foyer: Foyer,
  { as = 'attendee', mode = 'LIVE' }: TabOptions = {},
): Promise<string> {
  return (await foyer.must(createRealtimeTicket, {}, { as, mode })).ticket;
}

/** Opens a WebSocket like a browser, with the given protocols and headers. */
export const openSocket = (
  foyer: Foyer,
  {
    ticket,
    origin = foyer.running.config.publicUrl,
    mode = 'LIVE',
    via = foyer.url,
  }: { ticket: string; origin?: string | null; mode?: OperatingMode; via?: string },
): WebSocket =>
  new WebSocket(
    realtimeUrl(via, mode),
    [realtimeProtocol, ticketProtocol(ticket)],
    origin === null ? {} : { origin },
  );

/** Opens a tab and waits for the `welcome` event. The tab is closed when the test ends. */
export async function connectTab(foyer: Foyer, options: TabOptions = {}): Promise<Tab> {
  const ticket = await createTicket(foyer, options);
  const socket = openSocket(foyer, { ...options, ticket });
  const tab = new Tab(socket);
  onTestFinished(() => socket.terminate());
  await tab.next('welcome');
  return tab;
}

export class Tab {
  readonly socket: WebSocket;
  /** Received events that `next` has not returned yet. */
  readonly events: EventMessage[] = [];
  /** The code with which the connection was closed. */
  readonly closed: Promise<number>;
  private readonly replies = new Map<number, (message: ReplyMessage) => void>();
  private readonly waiters: (() => void)[] = [];
  private lastId = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => {
      const bytes = data as Buffer;
      this.receive(
        JSON.parse((isBinary ? inflateRawSync(bytes) : bytes).toString()) as EventMessage | ReplyMessage,
      );
    });
  }

  /** Sends a command. Returns its result or its error. */
  ask<C extends Command>(
    command: C,
    input: InputOf<C>,
  ): Promise<{ readonly result: ResultOf<C>; readonly error: ErrorResponse | undefined }> {
    const id = ++this.lastId;
    this.socket.send(JSON.stringify({ id, command: command.name, input }));
    return new Promise((resolve) =>
      this.replies.set(id, (reply) =>
        resolve({
          result: ('result' in reply ? reply.result : undefined) as ResultOf<C>,
          error: 'error' in reply ? reply.error : undefined,
        }),
      ),
    );
  }

  /** Like `ask`, but an error fails the test. */
  async must<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    const { result, error } = await this.ask(command, input);
    expect(error, command.name).toBeUndefined();
    return result;
  }

  /** Waits for an event with this name that matches, and removes it from the received events. */
  async next<E extends Event>(
    event: E | string,
    matches: (data: DataOf<E>) => boolean = () => true,
  ): Promise<DataOf<E>> {
    const name = typeof event === 'string' ? event : event.name;
    for (;;) {
      const index = this.events.findIndex(
        (message) => message.event === name && matches(message.data as DataOf<E>),
      );
      if (index >= 0) return this.events.splice(index, 1)[0]?.data as DataOf<E>;
      await new Promise<void>((resolve) => this.waiters.push(resolve));
    }
  }

  /** Closes the connection like a closed tab, or like a tab that reconnects. */
  close(code = 1000): Promise<number> {
    this.socket.close(code);
    return this.closed;
  }

  private receive(message: EventMessage | ReplyMessage): void {
    if ('id' in message) this.replies.get(message.id)?.(message);
    else this.events.push(message);
    for (const notify of this.waiters.splice(0)) notify();
  }
}
