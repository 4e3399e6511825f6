/**
 * A minimal WebSocket client for thousands of connections in one process: it only parses frame headers and passes payloads
 * on, so that the load uses little processor time.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface RawClientOptions {
  readonly port: number;
  readonly path: string;
  readonly origin: string;
  readonly protocols?: readonly string[];
  /** Called with the payloads of text and binary frames. The servers do not fragment messages. */
  readonly onMessage: (payload: Buffer, isBinary: boolean, client: RawClient) => void;
  /** Called when an open connection is closed. */
  readonly onClose?: () => void;
}

const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export class RawClient {
  readonly opened: Promise<void>;
  /** Received bytes, including frame headers. */
  received = 0;
  private readonly socket: Socket;
  private readonly options: RawClientOptions;
  private rest: Buffer | undefined;
  private isOpen = false;
  private isSilent = false;

  constructor(options: RawClientOptions) {
    const { port, path, origin, protocols = [] } = options;
    this.options = options;
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const lines = [
      `GET ${path} HTTP/1.1`,
      `Host: ${new URL(origin).host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Origin: ${origin}`,
      ...(protocols.length === 0 ? [] : [`Sec-WebSocket-Protocol: ${protocols.join(', ')}`]),
      '',
      '',
    ];
    this.socket.write(lines.join('\r\n'));
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('error', reject);
      this.socket.once('close', () => reject(new Error('closed before it was open')));
      this.socket.on('data', (chunk) => this.onData(chunk, resolve, reject));
    });
    this.opened.catch(() => undefined);
  }

  /** Sends a text of less than 64 KiB. The mask is zero, so that nothing has to be computed. */
  send(text: string): void {
    this.write(opcodes.text, Buffer.from(text));
  }

  /** Destroys the socket without a close frame. */
  destroy(): void {
    this.socket.destroy();
  }

  /** Sends a close frame, as a closed tab does. */
  sendClose(): void {
    this.write(opcodes.close, Buffer.from([0x03, 0xe9]));
  }

  /** Stops reading and answering, which simulates a pulled cable. */
  stopResponding(): void {
    this.isSilent = true;
    this.socket.pause();
  }

  private write(opcode: number, payload: Buffer): void {
    const long = payload.length >= 126;
    const head = Buffer.alloc(long ? 8 : 6);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (long ? 126 : payload.length);
    if (long) head.writeUInt16BE(payload.length, 2);
    this.socket.write(Buffer.concat([head, payload]));
  }

  private onData(chunk: Buffer, opened: () => void, failed: (error: Error) => void): void {
    if (this.isSilent) return;
    this.received += chunk.length;
    let bytes = this.rest === undefined ? chunk : Buffer.concat([this.rest, chunk]);
    this.rest = undefined;
    if (!this.isOpen) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) {
        this.rest = bytes;
        return;
      }
      if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) {
        failed(new Error(bytes.toString()));
        return;
      }
      this.isOpen = true;
      this.socket.once('close', () => this.options.onClose?.());
      opened();
      bytes = bytes.subarray(end + 4);
    }
    this.parseFrames(bytes);
  }

  private parseFrames(bytes: Buffer): void {
    let at = 0;
    while (bytes.length - at >= 2) {
      const short = (bytes[at + 1] ?? 0) & 0x7f;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length - at < head) break;
      const length =
        short < 126
          ? short
          : short === 126
            ? bytes.readUInt16BE(at + 2)
            : Number(bytes.readBigUInt64BE(at + 2));
      if (bytes.length - at < head + length) break;
      this.handleFrame((bytes[at] ?? 0) & 0x0f, bytes.subarray(at + head, at + head + length));
      at += head + length;
    }
    if (at < bytes.length) this.rest = bytes.subarray(at);
  }

  private handleFrame(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) this.write(opcodes.pong, payload);
    if (opcode === opcodes.close) this.socket.end();
    if (opcode === opcodes.text || opcode === opcodes.binary)
      this.options.onMessage(payload, opcode === opcodes.binary, this);
  }
}
