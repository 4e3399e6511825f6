/**
 * P9: presence is correct and its cost linear, measured with the system clock. Attendees disappear within 5 s of closing a
 * tab, 45 s of a pulled cable and 60 s of a killed node; a connection that is silent for ten seconds does not remove its
 * attendee. The list of 5,000 attendees is sent once, in 150 kB, and then only changes. The short form has fewer attendees
 * and only checks a closed tab; the server's tests cover the rest with a fake clock.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  enterArea,
  fromColumns,
  presenceChanges,
  presenceSnapshot,
  subscribeToPresence,
  type AttendeePresence,
  type DataOf,
  type EventMessage,
} from '@foyer/contract';
import { loadDemo } from '@foyer/demo/load';
import { startRedis } from '../../server/src/testing/redis.ts';
import { PinnedServer } from '../realtime/pinned.ts';
import { RawClient } from '../realtime/rawClient.ts';
import { createSetup, type TemporarySetup } from './temporarySetup.ts';
import { Findings, type Proof } from './proof.ts';
import { adminKey, ServerProcess } from './serverProcess.ts';
import { connect, decodeMessage, signIn, type Visitor } from './visitors.ts';

const password = 'open the doors, please';
const areaId = 'lobby';
const listBytes = 150_000;
const concurrentConnections = 250;

const sendCommand = (client: RawClient, command: { readonly name: string }, input: object): void =>
  client.send(JSON.stringify({ id: 1, command: command.name, input }));

/** Measures the bytes that the list costs when it is opened, and the bytes that a later arrival costs. */
async function measureList(count: number): Promise<{ whole: number; later: number }> {
  const server = await PinnedServer.start('foyer.fixture.ts', [String(count + 1)]);
  const { port, path, origin, protocols = [] } = server.ready;
  let onEvent: (message: EventMessage) => void = () => undefined;
  const open = async (index: number, area: string, listens = false): Promise<RawClient> => {
    const client = new RawClient({
      port,
      path,
      origin,
      protocols: protocols[index] ?? [],
      onMessage: (payload, isBinary) => {
        if (!listens) return;
        const message = decodeMessage(payload, isBinary);
        if ('event' in message) onEvent(message);
      },
    });
    await client.opened;
    sendCommand(client, enterArea, { areaId: area });
    return client;
  };
  try {
    for (let from = 0; from < count - 1; from += concurrentConnections)
      await Promise.all(
        Array.from({ length: Math.min(concurrentConnections, count - 1 - from) }, (_, index) =>
          open(from + index, `hall-${(from + index) % 50}`),
        ),
      );
    const reader = await open(count - 1, 'hall-0', true);
    const complete = new Promise<void>((resolve) => {
      onEvent = ({ event, data }) => {
        if (event !== presenceSnapshot.name) return;
        const { attendees, areaId: of } = data as DataOf<typeof presenceSnapshot>;
        if (of === undefined && attendees.uid.length === count) resolve();
        else reader.received = 0;
      };
    });
    sendCommand(reader, subscribeToPresence, { scope: 'everyone' });
    await complete;
    const whole = reader.received;
    reader.received = 0;
    const announced = new Promise<void>((resolve) => {
      onEvent = ({ event, data }) => {
        if (event === presenceChanges.name && (data as DataOf<typeof presenceChanges>).updated.length > 0)
          resolve();
      };
    });
    await open(count, 'hall-1');
    await announced;
    return { whole, later: reader.received };
  } finally {
    await server.stop();
  }
}

interface TestEvent {
  readonly servers: readonly ServerProcess[];
  /** Connects a new user to a server and enters the area. */
  connect(server: ServerProcess | undefined, name: string): Promise<Visitor>;
  stop(): Promise<void>;
}

/** Starts a venue with a login on a number of nodes. */
async function start(nodes: number): Promise<TestEvent> {
  const redis = nodes > 1 ? await startRedis() : undefined;
  const setup: TemporarySetup = await createSetup(nodes > 1 ? 'postgres' : 'sqlite');
  const loginFile = join(setup.dataDir, 'login.json');
  await writeFile(loginFile, JSON.stringify({ providers: [{ type: 'password' }] }));
  const env = { LOGIN_FILE: loginFile, ...(redis && { REDIS_URL: redis.url }) };
  const servers: ServerProcess[] = [];
  for (let node = 0; node < nodes; node++) servers.push(await ServerProcess.start({ ...setup, env }));
  const [first] = servers;
  if (first === undefined) throw new Error('no node is running');
  await loadDemo({ url: first.url, adminKey });
  return {
    servers,
    connect: async (server = first, name) => {
      const email = `${name}@example.com`;
      await first.call('/api/admin/accounts', {
        method: 'POST',
        body: JSON.stringify({ email, password, name }),
      });
      const visitor = await connect(server.url, await signIn(server.url, email, password));
      sendCommand(visitor.client, enterArea, { areaId });
      return visitor;
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await redis?.stop();
      await setup.remove();
    },
  };
}

/** Tracks who is present in the area and who has left, from the events that one visitor receives. */
class PresenceObserver {
  readonly gone = new Set<string>();
  readonly everGone = new Set<string>();
  private readonly names = new Map<string, string>();
  private waiting: (() => void)[] = [];

  constructor(visitor: Visitor) {
    visitor.onEvent = ({ event, data }) => {
      if (event === presenceSnapshot.name)
        this.markPresent(fromColumns((data as DataOf<typeof presenceSnapshot>).attendees));
      if (event === presenceChanges.name) {
        const { updated, removed } = data as DataOf<typeof presenceChanges>;
        this.markPresent(updated);
        for (const uid of removed) this.markGone(this.names.get(uid) ?? uid);
      }
      for (const recheck of this.waiting.splice(0)) recheck();
    };
  }

  private markGone(name: string): void {
    this.gone.add(name);
    this.everGone.add(name);
  }

  private markPresent(people: readonly AttendeePresence[]): void {
    for (const { uid, name = '' } of people) {
      this.names.set(uid, name);
      this.gone.delete(name);
    }
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => void this.waiting.push(resolve));
  }
  knows(name: string): Promise<void> {
    return this.until(() => [...this.names.values()].includes(name));
  }
  /** Returns the seconds until the attendee is gone, or more than `withinS` if they stay. */
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
    findings.expect(seconds <= atMost, `${what}: ${seconds}, the limit is ${atMost}`);
  };
  const count = full ? 5_000 : 200;
  const { whole, later } = await measureList(count);
  figures[`bytes of a list of ${count}`] = whole;
  figures['bytes of a later arrival'] = later;
  findings.expect(whole <= listBytes, `the list takes ${whole} bytes, the limit is ${listBytes}`);
  findings.expect(later <= 2_000, `a later arrival takes ${later} bytes, the limit is 2000`);

  const one = await start(1);
  try {
    const observer = new PresenceObserver(await one.connect(undefined, 'watcher'));
    const closing = await one.connect(undefined, 'closing');
    await observer.knows('closing');
    closing.client.sendClose();
    judge('gone after a closed tab, s', await observer.secondsUntilGone('closing', 5), 5);
    if (full) {
      const [pulled, blinking] = [
        await one.connect(undefined, 'pulled'),
        await one.connect(undefined, 'blinking'),
      ];
      await observer.knows('pulled');
      await observer.knows('blinking');
      pulled.client.stopResponding();
      blinking.client.stopResponding();
      const reconnect = async (): Promise<void> => {
        await pause(10_000);
        const { client } = await connect(one.servers[0]?.url ?? '', blinking.token);
        sendCommand(client, enterArea, { areaId });
      };
      const reconnected = reconnect();
      judge('gone after a pulled cable, s', await observer.secondsUntilGone('pulled', 45), 45);
      await reconnected;
      findings.expect(
        !observer.everGone.has('blinking'),
        'a connection that was silent for ten seconds removed its attendee from the list',
      );
    }
  } finally {
    await one.stop();
  }
  if (full) {
    const two = await start(2);
    try {
      const observer = new PresenceObserver(await two.connect(two.servers[0], 'watcher'));
      for (let n = 0; n < 10; n++) {
        await two.connect(two.servers[1], `ghost${n}`);
        await observer.knows(`ghost${n}`);
      }
      await two.servers[1]?.kill();
      const waits = Array.from({ length: 10 }, (_, n) => observer.secondsUntilGone(`ghost${n}`, 60));
      judge('gone after a killed node, s', Math.max(...(await Promise.all(waits))), 60);
    } finally {
      await two.stop();
    }
  }
  return { passed: findings.broken.length === 0, figures };
};
