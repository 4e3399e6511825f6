/** A first visit: what the page will surely need is asked for before its script has come, and asked for once. */
import { expect, test, type Page } from './harness.ts';

const earlyLinks = (html: string): string[] =>
  [...html.matchAll(/<link rel="(?:modulepreload|preload)" href="([^"]+)"/g)].map(([, href = '']) => href);

/** Opens a page and holds its script back until everything named in its head has been asked for. */
async function visit(page: Page, path: string): Promise<{ early: string[]; asked: Map<string, number> }> {
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    asked.set(pathname + search, (asked.get(pathname + search) ?? 0) + 1);
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const answer = await page.goto(path, { waitUntil: 'commit' });
  const early = earlyLinks((await answer?.text()) ?? '');
  await expect.poll(() => early.filter((href) => !asked.has(href))).toEqual([]);
  // Meanwhile the page shows that it is on its way.
  await expect(page.locator('.arriving svg')).toBeVisible();
  release();
  return { early, asked };
}

const named = (early: readonly string[]): string[] =>
  early.map((href) => href.replace(/^\/assets\/(.+)-[\w-]{8}\./, '$1.'));

for (const [path, pieces] of [
  ['/', ['area.css', 'area.js', 'token.js']],
  ['/v/nightfall/area/lounge', ['area.css', 'area.js', 'token.js']],
  [
    '/v/nightfall/area/lounge?view=reading',
    ['ReadingTwin.css', 'area.css', 'ReadingTwin.js', 'area.js', 'AreaLink.js', 'token.js'],
  ],
] as const)
  test(`what the head names comes beside the script, and nothing of it comes twice: ${path}`, async ({
    page,
  }) => {
    const { early, asked } = await visit(page, path);
    const reading = path.endsWith('reading');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      reading || path !== '/' ? /Lounge/ : /Lobby/,
    );
    await expect(
      reading ? page.locator('article') : page.locator('[data-phase="here"] [data-testid="backdrop"]'),
    ).toBeVisible();
    await expect(page.locator('.arriving')).toHaveCount(0);
    expect(named(early).toSorted()).toEqual(
      [
        'language-en.js',
        '/ui-config.json',
        '/api/loginOptions',
        '/api/venue/version',
        '/api/ui/venue?architectureId=nightfall',
        ...pieces,
      ].toSorted(),
    );
    expect([...asked].filter(([href, times]) => times > 1 && early.includes(href))).toEqual([]);
  });

test('a first visit to an area asks for at most 15 things until it stands', async ({ page }) => {
  const { asked } = await visit(page, '/v/nightfall/area/lounge');
  await expect(page.locator('[data-phase="here"] [data-state="sharp"]')).toBeVisible();
  // Doors' pictures come later, while nothing else happens.
  const before = [...asked.keys()].filter(
    (href) => !/^\/backend-assets\/.*\/(?!logo|lounge)\w+\/\d/.test(href),
  );
  expect(before.length, before.join('\n')).toBeLessThanOrEqual(15);
});

test('an area whose script is still on its way shows so', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/area-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/v/nightfall/area/lounge', { waitUntil: 'commit' });
  await expect(page.getByRole('status').filter({ hasText: 'Opening the venue' })).toBeVisible();
  release();
  await expect(page.locator('[data-phase="here"] [data-testid="backdrop"]')).toBeVisible();
  await expect(page.locator('.arriving')).toHaveCount(0);
});
