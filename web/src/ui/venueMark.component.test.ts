/** The logo of the venue in the header, when it does not load at first. */
import { captureMessage, signAssetUrl } from '@foyer/contract';
import { expect, test } from 'vitest';
import { FakeServer } from '../testing/fakeServer.ts';
import { openPage, phone } from '../testing/page.ts';
import { stubFetch } from './stubFetch.testing.ts';

const brokenUri = '/backend-assets/live/test/none/1';

const withBrokenLogo = (): FakeServer =>
  new FakeServer().change((_, venue) => {
    for (const asset of venue.assets) if (asset.id === 'logo') asset.uri = brokenUri;
  });

/** The browser does not report why a picture failed: the app requests its status. */
const statusOfLogo = (status: number) =>
  stubFetch((path, method, page) =>
    path === brokenUri && method === 'HEAD' ? new page.Response(null, { status }) : undefined,
  );

test('ASSET-01e the URL of a picture that is rejected is signed once, and the picture is shown', async () => {
  const server = withBrokenLogo();
  server.respondTo(signAssetUrl, () => ({ signedUrl: '/backend-assets/live/test/logo/1?signature=fake' }));
  const page = await openPage('/v/nightfall/area/library?lang=en', { server, prepare: statusOfLogo(403) });
  const logo = page.getByRole('banner').getByCSS('img');
  await expect.element(logo).toHaveAttribute('src', '/backend-assets/live/test/logo/1?signature=fake');
  await expect.poll(() => (logo.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  expect(server.calls(signAssetUrl)).toHaveLength(1);
});

test('ASSET-01f the name of the event replaces a logo that cannot be shown, without a dialog', async () => {
  const page = await openPage('/v/nightfall/imprint', {
    server: withBrokenLogo(),
    prepare: statusOfLogo(500),
    allowedErrors: [/\[ASSET\] picture logo cannot be shown .*status 500/],
    ...phone,
  });
  await expect.element(page.getByRole('banner').getByText('Nightfall 26')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test.each([
  [200, 'WARN'],
  [503, 'ERROR'],
] as const)(
  'ASSET-05d ERROR-07d a logged-in user’s broken logo whose URL responds with %i is sent to the server as %s',
  async (status, level) => {
    const server = withBrokenLogo().signIn();
    server.respondTo(signAssetUrl, ({ query: { url } }) => ({ signedUrl: url }));
    const allowedErrors = level === 'ERROR' ? [/captured error: \[ASSET\] picture logo/] : [];
    const prepare = statusOfLogo(status);
    await openPage('/v/nightfall/area/library', { server, prepare, allowedErrors });
    await expect.poll(() => server.calls(captureMessage).length).toBeGreaterThan(0);
    expect(server.calls(captureMessage)[0]?.body).toMatchObject({
      messageDetails: {
        message: 'picture logo cannot be shown',
        details: expect.stringContaining(`status ${status}`) as string,
      },
      clientDetails: { clientUsername: 'ada@example.com', clientURL: '/v/nightfall/area/library' },
      loglevel: level,
      logCategory: 'ASSET',
    });
  },
);
