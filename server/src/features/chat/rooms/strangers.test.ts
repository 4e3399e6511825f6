/** P20: every command that names a room, in a room that is not there for whoever asks. */
import { chatCommands, reportChatMessage, startCall, type Command } from '@foyer/contract';
import { expect, test } from 'vitest';
import { openTab, type Tab } from '#testing/tab';
import { clientId, createAttendees, createGroup, openRoom, send, startChat } from '../testing/chatVenue.ts';

type Inputs = readonly Record<string, unknown>[];

/** What is asked of a room: the example of each command, and what would be refused for another reason. */
const asked = (roomId: string, own: string): readonly (readonly [Command, Inputs])[] =>
  [...chatCommands, reportChatMessage, startCall].flatMap((command: Command) => {
    const example = command.example as Record<string, unknown>;
    if (command.name === 'chat.open') return [[command, [{ roomId }]] as const];
    if (!('roomId' in example)) return [];
    const input = { ...example, roomId };
    const more =
      command.name === 'chat.send'
        ? [{ ...input, clientId: clientId(), uploadId: 'of-nobody' }]
        : command.name === 'chat.remove'
          ? [{ ...input, userId: own }]
          : [];
    return [[command, [input, ...more]] as const];
  });

async function codesOf(tab: Tab, roomId: string, own: string): Promise<Record<string, Set<unknown>>> {
  const codes: Record<string, Set<unknown>> = {};
  for (const [command, inputs] of asked(roomId, own))
    for (const input of inputs) {
      const { fault } = await tab.ask(command, input);
      (codes[command.name] ??= new Set()).add(fault?.code);
    }
  return codes;
}

test('P20i a private room is to strangers and to the stage as one that is not there, whatever is asked of it', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, eve] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Eve');
  const { id: pair } = await openRoom(ada.tab, { with: bo.id });
  await send(ada.tab, pair, 'Between us');
  const { id: closed } = await createGroup(ada, [bo, cy], 'privateGroup');
  const stage = await openTab(foyer, { as: 'designer', mode: 'STAGE' });
  // Another tab has another pace.
  const other = await openTab(foyer, { as: eve.person });
  const none = await codesOf(other, 'no-such-room', eve.id);
  expect(Object.keys(none).length).toBeGreaterThan(15);
  expect(await codesOf(cy.tab, pair, cy.id)).toEqual(none);
  for (const [command, codes] of Object.entries(none)) expect([...codes], command).toEqual(['notFound']);
  expect(await codesOf(eve.tab, closed, eve.id)).toEqual(none);
  expect(await codesOf(stage, closed, eve.id)).toEqual(none);
});
