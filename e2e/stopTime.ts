/** Time of a page that stands still. */
import type { Page } from './harness.ts';

/** Stops the time of a page whose clock was installed before; `page.clock.fastForward` lets time pass. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}
