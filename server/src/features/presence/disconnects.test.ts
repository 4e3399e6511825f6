import { expect, test } from 'vitest';
import {
  closeCodes,
  deleteAccount,
  ping,
  setAccountBlocked,
  signOut,
  subscribeToPresence,
} from '@foyer/contract';
import { connectionTimeoutMs } from '@foyer/contract/limits';
import type { Foyer } from '#testing/foyer';
import type { TestUser } from '#testing/testUsers';
import { connectTab, type Tab } from '#testing/tab';
import { startTwoAreas } from '#testing/venues';
import { attend, pollView, changesDelivered, viewOf } from './testing/presence.ts';

/** Ada in the lobby, a tab that subscribes to everyone, and a tab that moves for `changesDelivered`. */
interface Scene {
  readonly foyer: Foyer;
  readonly ada: TestUser;
  readonly adas: Tab;
  readonly watcher: Tab;
  readonly mover: Tab;
}

async function begin(): Promise<Scene> {
  const foyer = await startTwoAreas();
  const ada = await foyer.account({ name: 'Ada' });
  const adas = await attend(foyer, 'lobby', { as: ada });
  const mover = await attend(foyer, 'lobby', { as: 'designer' });
  const watcher = await connectTab(foyer, { as: 'host' });
  await watcher.must(subscribeToPresence, { scope: 'everyone' });
  await pollView(watcher, ({ attendees }) => attendees.size).toBe(3);
  return { foyer, ada, adas, watcher, mover };
}

/** Expects that Ada is on the list and has never been removed. */
async function expectListed({ watcher, mover, ada }: Scene): Promise<void> {
  await changesDelivered(watcher, mover);
  const { attendees, removed } = viewOf(watcher);
  expect([attendees.has(ada.id), removed]).toEqual([true, []]);
}

const expectRemoved = ({ watcher, ada }: Scene): Promise<void> =>
  pollView(watcher, ({ removed }) => removed).toEqual([ada.id]);

test('PRESENCE-04a a closed tab is removed within 5 s, a reload is invisible', async () => {
  const scene = await begin();
  await scene.adas.close(1001);
  scene.foyer.advance(2_000);
  const again = await attend(scene.foyer, 'lobby', { as: scene.ada });
  scene.foyer.advance(2_000);
  await expectListed(scene);
  await again.close();
  scene.foyer.advance(4_000);
  await expectRemoved(scene);
});

test('PRESENCE-04b the user of a killed browser is removed within 5 s', async () => {
  const scene = await begin();
  scene.adas.socket.terminate();
  await expect.poll(() => scene.foyer.running.app.realtime.connections.size).toBe(2);
  scene.foyer.advance(3_900);
  await expectListed(scene);
  scene.foyer.advance(100);
  await expectRemoved(scene);
});

test('PRESENCE-04c a user who has lost the network is removed within 45 s (bad input 40)', async () => {
  const scene = await begin();
  const { foyer, adas, watcher, mover } = scene;
  adas.socket.pause();
  foyer.advance(connectionTimeoutMs - 1);
  await watcher.must(ping, {});
  await expectListed(scene);
  foyer.advance(1);
  await mover.must(ping, {});
  await watcher.must(ping, {});
  await expect.poll(() => foyer.running.app.realtime.connections.size).toBe(2);
  foyer.advance(4_000);
  await expectRemoved(scene);
  adas.socket.resume();
});

test('PRESENCE-04d a user who reconnects within ten seconds is not removed', async () => {
  const scene = await begin();
  await scene.adas.close(closeCodes.reconnecting);
  scene.foyer.advance(9_900);
  await expectListed(scene);
  const again = await attend(scene.foyer, 'lobby', { as: scene.ada });
  scene.foyer.advance(10_000);
  await expectListed(scene);
  await again.close(closeCodes.reconnecting);
  scene.foyer.advance(10_000);
  await expectRemoved(scene);
});

test('PRESENCE-04e logging out removes the user immediately, unless another device is connected', async () => {
  const scene = await begin();
  const { foyer, ada, watcher } = scene;
  const phone = { ...ada, ...(await foyer.users.signIn(ada.email)) };
  const phones = await attend(foyer, 'lounge', { as: phone });
  await pollView(watcher, ({ attendees }) => attendees.get(ada.id)?.areaId).toBe('lounge');
  const logOut = (user: TestUser) =>
    foyer.call(
      signOut,
      { body: { everywhere: false } },
      { as: user, headers: { cookie: user.cookie, origin: foyer.running.config.publicUrl } },
    );
  await logOut(phone);
  expect(await phones.closed).toBe(closeCodes.sessionEnded);
  await pollView(watcher, ({ attendees }) => attendees.get(ada.id)?.areaId).toBe('lobby');
  await logOut(ada);
  await expectRemoved(scene);
});

test('PRESENCE-04f a user who is blocked or deletes the account is removed immediately', async () => {
  const scene = await begin();
  const { foyer, ada, watcher } = scene;
  const bo = await foyer.account();
  await attend(foyer, 'lobby', { as: bo });
  await pollView(watcher, ({ attendees }) => attendees.has(bo.id)).toBe(true);
  await foyer.must(setAccountBlocked, { params: { userId: ada.id }, body: { blocked: true } });
  await expectRemoved(scene);
  await foyer.must(
    deleteAccount,
    { body: { email: bo.email, currentPassword: 'a password for the tests' } },
    { as: bo },
  );
  await pollView(watcher, ({ removed }) => removed).toEqual([ada.id, bo.id]);
});
