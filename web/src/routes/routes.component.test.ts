/** The paths of the app and the page that each shows (ROUTE-01 to ROUTE-11). */
import { expect, test } from 'vitest';
import { FakeServer } from '../testing/fakeServer.ts';
import { openPage, type AppPage, type PageOptions } from '../testing/page.ts';

/** Opens a path for which the test runner serves no page: sets it as the URL before the app starts. */
const openAt = (path: string, options: PageOptions = {}): Promise<AppPage> =>
  openPage('/somewhere', {
    ...options,
    prepare: (page) => page.history.replaceState(null, '', path),
  });

const expectPath = (page: AppPage, path: string): Promise<void> => expect.poll(() => page.path).toBe(path);
const lobby = '/v/nightfall/area/lobby';

test('ROUTE-03a ROUTE-05a a venue without an area, or with an unknown one, shows the default area', async () => {
  const page = await openPage('/v/nightfall');
  await expectPath(page, lobby);
  await expect.element(page.heading('Lobby')).toBeInTheDocument();
  for (const path of ['/v/nightfall/area', '/v/nightfall/area/', '/v/nightfall/area/cellar']) {
    await page.goto(path);
    await expectPath(page, lobby);
  }
});

test('ROUTE-04a imprint and privacy policy are pages of the venue', async () => {
  const page = await openPage('/v/nightfall/imprint');
  await expect.element(page.heading('Imprint')).toBeVisible();
  await page.goto('/v/nightfall/privacy-policy');
  await expect.element(page.heading('Privacy policy')).toBeVisible();
});

test('ROUTE-07a the paths of the earlier product lead to the new ones and keep query and hash', async () => {
  const page = await openPage('/nightfall/area/lounge?lang=de&n=123456789012345678#here');
  await expectPath(page, '/v/nightfall/area/lounge?lang=de&n=123456789012345678#here');
  await page.goto('/nightfall/imprint?lang=de#x');
  await expectPath(page, '/v/nightfall/imprint?lang=de#x');
  await page.goto('/nightfall/privacy-policy');
  await expectPath(page, '/v/nightfall/privacy-policy');
});

test.each(['/', '/somewhere/else/entirely', '/v', '/index'])(
  'ROUTE-08a the path %s leads to the default area of the published venue',
  async (path) => {
    const page = await openAt(path);
    await expectPath(page, lobby);
  },
);

const unknownAddresses = [
  ['/v/nightfall/area/cellar', 'That area isn’t here. We took you to Lobby.'],
  ['/nightfall/area/cellar', 'That area isn’t here. We took you to Lobby.'],
  ['/v/nightfall/area-whereby-meeting/cellar/meeting/one', 'That area isn’t here. We took you to Lobby.'],
  ['/v/nightfall/programme', 'That page isn’t here. We took you to Lobby.'],
  ['/somewhere/else/entirely?lang=de', 'Diese Seite gibt es hier nicht. Sie sind jetzt in: Lobby.'],
] as const;

test.each(unknownAddresses)(
  'ROUTE-05b ROUTE-08c the address %s leads to the default area and says so',
  async (path, text) => {
    const page = await openAt(path);
    await expect.element(page.getByRole('status').getByText(text)).toBeVisible();
    expect(page.window.location.pathname).toBe(lobby);
  },
);

test.each(['/', '/v/nightfall', '/v/nightfall/area', '/v/nightfall/area/'])(
  'ROUTE-05c the address %s leads to the default area without a message',
  async (path) => {
    const page = await openAt(path);
    await expectPath(page, lobby);
    await expect.element(page.heading('Lobby')).toBeInTheDocument();
    expect(page.getByText('We took you to').elements()).toEqual([]);
  },
);

test('ROUTE-08b without a default area the URL stays, and the reason is logged', async () => {
  const logged: string[] = [];
  const page = await openPage('/somewhere', {
    server: new FakeServer().change((architecture) => {
      architecture.areas = [];
    }),
    allowedErrors: [/\[NAVIGATION\]/],
    prepare: (inPage) => {
      const { error } = inPage.console;
      inPage.console.error = (...parts: unknown[]) => {
        logged.push(parts.map(String).join(' '));
        error(...parts);
      };
    },
  });
  await expect.element(page.heading('This venue has no areas yet')).toBeVisible();
  expect(page.path).toBe('/somewhere');
  expect(logged.some((line) => line.includes('[NAVIGATION]'))).toBe(true);
});

test('ROUTE-09a HEAD-01a the logo leads to the default area', async () => {
  const page = await openPage('/v/nightfall/imprint');
  await page.getByRole('link', { name: 'Nightfall 26, home' }).click();
  await expectPath(page, lobby);
});

test('ROUTE-10b the default area is the one that the venue names', async () => {
  const server = new FakeServer().change((architecture) => {
    architecture.defaultAreaId = 'library';
  });
  await expectPath(await openAt('/', { server }), '/v/nightfall/area/library');
});

test('ROUTE-02f the login page leads on when no login is needed', async () => {
  const page = await openPage('/login?redirect=%2Fv%2Fnightfall%2Farea%2Flibrary');
  await expectPath(page, '/v/nightfall/area/library');
});

// All spellings are tested in safeRedirect.test.ts; this tests the two pages that follow a redirect.
test.each(['/login', '/work-in-progress'])(
  'ROUTE-11g %s ignores a redirect to another site',
  async (path) => {
    const page = await openPage(`${path}?redirect=${encodeURIComponent('//evil.example')}`);
    await expectPath(page, lobby);
    for (const redirect of ['https://evil.example/', '/%09/evil.example', 'javascript:alert(1)']) {
      await page.goto(`${path}?redirect=${encodeURIComponent(redirect)}`);
      await expectPath(page, lobby);
    }
  },
);

const unknownIds = [
  ['dots and slashes', '..%2f..%2fetc'],
  ['U+0000', '%00'],
  ['an emoji', '%F0%9F%8E%AD'],
  ['a prototype', '__proto__'],
  ['an incomplete escape', '%E0%A4'],
  ['4 kB', 'x'.repeat(4_000)],
  ['an unknown name', 'nowhere'],
];

test.each(unknownIds)(
  'ERROR-09e the page of a venue with an id of %s says that it is unknown',
  async (_, id) => {
    const page = await openAt(`/v/${id}/area/lobby`, { allowedErrors: [/\[VENUE\]|\[NAVIGATION\]/] });
    await expect.element(page.heading('We don’t know this venue')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Go to the current venue' }))
      .toHaveAttribute('href', '/');
  },
);

test('an unknown language, viewpoint or widget in the URL is ignored', async () => {
  const page = await openPage('/v/nightfall/area/lounge?lang=xx&viewpoint=%00&view=7&widget[]=x&__proto__=1');
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
});
