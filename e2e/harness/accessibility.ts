/** Checks pages with axe after all animations have ended. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from './fixtures.ts';

/** Waits until all finite animations have ended, including those that start while it waits. */
export const waitForAnimations = (page: Page): Promise<void> =>
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
 * Expects that axe finds no violations.
 * @param selector a selector, by default the whole page, without the rule `region`, because portals are outside of landmarks
 */
export async function expectAccessible(page: Page, selector?: string): Promise<void> {
  // Half-faded text has half its contrast.
  await waitForAnimations(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (selector ? axe.include(selector) : axe.disableRules(['region'])).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
