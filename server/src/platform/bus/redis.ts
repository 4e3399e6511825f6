/** The bus over Redis or Valkey, by publish and subscribe: nothing is stored there. */
import { Redis } from 'ioredis';
import type { Bus, BusListener } from '#platform/bus/bus';
import type { Log } from '#platform/log/log';

const prefix = 'foyer:';
const maxReconnectDelayMs = 2_000;
const connectTimeoutMs = 5_000;
/** Separates the id of the publishing node from its message. */
const separator = ' ';

interface Listener {
  readonly listener: BusListener;
  readonly returned: ((message: string) => void) | undefined;
}

export class RedisBus implements Bus {
  readonly alone = false;
  private readonly nodeId: string;
  private readonly sender: Redis;
  private readonly receiver: Redis;
  private readonly listeners = new Map<string, Listener[]>();
  private readonly returned: (() => void)[] = [];
  private isClosed = false;

  private constructor(nodeId: string, sender: Redis, receiver: Redis) {
    this.nodeId = nodeId;
    this.sender = sender;
    this.receiver = receiver;
    receiver.on('message', (channel: string, message: string) => this.receive(channel, message));
  }

  /** @throws the error of the first connection; after that, the bus reconnects automatically */
  static async open(url: string, nodeId: string, log: Log): Promise<RedisBus> {
    const [sender, receiver] = [createClient(url), createClient(url)];
    let reason: Error | undefined;
    for (const redis of [sender, receiver])
      redis.on('error', (error: Error) => {
        reason ??= error;
      });
    try {
      await Promise.all([sender.connect(), receiver.connect()]);
    } catch (error) {
      sender.disconnect();
      receiver.disconnect();
      // The error of `connect` is only "Connection is closed".
      throw reason ?? error;
    }
    const bus = new RedisBus(nodeId, sender, receiver);
    let isConnected = true;
    receiver.on('close', () => {
      // Also emitted by each failed attempt to reconnect, and by `close`.
      if (isConnected && !bus.isClosed)
        log.warn('bus disconnected; presence of other nodes is outdated until it reconnects');
      isConnected = false;
    });
    receiver.on('ready', () => {
      isConnected = true;
      log.info('bus reconnected');
      for (const listener of bus.returned) listener();
    });
    return bus;
  }

  publish(channel: string, message: string): void {
    if (this.sender.status !== 'ready') return;
    this.sender.publish(prefix + channel, this.nodeId + separator + message).catch(() => undefined);
  }

  subscribe(channel: string, listener: BusListener, returned?: (message: string) => void): void {
    const existing = this.listeners.get(channel);
    if (existing) {
      existing.push({ listener, returned });
      return;
    }
    this.listeners.set(channel, [{ listener, returned }]);
    // ioredis subscribes again after a reconnect.
    this.receiver.subscribe(prefix + channel).catch(() => undefined);
  }

  onReturn(listener: () => void): void {
    this.returned.push(listener);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.sender.disconnect();
    this.receiver.disconnect();
  }

  private receive(channel: string, message: string): void {
    const end = message.indexOf(separator);
    const nodeId = message.slice(0, end);
    const text = message.slice(end + 1);
    for (const { listener, returned } of this.listeners.get(channel.slice(prefix.length)) ?? [])
      if (nodeId === this.nodeId) returned?.(text);
      else listener(text, nodeId);
  }
}

const createClient = (url: string): Redis =>
  new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    // A message that cannot be sent now would be outdated after the reconnect.
    enableOfflineQueue: false,
    autoResubscribe: true,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(maxReconnectDelayMs, times * 100),
  });
