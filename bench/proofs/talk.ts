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
const perGroup = 4;
const skewFixture = join(import.meta.dirname, 'skew.fixture.mjs');
const settleMs = 20_000;

export interface TalkOptions {
  readonly nodes: number;
  /** A multiple of four: so many to a group. */
  readonly people: number;
  readonly random: () => number;
  readonly heard?: (talker: number, clientId: string) => void;
  /** By how much the clock of each node is off, in milliseconds. */
  readonly skewMs?: readonly number[];
  /** On which node somebody is for good; otherwise on any. */
  readonly staysOn?: (talker: number) => number;
}

export class Talk {
  readonly redis: RedisServer;
  readonly nodes: ServerProcess[] = [];
  readonly talkers: Talker[] = [];
  /** The group of each talker. */
  readonly groups: string[] = [];
  readonly #place: Place;
  readonly #random: () => number;
  #said = 0;

  private constructor(redis: RedisServer, place: Place, random: () => number) {
    this.redis = redis;
    this.#place = place;
    this.#random = random;
  }

  static async run(options: TalkOptions, act: (talk: Talk) => Promise<void>): Promise<void> {
    const redis = await startRedis();
    const place = await ownPlace('postgres');
    const loginFile = join(place.dataDir, 'login.json');
    await writeFile(loginFile, JSON.stringify({ providers: [{ type: 'password' }] }));
    const env = { LOGIN_FILE: loginFile, REDIS_URL: redis.url };
    const talk = new Talk(redis, { ...place, env }, options.random);
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

  async #invite({ people, heard, staysOn }: TalkOptions): Promise<void> {
    const [first] = this.nodes;
    if (first === undefined) throw new Error('no node');
    await loadDemo({ url: first.url, adminKey });
    const ids: string[] = [];
    for (let n = 0; n < people; n++) {
      const email = `talker${n}@example.com`;
      const body = JSON.stringify({ email, password, name: `Talker ${n}` });
      const { body: account } = await first.call('/api/admin/accounts', { method: 'POST', body });
      ids.push((account as { account: { userId: string } }).account.userId);
      const parts: TalkerParts = {
        token: await signIn(first.url, email, password),
        random: this.#random,
        node: () => this.#nodeFor(staysOn?.(n)),
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

  /** Two of each group say so many things in all, as fast as one may; the other two read. */
  async say(count: number): Promise<void> {
    const one = async (talker: Talker, index: number): Promise<void> => {
      while (this.#said < count) await talker.say(this.groups[index] ?? '', this.#nextId());
    };
    const talking = [...this.talkers.entries()].filter(([index]) => index % perGroup < 2);
    await Promise.all(talking.map(([index, talker]) => one(talker, index)));
  }

  #nextId(): string {
    return `said-${String(this.#said++).padStart(8, '0')}`;
  }

  get said(): number {
    return this.#said;
  }

  /** Compares what everybody was acknowledged and has heard with what the rooms hold. */
  async compare(findings: Findings): Promise<void> {
    const rooms = new Map<string, ReadonlyMap<number, string>>();
    for (const [index, talker] of this.talkers.entries()) {
      const roomId = this.groups[index] ?? '';
      const stored = rooms.get(roomId) ?? (await talker.read(roomId));
      rooms.set(roomId, stored);
      const ids = new Set(stored.values());
      findings.expect(ids.size === stored.size, `a message of ${roomId} is there twice`);
      for (const clientId of talker.acknowledged.get(roomId) ?? [])
        if (!ids.has(clientId)) findings.expect(false, `${clientId} was acknowledged and is lost`);
      const heard = await talker.hearUntil(roomId, Math.max(...stored.keys()), settleMs);
      const missed = [...stored].filter(([seq, clientId]) => heard?.bySeq.get(seq) !== clientId);
      findings.expect(
        missed.length === 0 && heard?.wrong === 0,
        `talker ${index} has missed ${missed.length} of ${stored.size}`,
      );
    }
  }

  /** Whether every room counts from one on without a gap. */
  async checkNumbers(findings: Findings): Promise<void> {
    for (const [index, talker] of this.talkers.entries()) {
      if (index % perGroup !== 0) continue;
      const numbers = [...(await talker.read(this.groups[index] ?? '')).keys()];
      findings.expect(
        numbers.every((seq, at) => seq === at + 1),
        `the group of talker ${index} has a gap`,
      );
    }
  }
}

export const percentile = (values: readonly number[], share: number): number =>
  Math.round(
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0,
  );
