import { expect, test } from 'vitest';
import {
  reactionCounts,
  closeCodes,
  enterArea,
  createRealtimeTicket,
  ping,
  sendReaction,
  signOut,
} from '@foyer/contract';
import { startFoyer, type Foyer } from '#testing/foyer';
import { openSocket, connectTab, Tab, createTicket } from '#testing/tab';
import { publishExample } from '#testing/venues';

const login = { providers: [{ type: 'password' }] };
type User = Awaited<ReturnType<Foyer['account']>>;

const signOutOf = (foyer: Foyer, user: User) =>
  foyer.call(
    signOut,
    { body: { everywhere: false } },
    { as: user, headers: { cookie: user.cookie, origin: foyer.running.config.publicUrl } },
  );

test('a connection with a ticket of an ended session is closed', async () => {
  const foyer = await startFoyer({ login });
  const user = await foyer.account();
  const ticket = await createTicket(foyer, { as: user });
  await signOutOf(foyer, user);
  expect(await new Tab(openSocket(foyer, { ticket })).closed).toBe(closeCodes.sessionEnded);
  expect((await foyer.call(createRealtimeTicket, {}, { as: user })).error?.code).toBe('unauthorized');
});

test('messages after the server has closed a connection are ignored', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer);
  const user = await foyer.account();
  const [bad, good] = [await connectTab(foyer, { as: user }), await connectTab(foyer)];
  for (const tab of [bad, good]) await tab.must(enterArea, { areaId: 'lobby' });
  // The paused socket does not read the close frame and so does not answer it yet.
  bad.socket.pause();
  await signOutOf(foyer, user);
  bad.socket.send(JSON.stringify({ id: 9, command: sendReaction.name, input: { reaction: 'clap' } }));
  bad.socket.resume();
  expect(await bad.closed).toBe(closeCodes.sessionEnded);
  await good.must(sendReaction, { reaction: 'wave' });
  expect(await good.next(reactionCounts)).toEqual({ areaId: 'lobby', counts: { wave: 1 } });
});

test('a flood in which some commands succeed is closed, too', async () => {
  const foyer = await startFoyer({ login });
  const [bad, good] = [await connectTab(foyer), await connectTab(foyer)];
  const flood = () => Promise.all(Array.from({ length: 100 }, () => bad.ask(ping, {})));
  for (let times = 0; times < 3; times++) {
    const codes = (await Promise.race([flood(), bad.closed.then(() => [])])).map(({ error }) => error?.code);
    if (codes.length > 0) expect(codes).toContain(undefined);
    // Enough time for two more commands.
    foyer.advance(100);
  }
  expect(await bad.closed).toBe(closeCodes.rateLimitExceeded);
  await good.must(ping, {});
});
