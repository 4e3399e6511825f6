import { expect, test } from 'vitest';
import { embeddedAttendees } from './embeddedAttendees.ts';

test('PRESENCE-03g a record without a uid is rejected because of missing user details', async () => {
  await expect(embeddedAttendees.update({ uid: '', areaId: 'lobby' })).rejects.toThrow(
    'missing user details',
  );
});

test('PRESENCE-03h without a connection a record waits for one, and setting a status fails', async () => {
  await expect(embeddedAttendees.update({ uid: 'ada', areaId: 'lobby' })).resolves.toBeUndefined();
  await expect(embeddedAttendees.setStatus({ status: 'Busy', invisible: false })).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
  });
});
