/** Property test: for any sequence of designer actions version numbers only grow and attendees see one complete published version. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getVenue, getVenueVersion, listVersions, restoreVersion, unpublishVenue } from '@foyer/contract';
import { publish, save, startVenueServer, titledVenue, titleOf } from '../testing/designer.ts';
import type { Foyer } from '#testing/foyer';

type Action =
  | { readonly kind: 'save' | 'publish' | 'restore'; readonly id: 'a' | 'b'; readonly pick: number }
  | { readonly kind: 'unpublish' };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('save', 'publish', 'restore'),
    id: fc.constantFrom('a', 'b'),
    pick: fc.nat(9),
  }),
  fc.constant({ kind: 'unpublish' as const }),
);

/** Performs one action; an action that is not possible yet (nothing saved) is rejected and changes nothing. */
async function perform(foyer: Foyer, step: Action, number: number): Promise<void> {
  if (step.kind === 'unpublish') {
    await foyer.must(unpublishVenue, {});
    return;
  }
  const { versions } = await foyer.must(listVersions, { query: { limit: 200 } });
  const own = versions.filter(({ architectureId }) => architectureId === step.id);
  const baseVersion = own[0]?.version ?? 0;
  if (step.kind === 'save') await save(foyer, baseVersion, titledVenue(`Step ${number}`, step.id));
  if (step.kind === 'publish') await publish(foyer, step.id);
  const earlier = own[step.pick % Math.max(own.length, 1)];
  if (step.kind === 'restore' && earlier)
    await foyer.call(restoreVersion, { params: { version: earlier.version }, body: { baseVersion } });
}

test('VERSION-01g for any sequence of save, publish, restore and unpublish version numbers only grow', async () => {
  const [steps = []] = fc.sample(fc.array(action, { minLength: 80, maxLength: 80 }), {
    numRuns: 1,
    seed: 20_261_120,
  });
  const foyer = await startVenueServer();
  const top = { version: 0, published: 0 };
  for (const [number, step] of steps.entries()) {
    await perform(foyer, step, number);
    const now = await foyer.must(getVenueVersion, {}, { as: 'anonymous' });
    expect(now.version).toBeGreaterThanOrEqual(top.version);
    top.version = now.version;
    const { versions } = await foyer.must(listVersions, { query: { limit: 200 } });
    const live = versions.filter(({ published }) => published);
    if (now.publishedArchitectureId === null) {
      expect([now.publishedVersion, live]).toEqual([-1, []]);
      continue;
    }
    expect(live.map(({ version }) => version)).toEqual([now.publishedVersion]);
    expect(now.publishedVersion).toBeGreaterThanOrEqual(top.published);
    top.published = now.publishedVersion;
    const query = { architectureId: now.publishedArchitectureId };
    const shown = await foyer.must(getVenue, { query }, { as: 'anonymous' });
    expect(shown.publishInfo.publishedVersion).toBe(now.publishedVersion);
    expect(titleOf(shown)).toMatch(/^Step \d+$/);
  }
  expect(top.published).toBeGreaterThan(3);
});
