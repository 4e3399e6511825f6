import { afterEach, expect, test } from 'vitest';
import { closeAllDialogs, popDialog, pushDialog, removeDialog } from './dialogs.ts';
import { hideSnackbar, showSnackbar, snackbars } from './showSnackbar.ts';
import { useUi } from './state/ui.ts';

afterEach(() => {
  useUi.setState({ activeDialogStack: [] });
  snackbars().setState({ list: [] });
});

const open = () => useUi.getState().activeDialogStack.map(({ id }) => id);
const dialog = (id: string, closed: string[] = [], followsAddress = false) => ({
  id,
  followsAddress,
  close: () => void closed.push(id),
});

test('ERROR-08a a dialog is removed by identity: another one with the same id stays', () => {
  const [first, second] = [dialog('profile'), dialog('profile')];
  pushDialog(first);
  pushDialog(second);
  removeDialog(first);
  expect(useUi.getState().activeDialogStack).toEqual([second]);
});

test('ERROR-08b popDialog closes the top dialog', () => {
  const closed: string[] = [];
  for (const id of ['menu', 'profile']) pushDialog(dialog(id, closed));
  expect(popDialog()?.id).toBe('profile');
  expect(closed).toEqual(['profile']);
  expect(open()).toEqual(['menu']);
  popDialog();
  expect(popDialog()).toBeUndefined();
});

test('GUARD-01a a navigation closes open dialogs from the top, except those that follow the URL', () => {
  const closed: string[] = [];
  pushDialog(dialog('menu', closed));
  pushDialog(dialog('poster', closed, true));
  pushDialog(dialog('profile', closed));
  closeAllDialogs();
  expect(closed).toEqual(['profile', 'menu']);
  expect(open()).toEqual(['poster']);
});

test('ERROR-08c a snackbar has a timeout of 5000 ms by default and the same text is shown only once', () => {
  const id = showSnackbar('saved');
  showSnackbar('stays', { timeout: 0 });
  showSnackbar('saved');
  const list = snackbars().getState().list;
  expect(list.map(({ text, timeout }) => [text, timeout])).toEqual([
    ['stays', 0],
    ['saved', 5_000],
  ]);
  hideSnackbar(id);
  for (const snackbar of list) hideSnackbar(snackbar.id);
  expect(snackbars().getState().list).toEqual([]);
});
