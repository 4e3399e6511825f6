/**
 * A TCP proxy that injects network faults: delays, stalls, resets, an outage, cuts after a number of bytes, and lost
 * responses. It forwards bytes without interpreting them.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** `up`: to the server; `down`: to the client. */
export type Direction = 'up' | 'down';

interface ProxiedConnection {
  readonly client: Socket;
  readonly server: Socket;
}

export class FaultProxy {
  /** The URL of the proxy. */
  readonly url: string;
  /** The delay of every byte in milliseconds. */
  delayMs = 0;
  private readonly listener: Server;
  private readonly connections = new Set<ProxiedConnection>();
  private isStalled = false;
  private isOffline = false;
  private dropsResponses = false;
  private cut: { readonly direction: Direction; left: number } | undefined;
  private lost: (() => void) | undefined;

  private constructor(listener: Server, url: string) {
    this.listener = listener;
    this.url = url;
  }

  /** Starts a proxy in front of a server at `http://host:port`. */
  static async start(target: string): Promise<FaultProxy> {
    const { hostname, port } = new URL(target);
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const proxy = new FaultProxy(listener, `http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
    listener.on('connection', (client) => {
      if (proxy.isOffline) client.resetAndDestroy();
      else proxy.open(client, connect(Number(port), hostname));
    });
    return proxy;
  }

  /** Stops forwarding in both directions without closing connections. */
  stall(): void {
    this.isStalled = true;
    for (const { client, server } of this.connections) for (const socket of [client, server]) socket.pause();
  }

  /** Resumes forwarding, including the stalled bytes. */
  resume(): void {
    this.isStalled = false;
    for (const { client, server } of this.connections) for (const socket of [client, server]) socket.resume();
  }

  /** Resets all connections. */
  reset(): void {
    for (const connection of this.connections) this.end(connection);
  }

  /** Resets all connections and rejects new ones until `goOnline` is called. */
  goOffline(): void {
    this.isOffline = true;
    this.dropsResponses = false;
    this.reset();
  }

  goOnline(): void {
    this.isOffline = false;
  }

  /** Forwards this many more bytes in a direction, then resets the connection of the next byte. Applies once. */
  cutAfter(bytes: number, direction: Direction): void {
    this.cut = { direction, left: bytes };
  }

  /**
   * Drops the next bytes from the server and resets their connection: the server has carried out a request, but the
   * client gets no response. Resolves when that has happened.
   */
  loseResponse(): Promise<void> {
    return new Promise((resolve) => (this.lost = resolve));
  }

  /** Forwards requests but no responses until `goOffline` is called. */
  dropResponses(): void {
    this.dropsResponses = true;
  }

  async close(): Promise<void> {
    this.reset();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private open(client: Socket, server: Socket): void {
    const connection: ProxiedConnection = { client, server };
    this.connections.add(connection);
    for (const [from, to, direction] of [
      [client, server, 'up'],
      [server, client, 'down'],
    ] as const) {
      from.setNoDelay(true);
      from.on('error', () => this.end(connection));
      // A regular end delivers what was sent before it.
      from.on('end', () => this.later(() => to.end()));
      from.on('close', () => {
        if (to.destroyed) this.connections.delete(connection);
      });
      from.on('data', (chunk: Buffer) => this.forward(connection, to, chunk, direction));
      if (this.isStalled) from.pause();
    }
  }

  private forward(connection: ProxiedConnection, to: Socket, chunk: Buffer, direction: Direction): void {
    if (direction === 'down' && this.dropsResponses) return;
    if (direction === 'down' && this.lost !== undefined) {
      this.end(connection);
      this.lost();
      this.lost = undefined;
      return;
    }
    const left = this.cut?.direction === direction ? this.cut.left : Infinity;
    if (this.cut?.direction === direction) this.cut.left -= chunk.length;
    const forwarded = chunk.subarray(0, left);
    this.later(() => {
      if (to.writable) to.write(forwarded);
      if (chunk.length <= left) return;
      this.cut = undefined;
      this.end(connection);
    });
  }

  private later(action: () => void): void {
    if (this.delayMs === 0) action();
    else setTimeout(action, this.delayMs);
  }

  private end(connection: ProxiedConnection): void {
    this.connections.delete(connection);
    for (const socket of [connection.client, connection.server])
      if (!socket.destroyed) socket.resetAndDestroy();
  }
}
