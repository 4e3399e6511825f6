import { defaultWidgetSettings } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ThreadedChecker, type CheckLimits } from './threadedChecker.ts';
import { bigVenueText, smallVenue } from '../testing/smallVenue.ts';

function startChecker(limits?: CheckLimits) {
  const checker = new ThreadedChecker(limits);
  onTestFinished(() => checker.close());
  return {
    checkVenue: (text: string) => checker.checkVenue(text, defaultWidgetSettings),
    checkSave: (text: string) => checker.checkSave(text, defaultWidgetSettings),
    close: () => checker.close(),
  };
}

const tooComplex = { code: 'payloadTooLarge', message: 'The venue file is too complex to be checked.' };

test('large files checked concurrently each get their own result', async () => {
  const checker = startChecker();
  const small = JSON.stringify(smallVenue());
  const [good, bad, body, quick] = await Promise.all([
    checker.checkVenue(bigVenueText('lobby')),
    checker.checkVenue(bigVenueText('cellar')),
    checker.checkSave(`{"baseVersion":7,"venue":${bigVenueText('lobby')}}`),
    checker.checkVenue(small),
  ]);
  expect([good.ok, bad.ok, quick.ok]).toEqual([true, false, true]);
  expect(body).toMatchObject({ baseVersion: 7, checked: { ok: true } });
});

test('a file that takes too long is rejected', async () => {
  const checker = startChecker({ timeMs: 1, memoryMb: 512 });
  await expect(checker.checkVenue(bigVenueText('lobby'))).rejects.toMatchObject(tooComplex);
});

test('a file that takes too much memory is rejected, and the next one gets a new thread', async () => {
  const checker = startChecker({ timeMs: 20_000, memoryMb: 64 });
  const nested = `{"architectures":[${'{"id":"a","areas":[]},'.repeat(300_000)}0]}`;
  await expect(checker.checkVenue(nested)).rejects.toMatchObject(tooComplex);
  expect((await checker.checkVenue(JSON.stringify(smallVenue()))).ok).toBe(true);
});

test('closing rejects running and queued checks', async () => {
  const checker = startChecker();
  const checks = [checker.checkVenue(bigVenueText('lobby')), checker.checkVenue(bigVenueText('lobby'))];
  const rejected = checks.map((check) => expect(check).rejects.toMatchObject({ code: 'unavailable' }));
  await checker.close();
  await Promise.all(rejected);
});

test('a small file is checked in the thread too, within its time limit', async () => {
  const checker = startChecker({ timeMs: 1, memoryMb: 512 });
  await expect(checker.checkVenue(JSON.stringify(smallVenue()))).rejects.toMatchObject(tooComplex);
});
