import type { DataOf, followedPresence } from '@foyer/contract';
import { expect, test } from 'vitest';
import { PresenceTab } from '../tabs.ts';
import { messageIn } from '../testing/presence.ts';
import { Followers } from './followers.ts';
import { Roster, toRosterEntry } from './roster.ts';

/** Two tabs, and a function that returns what the last call of `send` sent to each. */
function setUp() {
  const [followers, roster] = [new Followers(), new Roster()];
  const sent: Record<string, unknown[]> = { ada: [], bo: [] };
  const tabOf = (uid: string) =>
    new PresenceTab(
      {
        send: (frame: Buffer) => {
          const { updated, removed, complete } = messageIn(frame).data as DataOf<typeof followedPresence>;
          sent[uid]?.push([updated.map((record) => record.uid), removed, complete === true]);
        },
      },
      uid,
    );
  const setOnline = (uid: string, isOnline: boolean) => {
    roster.set(uid, isOnline ? toRosterEntry({ uid }) : undefined);
    followers.recordChange(uid);
  };
  const send = () => {
    followers.send(roster);
    return [sent['ada']?.splice(0), sent['bo']?.splice(0)];
  };
  return { followers, ada: tabOf('ada'), bo: tabOf('bo'), setOnline, send };
}

test('PRESENCE-05x all changes of a tick arrive in one frame, and only users whom a tab follows', () => {
  const { followers, ada, bo, setOnline, send } = setUp();
  followers.follow(ada, new Set(['cy', 'di']));
  followers.follow(bo, new Set(['di']));
  expect(send()).toEqual([[[[], ['cy', 'di'], true]], [[[], ['di'], true]]]);
  setOnline('cy', true);
  setOnline('di', true);
  setOnline('ed', true);
  expect(send()).toEqual([[[['cy', 'di'], [], false]], [[['di'], [], false]]]);
  expect(send()).toEqual([[], []]);
});

test('PRESENCE-05w a tab that stops following or is closed receives nothing more, and others still do', () => {
  const { followers, ada, bo, setOnline, send } = setUp();
  for (const tab of [ada, bo]) followers.follow(tab, new Set(['di']));
  send();
  followers.follow(ada, new Set());
  setOnline('di', true);
  expect(send()).toEqual([[[[], [], true]], [[['di'], [], false]]]);
  setOnline('di', false);
  followers.remove(bo);
  expect(send()).toEqual([[], []]);
});
