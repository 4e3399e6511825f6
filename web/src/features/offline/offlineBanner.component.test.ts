import { expect, test } from 'vitest';
import { FakeServer, ada } from '../../testing/fakeServer.ts';
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

test.each(['en', 'de', 'ar'])(
  'on 320 x 256 pixels the banner of a disconnected tab leaves its button and the dock in sight (%s)',
  async (language) => {
    const server = new FakeServer().signIn(ada);
    const page = await openPage(`/v/nightfall/area/lounge?lang=${language}`, {
      server,
      width: 320,
      height: 256,
    });
    await expect.poll(() => server.connections).toBe(1);
    await expect.element(page.getByRole('toolbar')).toBeVisible();
    server.disconnect('tooManyConnections');
    const banner = page.getByCSS('p').filter({ has: page.getByCSS('button') });
    await expect.element(banner).toBeVisible();
    await page.atRest();
    const [box, button, dock] = [banner, banner.getByRole('button'), page.getByRole('toolbar')].map((each) =>
      page.boxOf(each),
    );
    if (!box || !button || !dock) throw new Error('three boxes');
    expect(button.left).toBeGreaterThanOrEqual(box.left);
    expect(button.right).toBeLessThanOrEqual(box.right);
    expect(box.bottom).toBeLessThanOrEqual(dock.top);
  },
);
