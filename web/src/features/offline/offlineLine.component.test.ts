import { expect, test } from 'vitest';
import { openPage } from '../../testing/page.ts';

test('a line shows since when the browser is offline, until it is online again', async () => {
  const page = await openPage('/v/nightfall/imprint');
  await expect.element(page.heading('Imprint')).toBeVisible();
  const line = page.getByText(/Offline since/);
  page.setOnline(false);
  await expect.element(line).toBeVisible();
  page.setOnline(true);
  await expect.element(line).not.toBeInTheDocument();
});
