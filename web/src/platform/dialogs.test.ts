import { afterEach, expect, test } from 'vitest';
import { closeAllDialogs, popDialog, pushDialog, removeDialog } from './dialogs.ts';
import { hideSnackbar, showSnackbar, useSnackbars } from './snackbars.ts';
import { useUi } from './state/ui.ts';

afterEach(() => {
  useUi.setState({ activeDialogStack: [] });
  useSnackbars.setState({ list: [] });
});

const open = () => useUi.getState().activeDialogStack.map(({ id }) => id);
const dialog = (id: string, closed: string[] = [], followsAddress = false) => ({
  id,
  followsAddress,
  close: () => void closed.push(id),
});

test('ERROR-08a a dialog is pushed, and removed by identity: another of the same name stays', () => {
  const [one, other] = [dialog('profile'), dialog('profile')];
  pushDialog(one);
  pushDialog(other);
  removeDialog(one);
  expect(useUi.getState().activeDialogStack).toEqual([other]);
});

test('ERROR-08b popping closes the top one', () => {
  const closed: string[] = [];
  for (const id of ['menu', 'profile']) pushDialog(dialog(id, closed));
  expect(popDialog()?.id).toBe('profile');
  expect(closed).toEqual(['profile']);
  expect(open()).toEqual(['menu']);
  popDialog();
  expect(popDialog()).toBeUndefined();
});

test('GUARD-01a a navigation closes every open dialog, the top one first, but those that the address opens', () => {
  const closed: string[] = [];
  pushDialog(dialog('menu', closed));
  pushDialog(dialog('poster', closed, true));
  pushDialog(dialog('profile', closed));
  closeAllDialogs();
  expect(closed).toEqual(['profile', 'menu']);
  expect(open()).toEqual(['poster']);
});

test('ERROR-08c a snackbar goes by itself after 5000 ms unless told otherwise, and is shown once', () => {
  const id = showSnackbar('saved');
  showSnackbar('stays', { timeout: 0 });
  showSnackbar('saved');
  const list = useSnackbars.getState().list;
  expect(list.map(({ text, timeout }) => [text, timeout])).toEqual([
    ['stays', 0],
    ['saved', 5_000],
  ]);
  hideSnackbar(id);
  for (const snackbar of list) hideSnackbar(snackbar.id);
  expect(useSnackbars.getState().list).toEqual([]);
});
