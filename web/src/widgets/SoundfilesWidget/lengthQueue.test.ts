import { expect, test } from 'vitest';
import { LengthQueue } from './lengthQueue.ts';

test('WIDGET-11p lengths are read one after another, each once, and only while they are wanted', async () => {
  const asked: string[] = [];
  const answers: ((seconds: number | undefined) => void)[] = [];
  const lengths = new Map<string, number>();
  const queue = new LengthQueue(
    (uri) => {
      asked.push(uri);
      return new Promise((resolve) => answers.push(resolve));
    },
    (uri, seconds) => lengths.set(uri, seconds),
  );
  const answer = async (seconds: number | undefined) => {
    answers.shift()?.(seconds);
    // Lets the queue continue.
    await new Promise((resolve) => setTimeout(resolve));
  };
  queue.setWanted(['rain', 'wind', 'sea']);
  expect(asked).toEqual(['rain']);
  // The list was scrolled: wind and sea are not visible any more.
  queue.setWanted(['birds', 'rain']);
  await answer(12);
  expect(asked).toEqual(['rain', 'birds']);
  await answer(undefined);
  expect(asked).toHaveLength(2);
  queue.setWanted(['rain', 'sea']);
  await answer(30);
  expect([...lengths]).toEqual([
    ['rain', 12],
    ['sea', 30],
  ]);
});
