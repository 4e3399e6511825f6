/** People who talk in groups of a few, on several nodes with one PostgreSQL and one Redis; and whether all of it is there. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createChatGroup } from '@foyer/contract';
import { loadDemo } from '@foyer/demo/load';
import { startRedis, type RedisServer } from '../../server/src/testing/redis.ts';
import { ownPlace } from './places.ts';
import type { Findings } from './proof.ts';
import { adminKey, ServerProcess, type Place } from './serverProcess.ts';
import { Talker, type TalkerParts } from './talker.ts';
import { signIn } from './visitors.ts';

const password = 'open the doors, please';
const skewFixture = join(import.meta.dirname, 'skew.fixture.mjs');
const settleMs = 20_000;
/** An ID token is good for an hour, and a talk may take longer. */
const tokenMs = 45 * 60_000;

export interface TalkOptions {
  readonly nodes: number;
  /** A multiple of those of a group. */
  readonly people: number;
  /** An even number; four unless told. The first half of them talks where not all do. */
  readonly perGroup?: number;
  readonly random: () => number;
  readonly heard?: (talker: number, clientId: string) => void;
  /** By how much the clock of each node is off, in milliseconds. */
  readonly skewMs?: readonly number[];
  /** On which node somebody is for good; otherwise on any. */
  readonly staysOn?: (talker: number) => number;
  /** The share of answers to what is said that are lost on their way. */
  readonly losing?: number;
}

/** Of each room its messages' client ids by their numbers, as the storage has them. */
export type Rooms = ReadonlyMap<string, ReadonlyMap<number, string>>;

export class Talk {
  readonly redis: RedisServer;
  readonly nodes: ServerProcess[] = [];
  readonly talkers: Talker[] = [];
  /** The group of each talker. */
  readonly groups: string[] = [];
  readonly #perGroup: number;
  readonly #place: Place;
  readonly #random: () => number;
  #said = 0;

  private constructor(redis: RedisServer, place: Place, { random, perGroup = 4 }: TalkOptions) {
    this.redis = redis;
    this.#place = place;
    this.#random = random;
    this.#perGroup = perGroup;
  }

  static async run(options: TalkOptions, act: (talk: Talk) => Promise<void>): Promise<void> {
    const redis = await startRedis();
    const place = await ownPlace('postgres');
    const loginFile = join(place.dataDir, 'login.json');
    await writeFile(loginFile, JSON.stringify({ providers: [{ type: 'password' }] }));
    const env = { LOGIN_FILE: loginFile, REDIS_URL: redis.url };
    const talk = new Talk(redis, { ...place, env }, options);
    try {
      for (let node = 0; node < options.nodes; node++)
        talk.nodes.push(await talk.newNode(options.skewMs?.[node]));
      await talk.#invite(options);
      await act(talk);
    } finally {
      for (const talker of talk.talkers) talker.stop();
      await Promise.all(talk.nodes.map((node) => node.stop()));
      await redis.stop();
      await place.remove();
    }
  }

  newNode(skewMs = 0): Promise<ServerProcess> {
    const skewed = { NODE_OPTIONS: `--import ${skewFixture}`, FOYER_SKEW_MS: String(skewMs) };
    return ServerProcess.start({
      ...this.#place,
      env: { ...this.#place.env, ...(skewMs === 0 ? {} : skewed) },
    });
  }

  async #invite({ people, heard, staysOn, losing }: TalkOptions): Promise<void> {
    const perGroup = this.#perGroup;
    const [first] = this.nodes;
    if (first === undefined) throw new Error('no node');
    await loadDemo({ url: first.url, adminKey });
    const ids: string[] = [];
    for (let n = 0; n < people; n++) {
      const email = `talker${n}@example.com`;
      const body = JSON.stringify({ email, password, name: `Talker ${n}` });
      const { body: account } = await first.call('/api/admin/accounts', { method: 'POST', body });
      ids.push((account as { account: { userId: string } }).account.userId);
      const node = () => this.#nodeFor(staysOn?.(n));
      const parts: TalkerParts = {
        token: await tokensOf(() => signIn(node(), email, password)),
        random: this.#random,
        node,
        losing,
        ...(heard && { heard: (clientId) => heard(n, clientId) }),
      };
      this.talkers.push(new Talker(parts));
    }
    await Promise.all(this.talkers.map((talker) => talker.start()));
    for (let n = 0; n < people; n += perGroup) {
      const group = await this.talkers[n]?.must(createChatGroup, {
        clientId: `group-${String(n).padStart(6, '0')}`,
        kind: 'privateGroup',
        name: `Group ${n / perGroup}`,
        userIds: ids.slice(n + 1, n + perGroup),
      });
      this.groups.push(...Array.from({ length: perGroup }, () => group?.room.id ?? ''));
    }
  }

  #nodeFor(index = Math.floor(this.#random() * this.nodes.length)): string {
    return this.nodes[index]?.url ?? '';
  }

  /** Everybody says something about every `everyMs`, for so long; resolves when all of it was acknowledged. */
  async talkFor(ms: number, everyMs: number): Promise<void> {
    const until = performance.now() + ms;
    const one = async (talker: Talker, index: number): Promise<void> => {
      while (performance.now() < until) {
        await pause(this.#random() * 2 * everyMs);
        await talker.say(this.groups[index] ?? '', this.#nextId());
      }
    };
    await Promise.all(this.talkers.map(one));
  }

  /** Half of each group say things, as fast as one may, until so many were said in all; the others read. */
  async say(count: number): Promise<void> {
    const one = async (talker: Talker, index: number): Promise<void> => {
      while (this.#said < count) await talker.say(this.groups[index] ?? '', this.#nextId());
    };
    const talking = [...this.talkers.entries()].filter(
      ([index]) => index % this.#perGroup < this.#perGroup / 2,
    );
    await Promise.all(talking.map(([index, talker]) => one(talker, index)));
  }

  #nextId(): string {
    return `said-${String(this.#said++).padStart(8, '0')}`;
  }

  get said(): number {
    return this.#said;
  }

  /** Compares what everybody was acknowledged and has heard with what the rooms hold, and gives the rooms. */
  async compare(findings: Findings): Promise<Rooms> {
    const rooms = await this.#readRooms();
    for (const [roomId, stored] of rooms)
      findings.expect(new Set(stored.values()).size === stored.size, `a message of ${roomId} is there twice`);
    const one = async (talker: Talker, index: number): Promise<void> => {
      const roomId = this.groups[index] ?? '';
      const stored = rooms.get(roomId) ?? new Map<number, string>();
      const ids = new Set(stored.values());
      for (const clientId of talker.acknowledged.get(roomId) ?? [])
        if (!ids.has(clientId)) findings.expect(false, `${clientId} was acknowledged and is lost`);
      const heard = await talker.hearUntil(roomId, Math.max(...stored.keys()), settleMs);
      const missed = [...stored].filter(([seq, clientId]) => heard.bySeq.get(seq) !== clientId);
      findings.expect(
        missed.length === 0 && heard.wrong === 0,
        `talker ${index} has missed ${missed.length} of ${stored.size}`,
      );
    };
    await Promise.all(this.talkers.map(one));
    return rooms;
  }

  /** Every room at once, each read by the first of its people. */
  async #readRooms(): Promise<Rooms> {
    const readers = [...this.talkers.entries()].filter(([index]) => index % this.#perGroup === 0);
    return new Map(
      await Promise.all(
        readers.map(async ([index, talker]): Promise<[string, ReadonlyMap<number, string>]> => {
          const roomId = this.groups[index] ?? '';
          return [roomId, await talker.read(roomId)];
        }),
      ),
    );
  }
}

/** Whether every room counts from one on without a gap. */
export function checkNumbers(rooms: Rooms, findings: Findings): void {
  for (const [roomId, stored] of rooms)
    findings.expect(
      [...stored.keys()].every((seq, at) => seq === at + 1),
      `${roomId} has a gap`,
    );
}

/** The first one, and another whenever it is nearly over. */
async function tokensOf(newToken: () => Promise<string>): Promise<() => Promise<string>> {
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
