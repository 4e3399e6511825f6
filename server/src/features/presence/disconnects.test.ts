import { expect, test } from 'vitest';
import { closeCodes, deleteAccount, ping, setAccountBlocked, signOut, watchPresence } from '@foyer/contract';
import { silenceMs } from '@foyer/contract/limits';
import type { Foyer } from '#testing/foyer';
import type { Person } from '#testing/people';
import { openTab, type Tab } from '#testing/tab';
import { attend, seen, settled, startPresence, viewOf } from './testing/presence.ts';

/** Ada in the lobby, somebody who sees everybody, and somebody who moves so that one knows what was told. */
interface Scene {
  readonly foyer: Foyer;
  readonly ada: Person;
  readonly adas: Tab;
  readonly watcher: Tab;
  readonly mover: Tab;
}

async function begin(): Promise<Scene> {
  const foyer = await startPresence();
  const ada = await foyer.account({ name: 'Ada' });
  const adas = await attend(foyer, 'lobby', { as: ada });
  const mover = await attend(foyer, 'lobby', { as: 'designer' });
  const watcher = await openTab(foyer, { as: 'host' });
  await watcher.must(watchPresence, { scope: 'everyone' });
  await seen(watcher, ({ people }) => people.size).toBe(3);
  return { foyer, ada, adas, watcher, mover };
}

/** Whether Ada is on the list, and was never said to be gone. */
async function stays({ watcher, mover, ada }: Scene): Promise<void> {
  await settled(watcher, mover);
  const { people, gone } = viewOf(watcher);
  expect([people.has(ada.id), gone]).toEqual([true, []]);
}

const goes = ({ watcher, ada }: Scene): Promise<void> => seen(watcher, ({ gone }) => gone).toEqual([ada.id]);

test('PRESENCE-04a a closed tab is off the list within 5 s, and a reload is not seen', async () => {
  const scene = await begin();
  await scene.adas.close(1001);
  scene.foyer.pass(2_000);
  const again = await attend(scene.foyer, 'lobby', { as: scene.ada });
  scene.foyer.pass(2_000);
  await stays(scene);
  await again.close();
  scene.foyer.pass(4_000);
  await goes(scene);
});

test('PRESENCE-04b a browser that was killed is off the list within 5 s', async () => {
  const scene = await begin();
  scene.adas.socket.terminate();
  await expect.poll(() => scene.foyer.running.app.realtime.connections.size).toBe(2);
  scene.foyer.pass(3_900);
  await stays(scene);
  scene.foyer.pass(100);
  await goes(scene);
});

test('PRESENCE-04c a network that is lost takes the person off the list within 45 s (bad input 40)', async () => {
  const scene = await begin();
  const { foyer, adas, watcher, mover } = scene;
  adas.socket.pause();
  foyer.pass(silenceMs - 1);
  await watcher.must(ping, {});
  await stays(scene);
  foyer.pass(1);
  await mover.must(ping, {});
  await watcher.must(ping, {});
  await expect.poll(() => foyer.running.app.realtime.connections.size).toBe(2);
  foyer.pass(4_000);
  await goes(scene);
  adas.socket.resume();
});

test('PRESENCE-04d a blink of ten seconds shows nobody as gone', async () => {
  const scene = await begin();
  await scene.adas.close(closeCodes.reconnecting);
  scene.foyer.pass(9_900);
  await stays(scene);
  const again = await attend(scene.foyer, 'lobby', { as: scene.ada });
  scene.foyer.pass(10_000);
  await stays(scene);
  await again.close(closeCodes.reconnecting);
  scene.foyer.pass(10_000);
  await goes(scene);
});

test('PRESENCE-04e who logs out is off the list at once, but for other devices', async () => {
  const scene = await begin();
  const { foyer, ada, watcher } = scene;
  const phone = { ...ada, ...(await foyer.people.signIn(ada.email)) };
  const phones = await attend(foyer, 'lounge', { as: phone });
  await seen(watcher, ({ people }) => people.get(ada.id)?.areaId).toBe('lounge');
  const out = (person: Person) =>
    foyer.call(
      signOut,
      { body: { everywhere: false } },
      { as: person, headers: { cookie: person.cookie, origin: foyer.running.config.publicUrl } },
    );
  await out(phone);
  expect(await phones.closed).toBe(closeCodes.sessionEnded);
  await seen(watcher, ({ people }) => people.get(ada.id)?.areaId).toBe('lobby');
  await out(ada);
  await goes(scene);
});

test('PRESENCE-04f who is blocked, or deletes the account, is off the list at once', async () => {
  const scene = await begin();
  const { foyer, ada, watcher } = scene;
  const bo = await foyer.account();
  await attend(foyer, 'lobby', { as: bo });
  await seen(watcher, ({ people }) => people.has(bo.id)).toBe(true);
  await foyer.must(setAccountBlocked, { params: { userId: ada.id }, body: { blocked: true } });
  await goes(scene);
  await foyer.must(
    deleteAccount,
    { body: { email: bo.email, currentPassword: 'a password for the tests' } },
    { as: bo },
  );
  await seen(watcher, ({ gone }) => gone).toEqual([ada.id, bo.id]);
});
