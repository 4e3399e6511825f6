/** Time that passes for the page and for what its server says of the time, as a test lets it pass. */
import type { Page } from './harness.ts';

/** A clock of the page's own, and a server that says the same: what is returned lets time pass for both. */
export async function commonClock(page: Page): Promise<(ms: number) => Promise<void>> {
  let ahead = 0;
  await page.clock.install();
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch().catch(() => undefined);
    if (response === undefined) {
      await route.abort();
      return;
    }
    const headers = response.headers();
    const date = new Date(Date.parse(headers['date'] ?? '') + ahead).toUTCString();
    await route.fulfill({ response, headers: { ...headers, date } });
  });
  return (ms) => {
    ahead += ms;
    return page.clock.fastForward(ms);
  };
}

/** No time passes in the page any more but what a test lets pass; its clock was installed before. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}
