import { afterEach, expect, test } from 'vitest';
import { useUi } from '../state/ui.ts';
import {
  cancelNavigation,
  registerNavigationGuard,
  unregisterNavigationGuard,
  waitForGuards,
} from './widgetGuards.ts';

const guards = () => useUi.getState().widgetsWithNavigationGuards;
afterEach(() => useUi.setState({ widgetsWithNavigationGuards: [], wantToNavigate: false }));

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
  const waiting = waitForGuards().then((isBlocked) => (blocked = isBlocked));
  expect(useUi.getState().wantToNavigate).toBe(true);
  unregisterNavigationGuard('board');
  await Promise.resolve();
  expect(blocked).toBeUndefined();
  unregisterNavigationGuard('meeting');
  expect(await waiting).toBe(false);
  expect(useUi.getState().wantToNavigate).toBe(false);
});

test('GUARD-07c without guards a navigation does not wait', async () => {
  expect(await waitForGuards()).toBe(false);
});

test('GUARD-07d a newer navigation replaces the waiting one', async () => {
  registerNavigationGuard('board');
  const older = waitForGuards();
  const newer = waitForGuards();
  expect(await older).toBe(true);
  unregisterNavigationGuard('board');
  expect(await newer).toBe(false);
});

test('GUARD-07f a cancelled navigation does not happen when the guards are unregistered', async () => {
  registerNavigationGuard('board');
  const waiting = waitForGuards();
  cancelNavigation();
  expect(await waiting).toBe(true);
  expect(useUi.getState().wantToNavigate).toBe(false);
  unregisterNavigationGuard('board');
  expect(await waitForGuards()).toBe(false);
});
