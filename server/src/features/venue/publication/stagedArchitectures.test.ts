import { expect, test } from 'vitest';
import { exampleVenue } from '#testing/venues';
import type { VersionContent, VersionRow } from '../store.ts';
import { StagedArchitectures, type StagedArchitecturesDeps } from './stagedArchitectures.ts';

test('TRACK-12rs the file of a staged architecture is read once per version', async () => {
  const saved = { version: 1 };
  const read: number[] = [];
  const contentOf = (version: number) =>
    ({ row: { version, architectureId: 'nightfall' }, venue: exampleVenue() }) as unknown as VersionContent;
  const store: StagedArchitecturesDeps['store'] = {
    newestOf: async (id) => (id === 'nightfall' ? ({ version: saved.version } as VersionRow) : undefined),
    content: async (version) => {
      read.push(version);
      return contentOf(version);
    },
  };
  const staged = new StagedArchitectures({ store, shownVenues: { staged: undefined } });
  const first = await staged.find('nightfall');
  expect(first?.id).toBe('nightfall');
  expect(await staged.find('nightfall')).toBe(first);
  expect(await staged.find('none')).toBeUndefined();
  saved.version = 2;
  expect(await staged.find('nightfall')).not.toBe(first);
  expect(read).toEqual([1, 2]);
});
