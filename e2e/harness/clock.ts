/** Stops the clock of a page. */
import { expect, type Page } from './fixtures.ts';

/** Stops the clock of a page on which it was installed before; `page.clock.fastForward` advances it. */
export async function pauseClock(page: Page): Promise<void> {
  // The clock cannot be paused at a time that has passed meanwhile.
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass();
}
