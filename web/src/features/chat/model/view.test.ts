import { expect, test } from 'vitest';
import { createVisit } from '../../../platform/visit/visit.ts';
import { createChat } from './chat.ts';
import { createChatView } from './view.ts';
import type { DialogRequest } from './viewState.ts';

const leaving: DialogRequest = { kind: 'leave', roomId: 'r1', name: 'Light' };

test('CHAT-09qa a finished action closes its own dialog, and none that was opened since', () => {
  const visit = createVisit();
  const view = visit.get(createChatView);
  const dialog = () => visit.get(createChat).store.getState().dialog;
  view.openDialog(leaving);
  const next: DialogRequest = { ...leaving, roomId: 'r2' };
  view.openDialog(next);
  view.closeDialogOf(leaving);
  expect(dialog()).toBe(next);
  view.closeDialogOf(next);
  expect(dialog()).toBeNull();
});
