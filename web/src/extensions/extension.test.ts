import { expect, test } from 'vitest';
import { hookOfEach, sortExtensions, type Ordered } from './extension.tsx';

interface Entry extends Ordered {
  readonly name: string;
}

const namesOf = (declarations: Record<string, { readonly dock?: readonly Entry[] }>) =>
  sortExtensions(declarations, ({ dock }) => dock).map(({ name }) => name);

test('entries of different folders are sorted by their order', () => {
  const chat = { dock: [{ order: 30, name: 'chat' }] };
  const floorplan = {
    dock: [
      { order: 40, name: 'plan of the day' },
      { order: 10, name: 'floorplan' },
    ],
  };
  expect(namesOf({ 'chat/area.ts': chat, 'floorplan/area.ts': floorplan, 'video/area.ts': {} })).toEqual([
    'floorplan',
    'chat',
    'plan of the day',
  ]);
});

test('entries with equal numbers follow the alphabet of their folders, in whatever order these were found', () => {
  const declarations = {
    'reaction/area.ts': { dock: [{ order: 10, name: 'reactions' }] },
    'chat/area.ts': {
      dock: [
        { order: 10, name: 'chat' },
        { order: 10, name: 'questions' },
      ],
    },
  };
  expect(namesOf(declarations)).toEqual(['chat', 'questions', 'reactions']);
});

test('a hook of several hooks calls each with its arguments and leaves out entries that do not exist', () => {
  const useEntries = hookOfEach([
    (area: string) => `chat of ${area}`,
    () => undefined,
    (area: string) => `floorplan of ${area}`,
  ]);
  expect(useEntries('lobby')).toEqual(['chat of lobby', 'floorplan of lobby']);
  expect(hookOfEach([])()).toEqual([]);
});
