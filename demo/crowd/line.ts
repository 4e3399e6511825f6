/** The realtime connection of a simulated attendee. */
import { WebSocket } from 'ws';
import {
  realtimePath,
  realtimeProtocol,
  ticketProtocol,
  type Command,
  type InputOf,
  type ReplyMessage,
} from '@foyer/contract';

/** A command fails if there is no reply within this time. */
const answerMs = 10_000;

export interface LineListener {
  /** Called with the size of each received event or reply. */
  heard(bytes: number): void;
  closed(code: number): void;
}

export class Line {
  readonly #socket: WebSocket;
  readonly #listener: LineListener;
  readonly #waiting = new Map<number, (reply: ReplyMessage) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket, listener: LineListener) {
    this.#socket = socket;
    this.#listener = listener;
    socket.on('message', (data, isBinary) => this.#hear(data as Buffer, isBinary));
    socket.on('close', (code) => {
      for (const answer of this.#waiting.values()) answer({ re: 0 });
      listener.closed(code);
    });
  }

  /** @param url the URL of the server, without a trailing slash */
  static async open(url: string, ticket: string, listener: LineListener): Promise<Line> {
    const socket = new WebSocket(
      `${url.replace(/^http/, 'ws')}/api${realtimePath}`,
      [realtimeProtocol, ticketProtocol(ticket)],
      { origin: url, perMessageDeflate: false },
    );
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('error', () => undefined);
    return new Line(socket, listener);
  }

  /** Milliseconds until the reply, or the error code. */
  async time<C extends Command>(command: C, input: InputOf<C>): Promise<number | string> {
    const sent = performance.now();
    const reply = await this.ask(command, input);
    if (reply === undefined) return 'no answer';
    return 'error' in reply ? reply.error.code : performance.now() - sent;
  }

  /** The reply; undefined if there is none. */
  async ask<C extends Command>(command: C, input: InputOf<C>): Promise<ReplyMessage | undefined> {
    const id = ++this.#lastId;
    const reply = await new Promise<ReplyMessage | undefined>((resolve) => {
      const late = setTimeout(() => resolve(undefined), answerMs);
      this.#waiting.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      this.#socket.send(JSON.stringify({ id, command: command.name, input }));
    });
    this.#waiting.delete(id);
    return reply;
  }

  close(): void {
    this.#socket.close(1000);
  }

  /** Parses only replies, to save CPU time with thousands of attendees. */
  #hear(data: Buffer, isBinary: boolean): void {
    this.#listener.heard(data.length);
    if (isBinary || data.subarray(0, 6).toString() !== '{"re":') return;
    const reply = JSON.parse(data.toString()) as ReplyMessage;
    this.#waiting.get(reply.re)?.(reply);
  }
}
