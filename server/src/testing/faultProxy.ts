/**
 * A network that fails on purpose, between a client and a server: it delays, stalls, resets, cuts after so many bytes, or
 * loses the answer to something that the server has done. Bytes pass as they are; nothing here knows what they mean.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** `up`: to the server; `down`: to the client. */
export type Direction = 'up' | 'down';

interface Line {
  readonly client: Socket;
  readonly server: Socket;
}

export class FaultProxy {
  /** Where it listens, as the server's own address is written. */
  readonly url: string;
  /** Milliseconds by which every byte comes later. */
  delayMs = 0;
  private readonly listener: Server;
  private readonly lines = new Set<Line>();
  private isStalled = false;
  private cut: { readonly direction: Direction; left: number } | undefined;
  private lost: (() => void) | undefined;

  private constructor(listener: Server, url: string) {
    this.listener = listener;
    this.url = url;
  }

  /** Starts one ahead of a server at `http://host:port`. */
  static async start(target: string): Promise<FaultProxy> {
    const { hostname, port } = new URL(target);
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const proxy = new FaultProxy(listener, `http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
    listener.on('connection', (client) => proxy.open(client, connect(Number(port), hostname)));
    return proxy;
  }

  /** Nothing passes any more, in either direction, and no connection ends. */
  stall(): void {
    this.isStalled = true;
    for (const { client, server } of this.lines) for (const socket of [client, server]) socket.pause();
  }

  /** What was stalled passes now. */
  flow(): void {
    this.isStalled = false;
    for (const { client, server } of this.lines) for (const socket of [client, server]) socket.resume();
  }

  /** Ends every connection as a broken one ends. */
  reset(): void {
    for (const line of this.lines) this.end(line);
  }

  /** Lets so many bytes more pass in a direction, and resets the connection that the next one belongs to. Once. */
  cutAfter(bytes: number, direction: Direction): void {
    this.cut = { direction, left: bytes };
  }

  /**
   * The next thing that the server says is lost, and the connection with it: the server has done what it was asked, and
   * the client does not know. Resolves when that has happened.
   */
  loseAnswer(): Promise<void> {
    return new Promise((resolve) => (this.lost = resolve));
  }

  async close(): Promise<void> {
    this.reset();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private open(client: Socket, server: Socket): void {
    const line: Line = { client, server };
    this.lines.add(line);
    for (const [from, to, direction] of [
      [client, server, 'up'],
      [server, client, 'down'],
    ] as const) {
      from.setNoDelay(true);
      from.on('error', () => this.end(line));
      from.on('close', () => this.end(line));
      from.on('data', (chunk: Buffer) => this.pass(line, to, chunk, direction));
      if (this.isStalled) from.pause();
    }
  }

  private pass(line: Line, to: Socket, chunk: Buffer, direction: Direction): void {
    if (direction === 'down' && this.lost !== undefined) {
      this.end(line);
      this.lost();
      this.lost = undefined;
      return;
    }
    const left = this.cut?.direction === direction ? this.cut.left : Infinity;
    if (this.cut?.direction === direction) this.cut.left -= chunk.length;
    const passing = chunk.subarray(0, left);
    const write = () => {
      if (!to.destroyed) to.write(passing);
      if (chunk.length <= left) return;
      this.cut = undefined;
      this.end(line);
    };
    if (this.delayMs === 0) write();
    else setTimeout(write, this.delayMs);
  }

  private end(line: Line): void {
    this.lines.delete(line);
    for (const socket of [line.client, line.server]) if (!socket.destroyed) socket.resetAndDestroy();
  }
}
