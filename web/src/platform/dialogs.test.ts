import { afterEach, expect, test } from 'vitest';
import { closeAllDialogs, popDialog, pushDialog, removeDialog } from './dialogs.ts';
import { createSnackbars } from './snackbars.ts';
import { useUi } from './state/ui.ts';
import { beginVisit, currentVisit } from './visit/currentVisit.ts';

afterEach(() => useUi.setState({ activeDialogStack: [] }));

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
  const { show, hide, store } = createSnackbars();
  const id = show('saved');
  show('stays', { timeout: 0 });
  show('saved');
  const { list } = store.getState();
  expect(list.map(({ text, timeout }) => [text, timeout])).toEqual([
    ['stays', 0],
    ['saved', 5_000],
  ]);
  hide(id);
  for (const snackbar of list) hide(snackbar.id);
  expect(store.getState().list).toEqual([]);
});

test('SESSION-10 a message that is shown after the end of its visit is not shown in the next one', () => {
  const shown = () => currentVisit().get(createSnackbars).store.getState().list;
  const { show } = currentVisit().get(createSnackbars);
  show('saved');
  beginVisit();
  expect(shown()).toEqual([]);
  show('late');
  expect(shown()).toEqual([]);
});
