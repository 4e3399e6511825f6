/** A TCP proxy between a browser and the server that can stall and disconnect. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Network {
  private readonly server: Server;
  private readonly target: URL;
  private readonly sockets = new Set<Socket>();
  private isPaused = false;
  private isCut = false;
  private dropsResponses = false;

  private constructor(server: Server, target: URL) {
    this.server = server;
    this.target = target;
    server.on('connection', (socket) => this.forward(socket));
  }

  static async start(target: string): Promise<Network> {
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
    this.isPaused = true;
    for (const socket of this.sockets) socket.pause();
  }

  resume(): void {
    this.isPaused = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** Forwards requests but no responses, until all connections are closed. */
  dropResponses(): void {
    this.dropsResponses = true;
  }

  /** Closes all connections and rejects new ones until `restore` is called. */
  cut(): void {
    this.isCut = true;
    this.dropsResponses = false;
    this.destroyAll();
  }

  restore(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.server.close();
    this.destroyAll();
    await once(this.server, 'close');
  }

  private destroyAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('data', (bytes) => {
        if (!this.dropsResponses || socket === near) other.write(bytes);
      });
      socket.on('end', () => other.end());
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      if (this.isPaused) socket.pause();
    }
    if (this.isCut) near.destroy();
  }
}
