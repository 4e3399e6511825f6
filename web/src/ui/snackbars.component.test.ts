import { expect, test } from 'vitest';
import { openPage } from '../testing/page.ts';

test('ERROR-08d a snackbar shows below the header and disappears after five seconds', async () => {
  const page = await openPage('/v/nightfall/area/lounge?widget=unknown', { stopTimeAt: Date.now() });
  const line = page.getByText('This link no longer leads anywhere.');
  await expect
    .poll(async () => {
      await page.advance(100);
      return line.query();
    })
    .not.toBeNull();
  expect(page.boxOf(line).top).toBeGreaterThanOrEqual(page.boxOf(page.getByRole('banner')).bottom);
  // Its timeout of five seconds began within the last 100 ms.
  await page.advance(4_800);
  await expect.element(line).toBeVisible();
  await page.advance(300);
  await expect.element(line).not.toBeInTheDocument();
});
