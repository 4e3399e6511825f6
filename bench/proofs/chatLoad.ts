/**
 * Simulates chat in small groups on several nodes with one PostgreSQL and one Redis, and compares what the clients received
 * with what is stored.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createChatGroup } from '@foyer/contract';
import { loadDemo } from '@foyer/demo/load';
import { startRedis, type RedisServer } from '../../server/src/testing/redis.ts';
import { createSetup } from './temporarySetup.ts';
import type { Findings } from './proof.ts';
import { adminKey, ServerProcess, type ServerSetup } from './serverProcess.ts';
import { ChatClient, type ChatClientDeps } from './chatClient.ts';
import { signIn } from './visitors.ts';

const password = 'open the doors, please';
const skewFixture = join(import.meta.dirname, 'skew.fixture.mjs');
const settleMs = 20_000;
/** ID tokens are valid for an hour, and a proof may take longer. */
const tokenMs = 45 * 60_000;

export interface ChatLoadOptions {
  readonly nodes: number;
  /** A multiple of `perGroup`. */
  readonly people: number;
  /** An even number, 4 by default. With `sendUntil`, only the first half of each group sends. */
  readonly perGroup?: number;
  readonly random: () => number;
  readonly onMessage?: (client: number, clientId: string) => void;
  /** The clock skew of each node, in milliseconds. */
  readonly skewMs?: readonly number[];
  /** The node that a client always connects to; a random one by default. */
  readonly pinnedNode?: (client: number) => number;
  /** The share of replies to sent messages that are lost in transit. */
  readonly replyLossRate?: number;
}

/** The client ids of the stored messages of each room, by sequence number. */
export type StoredRooms = ReadonlyMap<string, ReadonlyMap<number, string>>;

export class ChatLoad {
  readonly redis: RedisServer;
  readonly nodes: ServerProcess[] = [];
  readonly clients: ChatClient[] = [];
  /** Return a valid ID token of each client. */
  readonly tokens: (() => Promise<string>)[] = [];
  /** The room id of the group of each client. */
  readonly groups: string[] = [];
  private readonly perGroup: number;
  private readonly setup: ServerSetup;
  private readonly random: () => number;
  private sent = 0;

  private constructor(redis: RedisServer, setup: ServerSetup, { random, perGroup = 4 }: ChatLoadOptions) {
    this.redis = redis;
    this.setup = setup;
    this.random = random;
    this.perGroup = perGroup;
  }

  static async run(options: ChatLoadOptions, act: (load: ChatLoad) => Promise<void>): Promise<void> {
    const redis = await startRedis();
    const setup = await createSetup('postgres');
    const loginFile = join(setup.dataDir, 'login.json');
    await writeFile(loginFile, JSON.stringify({ providers: [{ type: 'password' }] }));
    const env = { LOGIN_FILE: loginFile, REDIS_URL: redis.url };
    const load = new ChatLoad(redis, { ...setup, env }, options);
    try {
      for (let node = 0; node < options.nodes; node++)
        load.nodes.push(await load.startNode(options.skewMs?.[node]));
      await load.createClients(options);
      await act(load);
    } finally {
      for (const client of load.clients) client.stop();
      await Promise.all(load.nodes.map((node) => node.stop()));
      await redis.stop();
      await setup.remove();
    }
  }

  startNode(skewMs = 0): Promise<ServerProcess> {
    const skewed = { NODE_OPTIONS: `--import ${skewFixture}`, FOYER_SKEW_MS: String(skewMs) };
    return ServerProcess.start({
      ...this.setup,
      env: { ...this.setup.env, ...(skewMs === 0 ? {} : skewed) },
    });
  }

  private async createClients({
    people,
    onMessage,
    pinnedNode,
    replyLossRate,
  }: ChatLoadOptions): Promise<void> {
    const perGroup = this.perGroup;
    const [first] = this.nodes;
    if (first === undefined) throw new Error('no node is running');
    await loadDemo({ url: first.url, adminKey });
    const ids: string[] = [];
    for (let n = 0; n < people; n++) {
      const email = `talker${n}@example.com`;
      const body = JSON.stringify({ email, password, name: `Talker ${n}` });
      const { body: account } = await first.call('/api/admin/accounts', { method: 'POST', body });
      ids.push((account as { account: { userId: string } }).account.userId);
      const node = () => this.nodeUrl(pinnedNode?.(n));
      const token = await renewingToken(() => signIn(node(), email, password));
      this.tokens.push(token);
      const deps: ChatClientDeps = {
        token,
        random: this.random,
        node,
        replyLossRate,
        ...(onMessage && { onMessage: (clientId) => onMessage(n, clientId) }),
      };
      this.clients.push(new ChatClient(deps));
    }
    await Promise.all(this.clients.map((client) => client.start()));
    for (let n = 0; n < people; n += perGroup) {
      const group = await this.clients[n]?.request(createChatGroup, {
        clientId: `group-${String(n).padStart(6, '0')}`,
        kind: 'privateGroup',
        name: `Group ${n / perGroup}`,
        userIds: ids.slice(n + 1, n + perGroup),
      });
      this.groups.push(...Array.from({ length: perGroup }, () => group?.room.id ?? ''));
    }
  }

  private nodeUrl(index = Math.floor(this.random() * this.nodes.length)): string {
    return this.nodes[index]?.url ?? '';
  }

  /** Each client sends a message about every `everyMs` for `ms`. Resolves when all messages are acknowledged. */
  async sendFor(ms: number, everyMs: number): Promise<void> {
    const until = performance.now() + ms;
    const run = async (client: ChatClient, index: number): Promise<void> => {
      while (performance.now() < until) {
        await pause(this.random() * 2 * everyMs);
        await client.sendMessage(this.groups[index] ?? '', this.nextId());
      }
    };
    await Promise.all(this.clients.map(run));
  }

  /** Half of each group sends as fast as the rate limit allows until `count` messages were sent in total; the others read. */
  async sendUntil(count: number): Promise<void> {
    const run = async (client: ChatClient, index: number): Promise<void> => {
      while (this.sent < count) await client.sendMessage(this.groups[index] ?? '', this.nextId());
    };
    const senders = [...this.clients.entries()].filter(
      ([index]) => index % this.perGroup < this.perGroup / 2,
    );
    await Promise.all(senders.map(([index, client]) => run(client, index)));
  }

  private nextId(): string {
    return `said-${String(this.sent++).padStart(8, '0')}`;
  }

  get sentCount(): number {
    return this.sent;
  }

  /** Compares the acknowledged and received messages of all clients with the stored ones. Returns the stored rooms. */
  async checkDelivery(findings: Findings): Promise<StoredRooms> {
    const rooms = await this.readRooms();
    for (const [roomId, stored] of rooms)
      findings.expect(
        new Set(stored.values()).size === stored.size,
        `a message is stored twice in room ${roomId}`,
      );
    const run = async (client: ChatClient, index: number): Promise<void> => {
      const roomId = this.groups[index] ?? '';
      const stored = rooms.get(roomId) ?? new Map<number, string>();
      const ids = new Set(stored.values());
      for (const clientId of client.acknowledged.get(roomId) ?? [])
        if (!ids.has(clientId))
          findings.expect(false, `message ${clientId} was acknowledged but is not stored`);
      const received = await client.receiveUntil(roomId, Math.max(...stored.keys()), settleMs);
      const missed = [...stored].filter(([seq, clientId]) => received.bySeq.get(seq) !== clientId);
      findings.expect(
        missed.length === 0 && received.conflicts === 0,
        `client ${index} missed ${missed.length} of ${stored.size} messages`,
      );
    };
    await Promise.all(this.clients.map(run));
    return rooms;
  }

  /** Reads all rooms concurrently, each through the first client of its group. */
  private async readRooms(): Promise<StoredRooms> {
    const readers = [...this.clients.entries()].filter(([index]) => index % this.perGroup === 0);
    return new Map(
      await Promise.all(
        readers.map(async ([index, client]): Promise<[string, ReadonlyMap<number, string>]> => {
          const roomId = this.groups[index] ?? '';
          return [roomId, await client.readRoom(roomId)];
        }),
      ),
    );
  }
}

/** Expects the sequence numbers of every room to start at 1 without gaps. */
export function checkNoGaps(rooms: StoredRooms, findings: Findings): void {
  for (const [roomId, stored] of rooms)
    findings.expect(
      [...stored.keys()].every((seq, at) => seq === at + 1),
      `the sequence numbers of room ${roomId} have a gap`,
    );
}

/** Returns a cached token and requests a new one shortly before it expires. */
async function renewingToken(newToken: () => Promise<string>): Promise<() => Promise<string>> {
  let token = await newToken();
  let since = performance.now();
  return async () => {
    if (performance.now() - since < tokenMs) return token;
    token = await newToken();
    since = performance.now();
    return token;
  };
}

export const percentile = (values: readonly number[], share: number): number =>
  Math.round(
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0,
  );
