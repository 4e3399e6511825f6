/** What axe finds on a page, looked at when nothing moves. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from './harness.ts';

/** Everything that moves on this page has come to rest, also what began meanwhile. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState !== 'finished' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
  });

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
