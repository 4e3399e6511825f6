import { expect, onTestFinished, test } from 'vitest';
import { ThreadedChecker, type CheckLimits } from './threadedChecker.ts';
import { bigVenueText, smallVenue } from '../testing/smallVenue.ts';

function startChecker(limits?: CheckLimits): ThreadedChecker {
  const checker = new ThreadedChecker(limits);
  onTestFinished(() => checker.close());
  return checker;
}

const tooComplex = { code: 'payloadTooLarge', message: 'The venue file is too complex to be checked.' };

test('large files that come together are each answered for themselves', async () => {
  const checker = startChecker();
  const small = JSON.stringify(smallVenue());
  const [good, bad, body, quick] = await Promise.all([
    checker.venue(bigVenueText('lobby')),
    checker.venue(bigVenueText('cellar')),
    checker.save(`{"baseVersion":7,"venue":${bigVenueText('lobby')}}`),
    checker.venue(small),
  ]);
  expect([good.ok, bad.ok, quick.ok]).toEqual([true, false, true]);
  expect(body).toMatchObject({ baseVersion: 7, checked: { ok: true } });
});

test('a file that takes too long is refused', async () => {
  const checker = startChecker({ timeMs: 1, memoryMb: 512 });
  await expect(checker.venue(bigVenueText('lobby'))).rejects.toMatchObject(tooComplex);
});

test('a file that takes too much memory is refused, and the next one gets a new thread', async () => {
  const checker = startChecker({ timeMs: 20_000, memoryMb: 64 });
  const nested = `{"architectures":[${'{"id":"a","areas":[]},'.repeat(300_000)}0]}`;
  await expect(checker.venue(nested)).rejects.toMatchObject(tooComplex);
  // Long enough for the thread, which has to be started anew.
  const padded = JSON.stringify(smallVenue()) + ' '.repeat(300_000);
  expect((await checker.venue(padded)).ok).toBe(true);
});

test('closing refuses what is still being checked', async () => {
  const checker = startChecker();
  const waiting = [checker.venue(bigVenueText('lobby')), checker.venue(bigVenueText('lobby'))];
  const refused = waiting.map((check) => expect(check).rejects.toMatchObject({ code: 'unavailable' }));
  await checker.close();
  await Promise.all(refused);
});
