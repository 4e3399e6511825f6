/** P20: every command with a room id, called by users who must not know that the room exists. */
import { chatCommands, reportChatMessage, startCall, type Command } from '@foyer/contract';
import { expect, test } from 'vitest';
import { connectTab, type Tab } from '#testing/tab';
import { clientId, createAttendees, createGroup, openRoom, send, startChat } from '../testing/chatVenue.ts';

type Inputs = readonly Record<string, unknown>[];

/** The example input of each command, and inputs that would be rejected for another reason. */
const inputsFor = (roomId: string, ownId: string): readonly (readonly [Command, Inputs])[] =>
  [...chatCommands, reportChatMessage, startCall].flatMap((command: Command) => {
    const example = command.example as Record<string, unknown>;
    if (command.name === 'chat.openRoom') return [[command, [{ roomId }]] as const];
    if (!('roomId' in example)) return [];
    const input = { ...example, roomId };
    const more =
      command.name === 'chat.sendMessage'
        ? [{ ...input, clientId: clientId(), uploadId: 'unknown' }]
        : command.name === 'chat.removeMember'
          ? [{ ...input, userId: ownId }]
          : [];
    return [[command, [input, ...more]] as const];
  });

async function codesOf(tab: Tab, roomId: string, ownId: string): Promise<Record<string, Set<unknown>>> {
  const codes: Record<string, Set<unknown>> = {};
  for (const [command, inputs] of inputsFor(roomId, ownId))
    for (const input of inputs) {
      const { error } = await tab.ask(command, input);
      (codes[command.name] ??= new Set()).add(error?.code);
    }
  return codes;
}

test('P20i for strangers and on the stage every command answers as if a private room did not exist', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, eve] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Eve');
  const { id: pair } = await openRoom(ada.tab, { with: bo.id });
  await send(ada.tab, pair, 'Between us');
  const { id: closed } = await createGroup(ada, [bo, cy], 'privateGroup');
  const stage = await connectTab(foyer, { as: 'designer', mode: 'STAGE' });
  // A tab of its own, because the rate limit of commands is per tab.
  const secondTab = await connectTab(foyer, { as: eve.user });
  const expected = await codesOf(secondTab, 'no-such-room', eve.id);
  expect(Object.keys(expected).length).toBeGreaterThan(15);
  expect(await codesOf(cy.tab, pair, cy.id)).toEqual(expected);
  for (const [command, codes] of Object.entries(expected)) expect([...codes], command).toEqual(['notFound']);
  expect(await codesOf(eve.tab, closed, eve.id)).toEqual(expected);
  expect(await codesOf(stage, closed, eve.id)).toEqual(expected);
});
