/** Stops the clock of a page. */
import type { Page } from './fixtures.ts';

/** Stops the clock of a page on which it was installed before; `page.clock.fastForward` advances it. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}
