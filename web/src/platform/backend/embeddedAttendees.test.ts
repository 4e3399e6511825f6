import { expect, test } from 'vitest';
import { createVisit } from '../visit/visit.ts';
import { createEmbeddedAttendees } from './embeddedAttendees.ts';

test('PRESENCE-03g a record without a uid is rejected because of missing user details', async () => {
  const attendees = createVisit().get(createEmbeddedAttendees);
  await expect(attendees.update({ uid: '', areaId: 'lobby' })).rejects.toThrow('missing user details');
});

test('PRESENCE-03h without a connection a record waits for one, and setting a status fails', async () => {
  const attendees = createVisit().get(createEmbeddedAttendees);
  await expect(attendees.update({ uid: 'ada', areaId: 'lobby' })).resolves.toBeUndefined();
  await expect(attendees.setStatus({ status: 'Busy', invisible: false })).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
  });
});
