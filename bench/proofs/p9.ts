/**
 * P9: presence is honest and linear, on the machine's own clock. Who closes a tab is gone in 5 s, whose cable is pulled in
 * 45, whoever was on a killed node in 60; a line that is dead for ten seconds shows nobody as gone. The list of 5,000
 * people comes once, in 150 kB, and then what changes. The short form has fewer people and waits for the closed tab alone:
 * the tests of the server carry the rest with a clock of their own.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  enterArea,
  peopleOf,
  presenceChanges,
  presencePeople,
  watchPresence,
  type AttendeePresence,
  type DataOf,
  type EventMessage,
} from '@foyer/contract';
import { loadDemo } from '@foyer/demo/load';
import { startRedis } from '../../server/src/testing/redis.ts';
import { PinnedServer } from '../realtime/pinned.ts';
import { RawClient } from '../realtime/rawClient.ts';
import { ownPlace, type OwnPlace } from './places.ts';
import { Findings, type Proof } from './proof.ts';
import { adminKey, ServerProcess } from './serverProcess.ts';
import { connect, messageOf, signIn, type Visitor } from './visitors.ts';

const password = 'open the doors, please';
const areaId = 'lobby';
const listBytes = 150_000;
const atOnce = 250;

const say = (client: RawClient, command: { readonly name: string }, input: object): void =>
  client.send(JSON.stringify({ id: 1, command: command.name, input }));

/** What the list costs whoever opens it, and what one who comes later costs. */
async function list(count: number): Promise<{ whole: number; later: number }> {
  const server = await PinnedServer.start('foyer.fixture.ts', [String(count + 1)]);
  const { port, path, origin, protocols = [] } = server.ready;
  let hear: (message: EventMessage) => void = () => undefined;
  const open = async (index: number, area: string, listens = false): Promise<RawClient> => {
    const client = new RawClient({
      port,
      path,
      origin,
      protocols: protocols[index] ?? [],
      onMessage: (payload, isBinary) => {
        if (!listens) return;
        const message = messageOf(payload, isBinary);
        if ('event' in message) hear(message);
      },
    });
    await client.opened;
    say(client, enterArea, { areaId: area });
    return client;
  };
  try {
    for (let from = 0; from < count - 1; from += atOnce)
      await Promise.all(
        Array.from({ length: Math.min(atOnce, count - 1 - from) }, (_, index) =>
          open(from + index, `hall-${(from + index) % 50}`),
        ),
      );
    const reader = await open(count - 1, 'hall-0', true);
    const known = new Promise<void>((resolve) => {
      hear = ({ event, data }) => {
        if (event !== presencePeople.name) return;
        const { people, areaId: of } = data as DataOf<typeof presencePeople>;
        if (of === undefined && people.uid.length === count) resolve();
        else reader.received = 0;
      };
    });
    say(reader, watchPresence, { scope: 'everyone' });
    await known;
    const whole = reader.received;
    reader.received = 0;
    const told = new Promise<void>((resolve) => {
      hear = ({ event, data }) => {
        if (event === presenceChanges.name && (data as DataOf<typeof presenceChanges>).put.length > 0)
          resolve();
      };
    });
    await open(count, 'hall-1');
    await told;
    return { whole, later: reader.received };
  } finally {
    await server.stop();
  }
}

interface Event {
  readonly servers: readonly ServerProcess[];
  /** Somebody with this name comes to a server, and into the area. */
  come(server: ServerProcess | undefined, name: string): Promise<Visitor>;
  end(): Promise<void>;
}

/** A venue with a login, on so many nodes. */
async function start(nodes: number): Promise<Event> {
  const redis = nodes > 1 ? await startRedis() : undefined;
  const place: OwnPlace = await ownPlace(nodes > 1 ? 'postgres' : 'sqlite');
  const loginFile = join(place.dataDir, 'login.json');
  await writeFile(loginFile, JSON.stringify({ providers: [{ type: 'password' }] }));
  const env = { LOGIN_FILE: loginFile, ...(redis && { REDIS_URL: redis.url }) };
  const servers: ServerProcess[] = [];
  for (let node = 0; node < nodes; node++) servers.push(await ServerProcess.start({ ...place, env }));
  const [first] = servers;
  if (first === undefined) throw new Error('no node');
  await loadDemo({ url: first.url, adminKey });
  return {
    servers,
    come: async (server = first, name) => {
      const email = `${name}@example.com`;
      await first.call('/api/admin/accounts', {
        method: 'POST',
        body: JSON.stringify({ email, password, name }),
      });
      const visitor = await connect(server.url, await signIn(server.url, email, password));
      say(visitor.client, enterArea, { areaId });
      return visitor;
    },
    end: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await redis?.stop();
      await place.remove();
    },
  };
}

/** Who is in the area and who has gone, as one visitor is told. */
class Watch {
  readonly gone = new Set<string>();
  readonly everGone = new Set<string>();
  readonly #names = new Map<string, string>();
  #waiting: (() => void)[] = [];

  constructor(visitor: Visitor) {
    visitor.hear = ({ event, data }) => {
      if (event === presencePeople.name) this.#put(peopleOf((data as DataOf<typeof presencePeople>).people));
      if (event === presenceChanges.name) {
        const { put, gone } = data as DataOf<typeof presenceChanges>;
        this.#put(put);
        for (const uid of gone) this.#takeOff(this.#names.get(uid) ?? uid);
      }
      for (const look of this.#waiting.splice(0)) look();
    };
  }

  #takeOff(name: string): void {
    this.gone.add(name);
    this.everGone.add(name);
  }

  #put(people: readonly AttendeePresence[]): void {
    for (const { uid, name = '' } of people) {
      this.#names.set(uid, name);
      this.gone.delete(name);
    }
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }
  knows(name: string): Promise<void> {
    return this.until(() => [...this.#names.values()].includes(name));
  }
  /** Seconds from now until somebody is gone; more than `withinS` where they stay. */
  async secondsUntilGone(name: string, withinS: number): Promise<number> {
    const begin = performance.now();
    const late = pause((withinS + 1) * 1_000, undefined, { ref: false });
    await Promise.race([this.until(() => this.gone.has(name)), late]);
    return Math.ceil((performance.now() - begin) / 100) / 10;
  }
}

export const run: Proof = async ({ full, log }) => {
  const findings = new Findings(log);
  const figures: Record<string, number> = {};
  const judge = (what: string, seconds: number, atMost: number): void => {
    figures[what] = seconds;
    findings.expect(seconds <= atMost, `${what}: ${seconds}, at most ${atMost}`);
  };
  const count = full ? 5_000 : 200;
  const { whole, later } = await list(count);
  figures[`bytes of a list of ${count}`] = whole;
  figures['bytes of one who comes later'] = later;
  findings.expect(whole <= listBytes, `the list takes ${whole} bytes`);
  findings.expect(later <= 2_000, `one who comes later takes ${later} bytes`);

  const one = await start(1);
  try {
    const watch = new Watch(await one.come(undefined, 'watcher'));
    const closing = await one.come(undefined, 'closing');
    await watch.knows('closing');
    closing.client.leave();
    judge('gone after a closed tab, s', await watch.secondsUntilGone('closing', 5), 5);
    if (full) {
      const [pulled, blinking] = [await one.come(undefined, 'pulled'), await one.come(undefined, 'blinking')];
      await watch.knows('pulled');
      await watch.knows('blinking');
      pulled.client.fallSilent();
      blinking.client.fallSilent();
      const comeBack = async (): Promise<void> => {
        await pause(10_000);
        const { client } = await connect(one.servers[0]?.url ?? '', blinking.token);
        say(client, enterArea, { areaId });
      };
      const back = comeBack();
      judge('gone after a pulled cable, s', await watch.secondsUntilGone('pulled', 45), 45);
      await back;
      findings.expect(
        !watch.everGone.has('blinking'),
        'a line that was dead for ten seconds took somebody off the list',
      );
    }
  } finally {
    await one.end();
  }
  if (full) {
    const two = await start(2);
    try {
      const watch = new Watch(await two.come(two.servers[0], 'watcher'));
      for (let n = 0; n < 10; n++) {
        await two.come(two.servers[1], `ghost${n}`);
        await watch.knows(`ghost${n}`);
      }
      await two.servers[1]?.kill();
      const waits = Array.from({ length: 10 }, (_, n) => watch.secondsUntilGone(`ghost${n}`, 60));
      judge('gone after a killed node, s', Math.max(...(await Promise.all(waits))), 60);
    } finally {
      await two.end();
    }
  }
  return { passed: findings.broken.length === 0, figures };
};
