/** A first visit: what a page always needs is requested once, before its script has loaded. */
import { expect, test, type Page } from './harness/fixtures.ts';

const earlyLinks = (html: string): string[] =>
  [...html.matchAll(/<link rel="(?:modulepreload|preload)" href="([^"]+)"/g)].map(([, href = '']) => href);

/** Holds requests back until the returned function releases them. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a page and holds its script back until everything named in its head has been requested. */
async function visit(page: Page, path: string): Promise<{ early: string[]; requested: Map<string, number> }> {
  const requested = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    requested.set(pathname + search, (requested.get(pathname + search) ?? 0) + 1);
  });
  const release = await hold(page, '**/assets/index-*.js');
  const response = await page.goto(path, { waitUntil: 'commit' });
  const early = earlyLinks((await response?.text()) ?? '');
  await expect.poll(() => early.filter((href) => !requested.has(href))).toEqual([]);
  // The page shows that it is loading.
  await expect(page.locator('.arriving svg')).toBeVisible();
  release();
  return { early, requested };
}

function expectEarly(
  { early, requested }: Awaited<ReturnType<typeof visit>>,
  pieces: readonly string[],
): void {
  const names = early.map((href) => href.replace(/^\/assets\/(.+)-[\w-]{8}\./, '$1.'));
  expect(names.toSorted()).toEqual(
    [
      'language-en.js',
      '/ui-config.json',
      '/api/loginOptions',
      '/api/venue/version',
      '/api/ui/venue?architectureId=nightfall',
      ...pieces,
    ].toSorted(),
  );
  expect([...requested].filter(([href, times]) => times > 1 && early.includes(href))).toEqual([]);
}

const backdrop = '[data-phase="current"] [data-testid="backdrop"]';

test('a first visit to an area makes at most 15 requests until the area shows, none of the early ones twice', async ({
  page,
}) => {
  const releaseArea = await hold(page, '**/assets/area-*.js');
  const visited = await visit(page, '/v/nightfall/area/lounge');
  await expect(page.getByRole('status').filter({ hasText: 'Opening the venue' })).toBeVisible();
  releaseArea();
  await expect(page.locator(backdrop)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Lounge/);
  await expect(page.locator('.arriving')).toHaveCount(0);
  expectEarly(visited, ['area.css', 'area.js', 'shared.js']);
  await expect(page.locator('[data-phase="current"] [data-state="sharp"]')).toBeVisible();
  // The tracker, the snackbars, and the pictures behind the doors load later, when the browser is idle.
  // So does the session of a guest, after three seconds.
  const requested = [...visited.requested.keys()];
  const guest = requested.findIndex((href) => /^\/assets\/session-|^\/api\/session\/guest/.test(href));
  const before = requested
    .slice(0, guest === -1 ? undefined : guest)
    .filter(
      (href) =>
        !/^\/backend-assets\/.*\/(?!logo|lounge)\w+\/\d|^\/assets\/(?:tracker|analyticsEvents|SnackbarList)-|^\/api\/capture\/hit/.test(
          href,
        ),
    );
  expect(before.length, before.join('\n')).toBeLessThanOrEqual(15);
});

test('a first visit to / requests what the default area needs', async ({ page }) => {
  const visited = await visit(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Lobby/);
  await expect(page.locator(backdrop)).toBeVisible();
  expectEarly(visited, ['area.css', 'area.js', 'shared.js']);
});

test('a first visit to the text of an area requests what the text needs', async ({ page }) => {
  const visited = await visit(page, '/v/nightfall/area/lounge?view=text');
  await expect(page.locator('article')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Lounge/);
  expectEarly(visited, [
    'TextView.css',
    'area.css',
    'TextView.js',
    'area.js',
    'AreaLink.js',
    'shared.js',
    'useNewItems.js',
  ]);
});
