import { expect, test } from 'vitest';
import { FakeServer, ada, passwordLogin } from '../../testing/fakeServer.ts';
import { openPage } from '../../testing/page.ts';

test('a banner above the text of the imprint shows since when the browser is offline, until it is online again', async () => {
  const page = await openPage('/v/nightfall/imprint');
  await expect.element(page.heading('Imprint')).toBeVisible();
  const banner = page.getByText(/Offline since .* Check your internet connection\./);
  page.setOnline(false);
  await expect.element(banner).toBeVisible();
  const heading = page.heading('Imprint');
  // The page moves when the height of the banner has been measured.
  await expect.poll(() => page.boxOf(heading).top - page.boxOf(banner).bottom).toBeGreaterThanOrEqual(0);
  page.setOnline(true);
  await expect.element(banner).not.toBeInTheDocument();
});

test.each(
  [
    ['en', 'Check your internet connection.'],
    ['de', 'Prüfen Sie Ihre Internetverbindung.'],
    ['ar', 'تحقّق من اتصالك بالإنترنت.'],
  ].flatMap(([language = '', text = '']) =>
    [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
      { width: 740, height: 360 },
      { width: 390, height: 360 },
    ].map((screen) => ({ language, text, ...screen })),
  ),
)(
  'LOGIN-11 the login page begins below the banner of an offline browser, which does not speak of areas ($language, $width x $height)',
  async ({ language, text, ...screen }) => {
    const page = await openPage(`/login?lang=${language}`, {
      server: new FakeServer().requireLogin(passwordLogin),
      ...screen,
    });
    await expect.element(page.getByCSS('form')).toBeVisible();
    page.setOnline(false);
    const banner = page.getByCSS('p').filter({ hasText: text });
    await expect.element(banner).toBeVisible();
    const parts = ['main [data-testid="login-header"]', 'main h1', 'main .panel'].map((part) =>
      page.getByCSS(part),
    );
    await expect
      .poll(() => Math.min(...parts.map((part) => page.boxOf(part).top)) - page.boxOf(banner).bottom)
      .toBeGreaterThanOrEqual(0);
    expect(page.boxOf(banner).top).toBeGreaterThanOrEqual(0);
  },
);

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
