import { expect, test } from 'vitest';
import { openDialog, closeDialogOf, useDialogRequest, type DialogRequest } from './dialogRequest.ts';

const leaving: DialogRequest = { kind: 'leave', roomId: 'r1', name: 'Light' };

test('CHAT-09qa a finished action closes its own dialog, and none that was opened since', () => {
  openDialog(leaving);
  const next: DialogRequest = { ...leaving, roomId: 'r2' };
  openDialog(next);
  closeDialogOf(leaving);
  expect(useDialogRequest.getState().request).toBe(next);
  closeDialogOf(next);
  expect(useDialogRequest.getState().request).toBeNull();
});
