/** The realtime connection of a simulated attendee. */
import { WebSocket } from 'ws';
import {
  realtimePath,
  realtimeProtocol,
  ticketProtocol,
  type Command,
  type InputOf,
  type ReplyMessage,
  type ResultOf,
} from '@foyer/contract';

/** A command fails if there is no reply within this time. */
const replyTimeoutMs = 10_000;

export interface ConnectionHandlers {
  /** Called with the size of each received event or reply. */
  onMessage(bytes: number): void;
  onClose(code: number): void;
}

export class AttendeeConnection {
  private readonly socket: WebSocket;
  private readonly handlers: ConnectionHandlers;
  private readonly pending = new Map<number, (reply?: ReplyMessage) => void>();
  private lastId = 0;

  private constructor(socket: WebSocket, handlers: ConnectionHandlers) {
    this.socket = socket;
    this.handlers = handlers;
    socket.on('message', (data, isBinary) => this.handleMessage(data as Buffer, isBinary));
    socket.on('close', (code) => {
      for (const resolve of this.pending.values()) resolve();
      handlers.onClose(code);
    });
  }

  /** @param url the URL of the server, without a trailing slash */
  static async open(url: string, ticket: string, handlers: ConnectionHandlers): Promise<AttendeeConnection> {
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
    return new AttendeeConnection(socket, handlers);
  }

  /** The result of a command; undefined if it failed. */
  async resultOf<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C> | undefined> {
    const reply = await this.ask(command, input);
    return reply !== undefined && 'result' in reply ? (reply.result as ResultOf<C>) : undefined;
  }

  /** Milliseconds until the reply, or the error code. */
  async time<C extends Command>(command: C, input: InputOf<C>): Promise<number | string> {
    const sent = performance.now();
    const reply = await this.ask(command, input);
    if (reply === undefined) return 'no reply';
    return 'error' in reply ? reply.error.code : performance.now() - sent;
  }

  /** The reply; undefined if there is none. */
  async ask<C extends Command>(command: C, input: InputOf<C>): Promise<ReplyMessage | undefined> {
    if (this.socket.readyState !== WebSocket.OPEN) return undefined;
    const id = ++this.lastId;
    const reply = await new Promise<ReplyMessage | undefined>((resolve) => {
      const timeout = setTimeout(() => resolve(undefined), replyTimeoutMs);
      this.pending.set(id, (received) => {
        clearTimeout(timeout);
        resolve(received);
      });
      this.socket.send(JSON.stringify({ id, command: command.name, input }));
    });
    this.pending.delete(id);
    return reply;
  }

  close(): void {
    this.socket.close(1000);
  }

  /** Parses only replies, to save CPU time with thousands of attendees. */
  private handleMessage(data: Buffer, isBinary: boolean): void {
    this.handlers.onMessage(data.length);
    if (isBinary || data.subarray(0, 6).toString() !== '{"id":') return;
    const reply = JSON.parse(data.toString()) as ReplyMessage;
    this.pending.get(reply.id)?.(reply);
  }
}
