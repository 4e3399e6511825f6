import { expect, test } from 'vitest';
import { openPage } from '../../testing/page.ts';

test('a banner shows since when the browser is offline, until it is online again', async () => {
  const page = await openPage('/v/nightfall/imprint');
  await expect.element(page.heading('Imprint')).toBeVisible();
  const banner = page.getByText(/Offline since/);
  page.setOnline(false);
  await expect.element(banner).toBeVisible();
  page.setOnline(true);
  await expect.element(banner).not.toBeInTheDocument();
});
