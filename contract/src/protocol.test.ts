import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { commands, events } from './protocol.ts';

test.each(commands.map((command) => [command.name, command] as const))(
  'the example of the command %s is valid, and unknown keys are rejected',
  (_name, { input, example }) => {
    expect(z.safeParse(input, example)).toMatchObject({ success: true });
    expect(z.safeParse(input, { ...example, uid: 'u2' })).toMatchObject({ success: false });
  },
);

test.each(events.map((event) => [event.name, event] as const))(
  'the example of the event %s is valid',
  (_name, { data, example }) => expect(z.safeParse(data, example)).toMatchObject({ success: true }),
);

test('the names of commands and events are unique', () => {
  const names = [...commands, ...events].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
