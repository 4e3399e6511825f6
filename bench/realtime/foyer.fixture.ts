/**
 * Foyer with the big venue live and a number of signed-in users, controlled over IPC. The sessions are inserted as rows,
 * because connections are measured, not password hashing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { event, realtimePath, realtimeProtocol, ticketProtocol } from '@foyer/contract';
import * as z from 'zod/mini';
import { newAccountRow } from '../../server/src/features/account/directory.ts';
import { parseEmailAddress } from '../../server/src/features/account/emailAddress.ts';
import { publicationTopic } from '../../server/src/features/venue/publication/announcePublications.ts';
import { startServer } from '../../server/src/start.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';
import { createLog } from '../../server/src/platform/log/log.ts';
import { Tickets } from '../../server/src/platform/realtime/tickets.ts';
import { once } from '../../server/src/platform/concurrency/once.ts';
import { createSecrets } from '../../server/src/platform/secrets.ts';
import { SingleUseRegistry } from '../../server/src/platform/singleUseRegistry.ts';
import { bigVenue, bigVenueAssetIds } from '../big-venue.fixture.ts';
import { adminKey } from '../foyer.fixture.ts';
import { insertConversations, insertMessages, withChat } from './chat.fixture.ts';
import { runCommands } from './control.ts';

const people = Number(process.argv[2] ?? 0);
/** The number of messages in the room of the venue; without it, the venue has no chat. */
const messages = process.argv[3] === undefined ? undefined : Number(process.argv[3]);
/** Whether the users have conversations and unread messages. */
const hasConversations = process.argv[4] === 'conversations';
const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
/** Rows in one insert. */
const rowsPerInsert = 500;
/** A GIF of one pixel, because the content of assets does not matter here. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

writeFileSync(join(dataDir, 'login.json'), JSON.stringify({ providers: [{ type: 'password' }] }));
const config = readConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  ADMIN_KEY: adminKey,
  LOG_LEVEL: 'warn',
  // For benchmarks that compare the database engines.
  DATABASE_URL: process.env['DATABASE_URL'],
});
const { storage, app, url, listener, config: bound } = await startServer(config, { log: createLog('warn') });

async function send(method: 'POST' | 'PUT', path: string, body: string | Buffer<ArrayBuffer>): Promise<void> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': type };
  const response = await fetch(`${url}/api${path}`, { method, body, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

for (const id of bigVenueAssetIds) await send('PUT', `/designer/assets/${id}`, pixel);
const venue = messages === undefined ? bigVenue() : withChat(bigVenue());
await send('POST', '/designer/save-venue-json/stage', JSON.stringify({ baseVersion: 0, venue }));
await send('POST', '/designer/publish/expo', '{}');

const now = systemClock();
const accounts = Array.from({ length: people }, (_, index) => {
  const address = parseEmailAddress(`person-${index}@example.com`);
  if (address === undefined) throw new Error('invalid email address');
  const company = `Company ${index % 200} and Sons`;
  return newAccountRow(address, {
    now,
    confirmed: true,
    name: `Person Number ${index}`,
    company,
    title: 'Attendee',
  });
});
const sessions = accounts.map(({ id: accountId }) => ({
  id: `s-${accountId}`,
  accountId,
  provider: 'password',
  familyHash: accountId,
  currentHash: accountId,
  previousHash: null,
  createdAt: now,
  rotatedAt: now,
  browser: '',
  os: '',
}));
for (let from = 0; from < people; from += rowsPerInsert) {
  await storage.db
    .insertInto('account')
    .values(accounts.slice(from, from + rowsPerInsert))
    .execute();
  await storage.db
    .insertInto('session')
    .values(sessions.slice(from, from + rowsPerInsert))
    .execute();
}

if (messages !== undefined) await insertMessages(storage, accounts, messages);
if (hasConversations) await insertConversations(storage, accounts, messages ?? 0);

/** A clock in the future: thousands of tickets are not used within their 30 seconds. */
const futureClock = () => systemClock() + 3_600_000;
const tickets = new Tickets({
  key: once(() => createSecrets(storage, systemClock).key('realtime-ticket')),
  used: new SingleUseRegistry(storage),
  clock: futureClock,
});
const protocols: string[][] = [];
for (const { id: sessionId, accountId } of sessions) {
  const caller = { kind: 'account', accountId, email: '', roles: ['ROLE_ATTENDEE'], sessionId } as const;
  const { ticket } = await tickets.issue('LIVE', caller);
  protocols.push([realtimeProtocol, ticketProtocol(ticket)]);
}

const benchEvent = event({ name: 'bench', kind: 'durable', summary: '', data: z.string(), example: '' });
runCommands(
  {
    publish: (text) => app.realtime.topics.publish(publicationTopic('LIVE'), benchEvent, text),
    connections: () => app.realtime.connections.size,
    backlog: () => Math.max(0, ...[...app.realtime.connections].map(({ backlog }) => backlog)),
  },
  { port: listener.port, path: `/api${realtimePath}`, origin: bound.publicUrl, protocols },
);
