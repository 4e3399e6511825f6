/** A TCP proxy between a browser and the server that can stall and disconnect. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Network {
  private readonly server: Server;
  private readonly target: URL;
  private readonly sockets = new Set<Socket>();
  private still = false;
  private broken = false;
  private silent = false;

  private constructor(server: Server, target: URL) {
    this.server = server;
    this.target = target;
    server.on('connection', (socket) => this.carry(socket));
  }

  static async before(target: string): Promise<Network> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Network(server, new URL(target));
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** Stops forwarding in both directions without closing connections. */
  pause(): void {
    this.still = true;
    for (const socket of this.sockets) socket.pause();
  }

  resume(): void {
    this.still = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** Forwards requests but no responses, until all connections are closed. */
  hush(): void {
    this.silent = true;
  }

  /** Closes all connections and rejects new ones until `mend` is called. */
  cut(): void {
    this.broken = true;
    this.silent = false;
    this.breakAll();
  }

  mend(): void {
    this.broken = false;
  }

  async close(): Promise<void> {
    this.server.close();
    this.breakAll();
    await once(this.server, 'close');
  }

  private breakAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private carry(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('data', (bytes) => {
        if (!this.silent || socket === near) other.write(bytes);
      });
      socket.on('end', () => other.end());
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      if (this.still) socket.pause();
    }
    if (this.broken) near.destroy();
  }
}
