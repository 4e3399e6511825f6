import type { AttendeePresence } from '@foyer/contract';
import { expect, test } from 'vitest';
import { snapshotFrame } from './frames.ts';
import { Roster, toRosterEntry } from './roster.ts';

test('an area has its attendees until the last of them leaves it', () => {
  const roster = new Roster();
  const enter = (uid: string, areaId: string) => roster.set(uid, toRosterEntry({ uid, areaId }));
  const areas = () =>
    Object.fromEntries([...roster.areas].map(([areaId, area]) => [areaId, [...area.keys()]]));
  for (const uid of ['ada', 'bo', 'cy']) enter(uid, 'lobby');
  enter('ada', 'bar');
  enter('bo', 'lobby');
  expect(areas()).toEqual({ lobby: ['bo', 'cy'], bar: ['ada'] });
  roster.set('cy', undefined);
  roster.set('ada', toRosterEntry({ uid: 'ada' }));
  expect(areas()).toEqual({ lobby: ['bo'] });
  expect([...roster.byArea()].map(({ uid }) => uid)).toEqual(['bo', 'ada']);
  roster.set('bo', undefined);
  expect(areas()).toEqual({});
  expect(roster.in('lobby').size).toBe(0);
});

test('a short snapshot is sent as text, and a long one is compressed', () => {
  const textOpcode = 1;
  const binaryOpcode = 2;
  const opcodeOf = (count: number) => {
    const attendees = Array.from({ length: count }, (_, index): AttendeePresence => ({
      uid: `user-${index}`,
    }));
    return snapshotFrame('lobby', attendees).readUInt8(0) & 0x0f;
  };
  expect([opcodeOf(0), opcodeOf(10), opcodeOf(500)]).toEqual([textOpcode, textOpcode, binaryOpcode]);
});
