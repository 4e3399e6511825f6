import { expect, test, vi } from 'vitest';
import type { VenueStore, VersionContent, VersionRow } from '../store.ts';
import { ShownAssetLookup } from './shownAssetLookup.ts';
import type { ShownVenues } from './shownVenues.ts';

const ids = Array.from({ length: 10_000 }, (_, index) => `asset-${index}`);

test.each([
  ['pinned', 1 as const, 3],
  ['not pinned', 0 as const, 7],
])(
  'CALL-27al many assets of a staged version that is %s take at most three queries',
  async (_what, pinned, generation) => {
    const row = { version: 2, pinned } as VersionRow;
    const content = {
      row,
      venue: { architectures: [], assets: ids.map((id) => ({ id, displayName: `${id}.pdf` })) },
      generations: new Map(ids.map((id) => [id, 3])),
    } as unknown as VersionContent;
    const query = vi.fn<(name: string) => void>();
    const store = {
      newestOf: async () => (query('newestOf'), row),
      content: async () => (query('content'), content),
    } as unknown as VenueStore;
    const catalogue = {
      newest: async (wanted: readonly string[]) => {
        query('newest');
        return new Map(
          wanted.map((id) => [id, { id, generation: 7, mediaType: 'application/pdf', bytes: 1, sha256: '' }]),
        );
      },
      generation: async () => (query('generation'), undefined),
    };
    const lookup = new ShownAssetLookup({ store, catalogue, shownVenues: {} as ShownVenues });
    const shown = await lookup.shownMany('STAGE', 'nightfall', [...ids.slice(1), 'unknown']);
    expect(shown.size).toBe(9_999);
    expect(shown.get('asset-9')).toEqual({ generation, displayName: 'asset-9.pdf' });
    expect(query.mock.calls.length).toBeLessThanOrEqual(3);
  },
);
