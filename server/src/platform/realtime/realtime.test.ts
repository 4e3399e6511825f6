import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import {
  closeCodes,
  enterArea,
  createRealtimeTicket,
  ping,
  signOut,
  unpublishVenue,
  venueVersionChanged,
  welcome,
  type Command,
  type OperatingMode,
} from '@foyer/contract';
import {
  connectionsPerUserMax,
  heartbeatIntervalMs,
  realtimeMessageBytes,
  realtimeTicketMs,
  connectionTimeoutMs,
} from '@foyer/contract/limits';
import { maxClockDifferenceMs } from '#platform/clock';
import { startFoyer, type Foyer } from '#testing/foyer';
import { openSocket, connectTab, Tab, createTicket } from '#testing/tab';
import { publishNewest, publishExample, saveExample } from '#testing/venues';

const login = { providers: [{ type: 'password' }] };

/** The status and error code with which an upgrade is rejected. */
async function rejection(
  foyer: Foyer,
  parts: { ticket?: string; origin?: string | null; mode?: 'LIVE' | 'STAGE' },
): Promise<[number | undefined, string]> {
  const { ticket = 'none' } = parts;
  const socket = openSocket(foyer, { ...parts, ticket });
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    NodeJS.ReadableStream & { statusCode?: number },
  ];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return [response.statusCode, (JSON.parse(body) as { code: string }).code];
}

test('a ticket opens one connection, whose first event names the server time and the live version', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer);
  const ticket = await createTicket(foyer);
  const tab = new Tab(openSocket(foyer, { ticket }));
  expect(await tab.next(welcome)).toMatchObject({ venueVersion: 1, serverTime: foyer.now });
  expect(await rejection(foyer, { ticket })).toEqual([401, 'unauthorized']);
  await tab.close();
});

test('bad input 41: upgrades without a fresh ticket of this server are rejected', async () => {
  const foyer = await startFoyer({ login });
  const old = await createTicket(foyer);
  foyer.advance(realtimeTicketMs + maxClockDifferenceMs);
  expect(await rejection(foyer, { ticket: old })).toEqual([401, 'unauthorized']);
  const [text = ''] = (await createTicket(foyer)).split('.');
  const forged = ['none', '', 'a.b.c', `${text}.`, `${text}.${'A'.repeat(43)}`, 'x'.repeat(6_000)];
  for (const ticket of forged) expect(await rejection(foyer, { ticket })).toEqual([401, 'unauthorized']);
});

test.for([null, 'null', 'https://evil.example', 'http://localhost'])(
  'bad input 41: an upgrade from the origin %s is rejected',
  async (origin) => {
    const foyer = await startFoyer({ login });
    expect(await rejection(foyer, { ticket: await createTicket(foyer), origin })).toEqual([403, 'forbidden']);
  },
);

test('a ticket of the live venue does not open the stage, and callers without access get no ticket', async () => {
  const foyer = await startFoyer({ login });
  expect(await rejection(foyer, { ticket: await createTicket(foyer), mode: 'STAGE' })).toEqual([
    401,
    'unauthorized',
  ]);
  expect((await foyer.call(createRealtimeTicket, {}, { as: 'anonymous' })).error?.code).toBe('unauthorized');
  expect((await foyer.call(createRealtimeTicket, {}, { as: 'attendee', mode: 'STAGE' })).error?.code).toBe(
    'forbidden',
  );
  const stage = await connectTab(foyer, { as: 'stage', mode: 'STAGE' });
  expect(stage.socket.protocol).toBe('foyer.1');
});

test('commands are answered by their ids, errors name the field', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer);
  const tab = await connectTab(foyer);
  expect((await tab.ask(ping, {})).error).toBeUndefined();
  const unknown = { ...ping, name: 'area.destroy' } as Command;
  expect((await tab.ask(unknown, {})).error).toMatchObject({ code: 'notFound' });
  expect((await tab.ask(enterArea, {} as never)).error).toMatchObject({
    code: 'missingParameter',
    errMsg: 'The field areaId is missing.',
  });
  expect((await tab.ask(enterArea, { areaId: 'lobby', uid: 'u2' } as never)).error?.code).toBe(
    'invalidInput',
  );
  expect((await tab.ask(enterArea, { areaId: '../live/x' })).error?.code).toBe('invalidInput');
  expect((await tab.ask(enterArea, { areaId: 'nowhere' })).error?.code).toBe('notFound');
});

test.for([
  ['no JSON', '{"id":1', closeCodes.badMessage],
  ['a list', '[]', closeCodes.badMessage],
  ['an unknown key', '{"id":1,"command":"ping","uid":"u2"}', closeCodes.badMessage],
  ['no id', '{"command":"ping"}', closeCodes.badMessage],
  ['a list in lists, thirty thousand deep', '['.repeat(30_000) + ']'.repeat(30_000), closeCodes.badMessage],
  ['65 kB', `"${'x'.repeat(realtimeMessageBytes)}"`, 1009],
  ['bytes', Buffer.from([1, 2, 3]), closeCodes.badMessage],
] as const)(
  'a message that is %s closes only its connection, with the right code',
  async ([, message, code]) => {
    const foyer = await startFoyer({ login });
    const [bad, good] = [await connectTab(foyer), await connectTab(foyer)];
    bad.socket.send(message);
    expect(await bad.closed).toBe(code);
    await good.must(ping, {});
  },
);

test('text that is not UTF-8 and messages of hundreds of fragments close only their connection', async () => {
  const foyer = await startFoyer({ login });
  const [bad, tiny, good] = [await connectTab(foyer), await connectTab(foyer), await connectTab(foyer)];
  bad.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
  expect(await bad.closed).toBe(1007);
  for (let piece = 0; piece < 200; piece++) tiny.socket.send('x', { fin: false });
  expect(await tiny.closed).toBe(1008);
  await good.must(ping, {});
});

test('a flood of commands is rejected, then its connection is closed; others are not affected', async () => {
  const foyer = await startFoyer({ login });
  const [bad, good] = [await connectTab(foyer), await connectTab(foyer)];
  const replies = Array.from({ length: 60 }, () => bad.ask(ping, {}));
  const codes = (await Promise.all(replies)).map(({ error }) => error?.code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(40);
  expect(codes.at(-1)).toBe('tooManyRequests');
  for (let more = 0; more < 200; more++) void bad.ask(ping, {});
  expect(await bad.closed).toBe(closeCodes.rateLimitExceeded);
  await good.must(ping, {});
});

test('a dead connection is closed, one that answers pings stays', async () => {
  const foyer = await startFoyer({ login });
  const [dead, alive] = [await connectTab(foyer), await connectTab(foyer)];
  // Like a pulled cable: the socket stays open, but nothing is read or answered.
  dead.socket.pause();
  const pinged = once(alive.socket, 'ping');
  foyer.advance(heartbeatIntervalMs);
  await pinged;
  await alive.must(ping, {});
  foyer.advance(connectionTimeoutMs - heartbeatIntervalMs);
  await expect.poll(() => foyer.running.app.realtime.connections.size).toBe(1);
  dead.socket.resume();
  expect(await dead.closed).toBe(1006);
  await alive.must(ping, {});
});

test.for([35_000, 3_600_000, -3_600_000])(
  'a clock that is set forward or back by %i ms closes no connection and ends no rate limit',
  async (jump) => {
    const foyer = await startFoyer({ login });
    const tab = await connectTab(foyer);
    await Promise.all(Array.from({ length: 60 }, () => tab.ask(ping, {})));
    foyer.shiftClock(jump);
    expect((await tab.ask(ping, {})).error?.code).toBe('tooManyRequests');
    const next = Promise.race([once(tab.socket, 'ping').then(() => 'ping'), tab.closed]);
    foyer.advance(heartbeatIntervalMs);
    expect(await next).toBe('ping');
    await tab.must(ping, {});
  },
);

test('P8 a client that stops reading is disconnected with its reason, and its backlog is bounded', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer);
  const [stalled, other] = [await connectTab(foyer), await connectTab(foyer)];
  stalled.socket.pause();
  const { realtime } = foyer.running.app;
  const connection = [...realtime.connections][0];
  if (connection === undefined) throw new Error('No connection');
  const mebibyte = Buffer.alloc(256 * 1024);
  for (let sent = 0; sent < 64 && connection.isOpen; sent++) {
    connection.send(mebibyte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(connection.closeReason).toBe('backlogExceeded');
  await other.must(ping, {});
});

test('the end of a session closes all its connections', async () => {
  const foyer = await startFoyer({ login });
  const user = await foyer.account();
  const other = await foyer.account();
  const [first, second, third] = [
    await connectTab(foyer, { as: user }),
    await connectTab(foyer, { as: user }),
    await connectTab(foyer, { as: other }),
  ];
  await foyer.call(
    signOut,
    { body: { everywhere: false } },
    { as: user, headers: { cookie: user.cookie, origin: foyer.running.config.publicUrl } },
  );
  expect(await Promise.all([first.closed, second.closed])).toEqual([4001, 4001]);
  await third.must(ping, {});
});

test('tabsOf returns the open tabs of a user in a mode', async () => {
  const foyer = await startFoyer({ login });
  const ada = await foyer.account({ roles: ['ROLE_DESIGNER'] });
  const { realtime } = foyer.running.app;
  const tabs = (mode: OperatingMode) => realtime.tabsOf(mode, ada.id).size;
  const first = await connectTab(foyer, { as: ada });
  await connectTab(foyer, { as: ada });
  await connectTab(foyer, { as: ada, mode: 'STAGE' });
  await connectTab(foyer);
  expect([tabs('LIVE'), tabs('STAGE')]).toEqual([2, 1]);
  first.socket.close();
  await expect.poll(() => tabs('LIVE')).toBe(1);
});

test.for([
  ['user', { as: 'attendee', mode: 'LIVE' }, { login }],
  ['guest', { as: 'guest', mode: 'LIVE' }, {}],
  ['stage session', { as: 'stage', mode: 'STAGE' }, { login }],
] as const)(
  'a %s has at most 20 connections; each further one closes the oldest',
  async ([, caller, options]) => {
    const foyer = await startFoyer(options);
    const designer = await connectTab(foyer, { as: 'designer', mode: caller.mode });
    const tabs: Tab[] = [];
    const open = async () => void tabs.push(await connectTab(foyer, caller));
    while (tabs.length < connectionsPerUserMax) await open();
    // Does not answer the close frame, and is not counted meanwhile.
    tabs[0]?.socket.pause();
    await open();
    await open();
    expect(await tabs[1]?.closed).toBe(closeCodes.tooManyConnections);
    for (const tab of [designer, ...tabs.slice(2)]) await tab.must(ping, {});
    tabs[0]?.socket.resume();
    expect(await tabs[0]?.closed).toBe(closeCodes.tooManyConnections);
  },
);

test('VERSION-07a connected clients are notified of publishing and unpublishing', async () => {
  const foyer = await startFoyer({ login });
  const version = await saveExample(foyer);
  const [visitor, stage] = [
    await connectTab(foyer),
    await connectTab(foyer, { as: 'designer', mode: 'STAGE' }),
  ];
  await publishNewest(foyer, 'nightfall');
  expect(await visitor.next(venueVersionChanged)).toMatchObject({
    mode: 'LIVE',
    publishedVersion: version,
    maxDelayMs: 2,
  });
  expect(await stage.next(venueVersionChanged)).toMatchObject({ mode: 'STAGE', publishedVersion: version });
  await foyer.must(unpublishVenue, {});
  expect(await visitor.next(venueVersionChanged)).toMatchObject({ publishedVersion: -1 });
});

test('a stopping server closes all connections and does not wait for clients that do not answer', async () => {
  const foyer = await startFoyer({ login });
  const [polite, silent] = [await connectTab(foyer), await connectTab(foyer)];
  silent.socket.pause();
  await foyer.stop();
  expect(await polite.closed).toBe(closeCodes.restart);
});

test.each([
  ['to another path', '/api/elsewhere', 'Host: localhost', 404],
  [
    'under the name of another site',
    '/api/realtime',
    'Host: attacker.example\r\nOrigin: http://attacker.example',
    421,
  ],
  ['with two Host headers', '/api/realtime', 'Host: localhost\r\nHost: localhost', 400],
])('an upgrade %s is rejected', async (_name, path, headers, status) => {
  const foyer = await startFoyer();
  const { port } = new URL(foyer.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  socket.destroy();
});
