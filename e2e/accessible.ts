/** What axe finds on a page, looked at when nothing moves. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from './harness.ts';

/** Everything that has begun to move on this page has come to rest. */
export const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );

/**
 * No fault that axe finds in what is open now.
 * @param place a selector; without it the whole page, where portals stand outside of landmarks, which `region` minds
 */
export async function expectAccessible(page: Page, place?: string): Promise<void> {
  // Half-faded text has half its contrast.
  await atRest(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (place ? axe.include(place) : axe.disableRules(['region'])).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
