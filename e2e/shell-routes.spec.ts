/** URLs of unknown venues on a real server. */
import { expect, test } from './harness/fixtures.ts';

test('ERROR-09a the page of an unknown venue says so, whatever its id, and links to the published one', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/404|\[VENUE\]|\[NAVIGATION\]/);
  for (const id of ['..%2f..%2fetc', '%00', '%E0%A4', '__proto__', 'x'.repeat(4_000), 'nowhere']) {
    await page.goto(`/v/${id}/area/lobby`);
    await expect(page.getByRole('heading', { level: 1, name: 'We don’t know this venue' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the current venue' }).click();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Lobby' })).toBeAttached();
});
