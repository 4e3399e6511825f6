import { expect, test } from 'vitest';
import { answerTo, dialoguesFor } from './dialogues.ts';

const first = () => 0;

test.each([
  ['Hello there', 'Hello, and welcome to Nightfall!'],
  ['Guten Abend zusammen', 'Hello, and welcome to Nightfall!'],
  ['When is the next talk?', 'A talk is on in the plenary. The notice there has the whole programme.'],
  [
    'Where is the library?',
    'Open the floorplan at the bottom: it shows every room and how many people are there.',
  ],
  ['Really?', 'Good question. The help desk knows; it is behind you in the lobby.'],
  ['I like it here', 'Well said.'],
])('%j is answered with %j', (text, answer) => {
  expect(answerTo(text, first)).toBe(answer);
});

test('every room has dialogues, and their speakers are numbered from 0 without gaps', () => {
  for (const place of [
    { areaId: 'lobby' },
    { areaId: 'lounge' },
    { areaId: 'other' },
    { global: true } as const,
  ]) {
    const dialogues = dialoguesFor(place);
    expect(dialogues.length).toBeGreaterThanOrEqual(4);
    for (const dialogue of dialogues) {
      const speakers = new Set(dialogue.map(([speaker]) => speaker));
      expect(Math.max(...speakers)).toBe(speakers.size - 1);
    }
  }
});
