import { afterEach, expect, test } from 'vitest';
import { useUi } from '../state/ui.ts';
import {
  cancelNavigation,
  registerNavigationGuard,
  unregisterNavigationGuard,
} from './useNavigationGuard.ts';
import { changesPart, guardsOf, waitForGuards, type Step } from './widgetGuards.ts';

const guards = () => useUi.getState().widgetsWithNavigationGuards;
afterEach(() => useUi.setState({ widgetsWithNavigationGuards: [], wantToNavigate: false }));

const step = (to: string): Step => {
  const from = new URL('https://venue.example/lounge');
  return { from, to: new URL(to, from) };
};
const leave = guardsOf(step('/hall'));

test('GUARD-07a a guard that is registered twice counts once', () => {
  for (const id of ['board', 'meeting', 'board']) registerNavigationGuard(id);
  expect(guards()).toEqual(['board', 'meeting']);
  unregisterNavigationGuard('board');
  unregisterNavigationGuard('board');
  expect(guards()).toEqual(['meeting']);
});

test('GUARD-07b a navigation waits until all guards are unregistered, and then completes', async () => {
  registerNavigationGuard('board');
  registerNavigationGuard('meeting');
  let blocked: boolean | undefined;
  const waiting = waitForGuards(leave).then((isBlocked) => (blocked = isBlocked));
  expect(useUi.getState().wantToNavigate).toBe(true);
  unregisterNavigationGuard('board');
  await Promise.resolve();
  expect(blocked).toBeUndefined();
  unregisterNavigationGuard('meeting');
  expect(await waiting).toBe(false);
  expect(useUi.getState().wantToNavigate).toBe(false);
});

test('GUARD-07c without guards a navigation does not wait', async () => {
  expect(await waitForGuards(leave)).toBe(false);
});

test('GUARD-07d a newer navigation replaces the waiting one', async () => {
  registerNavigationGuard('board');
  const older = waitForGuards(leave);
  const newer = waitForGuards(leave);
  expect(await older).toBe(true);
  unregisterNavigationGuard('board');
  expect(await newer).toBe(false);
});

test('GUARD-07f a cancelled navigation does not happen when the guards are unregistered', async () => {
  registerNavigationGuard('board');
  const waiting = waitForGuards(leave);
  cancelNavigation();
  expect(await waiting).toBe(true);
  expect(useUi.getState().wantToNavigate).toBe(false);
  unregisterNavigationGuard('board');
  expect(await waitForGuards(leave)).toBe(false);
});

test('GUARD-07v a navigation waits only for the guards of what it would end, and one that ends nothing replaces the waiting one', async () => {
  registerNavigationGuard('meeting', ({ from, to }) => from.pathname !== to.pathname);
  expect(await waitForGuards(guardsOf(step('/lounge?view=text#programme')))).toBe(false);
  const leaving = waitForGuards(leave);
  expect(useUi.getState().wantToNavigate).toBe(true);
  expect(await waitForGuards(guardsOf(step('/lounge?view=text')))).toBe(false);
  expect(await leaving).toBe(true);
  expect(useUi.getState().wantToNavigate).toBe(false);
});

test.each([
  ['/lounge?widget=book', '/lounge?widget=book&page=2', true],
  ['/lounge?widget=library&medium=plan&page=3', '/lounge?widget=library', true],
  ['/lounge?widget=book&page=2', '/lounge?widget=book&page=2', false],
  ['/lounge?widget=library&medium=plan', '/lounge?widget=book', false],
  ['/lounge?widget=board', '/lounge?widget=board&card=stars', true],
  ['/lounge?widget=book', '/hall?widget=book&page=2', false],
  ['/lounge?widget=book', '/lounge?widget=book&page=2#privacy-preferences', false],
])('GUARD-07y from %s to %s only another part of the widget is shown: %s', async (from, to, isPart) => {
  const origin = 'https://venue.example';
  const turn = { from: new URL(from, origin), to: new URL(to, origin) };
  expect(changesPart(turn.from, turn.to)).toBe(isPart);
  registerNavigationGuard('profile');
  expect(guardsOf(turn)('profile')).toBe(!isPart);
});
