/** The cookie banner and the notice about blocked content, with the consents that the browser stores and reports. */
import {
  consentRevision,
  getVenue,
  openGuestSession,
  reportCookiePreferences,
  type Architecture,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { ada, FakeServer, RejectedCall, type PageWindow } from '../../testing/fakeServer.ts';
import { findLayoutFaults } from '../../testing/layoutFaults.ts';
import { emulateMedia, openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import {
  expectFocusTrapped,
  inLounge,
  lounge,
  passTimeUntilShown,
  poster,
  type ContentWidget,
} from '../../widgets/testing/widgetPage.ts';

const english = (text: string) => [{ locale: 'en' as const, text }];

const providers: Architecture['cookieProviders'] = [
  { id: 'foyer', name: 'Foyer', type: 'TECHNICALLY_REQUIRED', attributes: [] },
  {
    id: 'vimeo',
    name: 'Vimeo',
    type: 'EXTERNAL_MEDIA',
    attributes: [
      {
        key: 'Company',
        value: [...english('Vimeo.com, Inc., New York'), { locale: 'de', text: 'Vimeo.com in New York' }],
      },
      { key: 'Privacy policy', value: english('https://vimeo.com/privacy') },
    ],
  },
  { id: 'miro', name: 'Miro', type: 'EXTERNAL_MEDIA', attributes: [] },
];

function withBanner(
  type: 'NONE' | 'SIMPLE' | 'DETAILED',
  edit: (architecture: Architecture) => void = () => undefined,
  server = new FakeServer(),
): FakeServer {
  server.change(inLounge(poster([{ cookieProviders: ['vimeo'] }])));
  return server.change((architecture) => {
    architecture.cookieBannerConfig = { type, text: english('<p>We ask <strong>first</strong>.</p>') };
    architecture.cookieProviders = providers;
    architecture.personalizedTrackingEnabled = true;
    edit(architecture);
  });
}

const banner = (page: AppPage) => page.getByRole('dialog', { name: 'What may we load for you?' });
const button = (page: AppPage, name: string) => banner(page).getByRole('button', { name, exact: true });
const notice = (page: AppPage) => page.getByText(/cookies it needs were declined/);
const storedIn = (
  page: AppPage,
): { consents: { id: string; accepted: boolean }[]; revision: string; decidedAt: string } | null =>
  JSON.parse(page.window.localStorage.getItem('foyer.consents.nightfall') ?? 'null') as never;
const acceptedIn = (page: AppPage) =>
  storedIn(page)
    ?.consents.filter(({ accepted }) => accepted)
    .map(({ id }) => id);
/** Options of a page in a browser that has stored a decision. */
const decided = (
  server: FakeServer,
  accepted: readonly string[],
  decidedAt = new Date().toISOString(),
): PageOptions => {
  const ids = new Set(['tracking', 'vimeo', 'miro', ...accepted]);
  const consents = [...ids].map((id) => ({ id, accepted: accepted.includes(id) }));
  const decision = JSON.stringify({ revision: consentRevision(server.architecture), decidedAt, consents });
  const prepare = ({ localStorage }: PageWindow) =>
    localStorage.setItem('foyer.consents.nightfall', decision);
  return { server, prepare };
};
const reportsOf = ({ server }: AppPage) => server.calls(reportCookiePreferences).map(({ body }) => body);

/** What a screen reader reads after the name of a control. */
const describedAs = ({ document }: AppPage, control: Locator): string =>
  document.getElementById(control.element().getAttribute('aria-describedby') ?? '')?.textContent ?? '';

/** Opens the lounge with the banner. */
async function openBanner(server: FakeServer, options: Omit<PageOptions, 'server'> = {}): Promise<AppPage> {
  const page = await openPage(lounge, { server, ...options });
  await expect.element(banner(page)).toBeVisible();
  return page;
}

test('CONSENT-01a the banner shows text, tracking text and groups; necessary cookies are always on', async () => {
  const server = withBanner('SIMPLE', ({ cookieBannerConfig }) => {
    cookieBannerConfig.personalizedTrackingText = english('<p>We count visits.</p>');
  });
  const page = await openBanner(server);
  await expect.element(banner(page).getByText('first')).toBeVisible();
  await expect.element(banner(page).getByText('We count visits.')).toBeVisible();
  const boxes = banner(page).getByRole('checkbox');
  expect(boxes.elements().map((box) => box.getAttribute('aria-checked'))).toEqual(['true', 'false', 'false']);
  await expect.element(banner(page).getByRole('checkbox', { name: 'Necessary' })).toBeDisabled();
  expect(banner(page).getByRole('switch').elements()).toEqual([]);
  expect(page.boxOf(banner(page)).width).toBe(750);
});

test('CONSENT-01b without tracking and external media there is nothing to decide', async () => {
  const server = withBanner('SIMPLE', (architecture) => {
    architecture.personalizedTrackingEnabled = false;
    architecture.cookieProviders = providers.slice(0, 1);
    for (const area of architecture.areas) area.contentWidgets = [];
  });
  const page = await openPage(lounge, { server });
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await page.atRest();
  await expect.element(banner(page)).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Privacy preferences' }).click();
  await expect.element(banner(page)).toBeVisible();
  expect(banner(page).getByRole('checkbox').elements()).toHaveLength(1);
});

test('CONSENT-01d CONSENT-12e the body of the banner scrolls within half of the screen and fades out at its end, and it selects the language', async () => {
  const server = withBanner('DETAILED', ({ cookieBannerConfig }) => {
    cookieBannerConfig.text = english(`<p>${'We ask first. '.repeat(400)}</p>`);
  });
  const page = await openBanner(server);
  const body = page.getByCSS('[data-dialog="consent"] > .overflow-y-auto');
  await expect.element(banner(page).getByText('We ask first.')).toBeVisible();
  expect(page.boxOf(body).height).toBeLessThanOrEqual(page.window.innerHeight / 2);
  expect(body.element().scrollHeight).toBeGreaterThan(page.window.innerHeight);
  const answers = page.document.querySelector('[data-dialog="consent"] > :last-child') as HTMLElement;
  const fade = page.window.getComputedStyle(answers, '::before');
  expect(fade.backgroundImage).toMatch(/^linear-gradient/);
  expect(page.window.getComputedStyle(body.element()).paddingBottom).toBe(fade.height);
  await banner(page).getByRole('combobox').click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  const dialog = page.getByCSS('[data-dialog="consent"]');
  await expect.element(dialog.getByRole('switch', { name: 'Vimeo erlauben' })).toBeInTheDocument();
  expect(describedAs(page, dialog.getByRole('switch', { name: 'Vimeo erlauben' }))).toMatch(
    /Company.*Vimeo\.com in New York/,
  );
});

test('CONSENT-02a CONSENT-05a CONSENT-07c a detailed banner lists each provider; a required one cannot be switched off, and says why', async () => {
  const page = await openBanner(withBanner('DETAILED'));
  const required = banner(page).getByRole('switch', { name: 'Allow Foyer' });
  await expect.element(required).toBeDisabled();
  await expect.element(required).toBeChecked();
  expect(describedAs(page, required)).toMatch(/This venue can’t work without it/);
  const vimeo = banner(page).getByRole('switch', { name: 'Allow Vimeo' });
  await expect.element(vimeo).not.toBeChecked();
  expect(describedAs(page, vimeo)).toMatch(/External media.*Company.*Vimeo\.com, Inc\., New York/);
  const policy = banner(page).getByRole('link', { name: 'https://vimeo.com/privacy' });
  await expect.element(policy).toHaveAttribute('href', 'https://vimeo.com/privacy');
  await expect.element(policy).toHaveAttribute('target', '_blank');
  const media = banner(page).getByRole('checkbox', { name: 'External media' });
  await vimeo.click();
  await expect.element(media).toHaveAttribute('aria-checked', 'mixed');
  await media.click();
  await expect.element(banner(page).getByRole('switch', { name: 'Allow Miro' })).toBeChecked();
  await expect.element(media).toHaveAttribute('aria-checked', 'true');
});

test('CONSENT-03a the banner links to imprint and privacy policy and stays open on the way', async () => {
  const page = await openBanner(withBanner('SIMPLE'));
  await banner(page).getByRole('link', { name: 'Imprint' }).click();
  await expect.poll(() => page.path).toBe('/v/nightfall/imprint');
  await expect.element(banner(page)).toBeVisible();
  await expect.element(button(page, 'Cancel')).toBeVisible();
  page.back();
  await expect.poll(() => page.path).toBe(lounge);
  await expect.element(banner(page)).toBeVisible();
  await expect.element(button(page, 'Cancel')).not.toBeInTheDocument();
});

test('CONSENT-04b CONSENT-06a CONSENT-07a Accept all is stored; after a reload it applies, and the banner stays away', async () => {
  const page = await openBanner(withBanner('SIMPLE'));
  await button(page, 'Accept all').click();
  await expect.element(banner(page)).not.toBeInTheDocument();
  expect(acceptedIn(page)).toEqual(['tracking', 'vimeo', 'miro']);
  await page.reload();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await page.atRest();
  await expect.element(banner(page)).not.toBeInTheDocument();
  await expect.element(notice(page)).not.toBeInTheDocument();
});

test('CONSENT-07b Reject all is stored, and Save stores and reports each choice', async () => {
  const page = await openBanner(withBanner('DETAILED'));
  await button(page, 'Reject all').click();
  expect(acceptedIn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Privacy preferences' }).click();
  await banner(page).getByRole('switch', { name: 'Allow Miro' }).click();
  await button(page, 'Save choice').click();
  expect(acceptedIn(page)).toEqual(['miro']);
  await expect.poll(() => reportsOf(page).map(({ action }) => action)).toEqual(['rejectAll', 'save']);
  expect(reportsOf(page)[1]?.cookiePreferences.map(({ id, accepted }) => [id, accepted])).toEqual([
    ['essential', true],
    ['tracking', false],
    ['foyer', true],
    ['vimeo', false],
    ['miro', true],
  ]);
});

test('CALL-04d CONSENT-13i a decision is reported with the user, the action and all entries', async () => {
  const page = await openBanner(withBanner('SIMPLE', undefined, new FakeServer().signIn(ada)));
  await button(page, 'Accept all').click();
  await expect.poll(() => reportsOf(page)).toHaveLength(1);
  expect(reportsOf(page)[0]).toMatchObject({
    action: 'acceptAll',
    userId: ada.userId,
    email: ada.email,
    bannerType: 'SIMPLE',
    revision: storedIn(page)?.revision,
    cookiePreferences: [
      { id: 'essential', type: 'TECHNICALLY_REQUIRED', accepted: true, defaultProvider: true },
      { id: 'tracking', type: 'TRACKING', accepted: true, defaultProvider: true },
      { id: 'foyer', type: 'TECHNICALLY_REQUIRED', accepted: true },
      { id: 'vimeo', type: 'EXTERNAL_MEDIA', accepted: true },
      { id: 'miro', type: 'EXTERNAL_MEDIA', accepted: true },
    ],
    clientDetails: { architectureId: 'nightfall', venueLanguage: 'en', clientURL: lounge },
  });
  await expect.poll(() => page.window.localStorage.getItem('foyer.consentReports')).toBeNull();
});

test('CONSENT-13j a report that the server could not take is sent at the next visit', async () => {
  const server = withBanner('SIMPLE').reject(reportCookiePreferences, { code: 'tooManyRequests' });
  const page = await openBanner(server, { allowedErrors: [/privacy decision/] });
  await button(page, 'Reject all').click();
  await expect.poll(() => reportsOf(page)).toHaveLength(1);
  const [first] = reportsOf(page);
  server.respondTo(reportCookiePreferences, () => undefined);
  await page.reload();
  await expect.poll(() => reportsOf(page)).toHaveLength(2);
  expect(reportsOf(page)[1]?.decisionId).toBe(first?.decisionId);
  await expect.poll(() => page.window.localStorage.getItem('foyer.consentReports')).toBeNull();
});

test('CONSENT-13l a report that the server rejects permanently is dropped, and does not hold up those behind it', async () => {
  const server = withBanner('SIMPLE').lose(reportCookiePreferences);
  const page = await openBanner(server, { allowedErrors: [/privacy decision/] });
  await button(page, 'Reject all').click();
  await expect.poll(() => reportsOf(page)).toHaveLength(1);
  server.respondTo(reportCookiePreferences, ({ body }) => {
    if (body.action === 'rejectAll') throw new RejectedCall({ code: 'forbidden' });
    return undefined;
  });
  await page.getByRole('link', { name: 'Privacy preferences' }).click();
  await button(page, 'Accept all').click();
  await expect
    .poll(() => reportsOf(page).map(({ action }) => action))
    .toEqual(['rejectAll', 'rejectAll', 'acceptAll']);
  await expect.poll(() => page.window.localStorage.getItem('foyer.consentReports')).toBeNull();
});

/** Rejects everything when the session is open, which happens later than the page. */
async function rejectWithSession(server: FakeServer): Promise<AppPage> {
  const page = await openPage(lounge, { server, stopTimeAt: Date.now() });
  await passTimeUntilShown(page, button(page, 'Reject all'));
  await expect
    .poll(
      async () => {
        await page.advance(500);
        return server.sockets;
      },
      { interval: 10 },
    )
    .toHaveLength(1);
  await button(page, 'Reject all').click();
  await expect.poll(() => reportsOf(page)).toHaveLength(1);
  return page;
}

test('CONSENT-13k a browser with a stage link reports its own random id', async () => {
  const claims = { sub: 'stage-1', kind: 'stage', email: '', authorities: [], provider: 'stage' };
  const expiresAt = Date.now() + 3_600_000;
  const payload = btoa(JSON.stringify({ ...claims, iat: 0, exp: Math.floor(expiresAt / 1_000) }));
  const server = withBanner('SIMPLE');
  server.respondTo(openGuestSession, () => ({ idToken: `e30.${payload}.x`, expiresAt }));
  const page = await rejectWithSession(server);
  expect(reportsOf(page)[0]?.userId).toMatch(/^consent-/);
});

test('CONSENT-13m a guest reports the id of the guest session', async () => {
  const page = await rejectWithSession(withBanner('SIMPLE'));
  expect(reportsOf(page)[0]?.userId).toBe('anon-1');
});

test('CONSENT-08a CONSENT-09a a snackbar lists blocked content once, until it is closed; the next area shows it again', async () => {
  const page = await openBanner(
    withBanner('SIMPLE', (architecture) => {
      architecture.areas.find(({ id }) => id === 'library')!.contentWidgets = [
        { ...poster([{ cookieProviders: ['miro', 'vimeo'] }]), id: 'other', name: 'Board' },
      ];
    }),
  );
  await expect.element(banner(page).getByText('Waiting for your choice: Poster (Vimeo)')).toBeVisible();
  await expect.element(notice(page)).not.toBeInTheDocument();
  await button(page, 'Reject all').click();
  await expect.element(notice(page)).toMatchTextContent(/: Poster \(Vimeo\)$/);
  const snackbars = page.getByCSS('[data-snackbars]');
  await snackbars.getByRole('button', { name: 'Close' }).click();
  await expect.element(notice(page)).not.toBeInTheDocument();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Library' }).click();
  await expect.element(notice(page)).toMatchTextContent(/: Board \(Miro and Vimeo\)$/);
  await page.getByRole('button', { name: 'Privacy preferences' }).click();
  await expect.element(banner(page)).toBeVisible();
  await expect.element(notice(page)).not.toBeInTheDocument();
  await button(page, 'Accept all').click();
  await expect.element(notice(page)).not.toBeInTheDocument();
});

test('CONSENT-08i the snackbar is shown again after its link, if the preferences still refuse the content', async () => {
  const page = await openBanner(withBanner('SIMPLE'));
  await button(page, 'Reject all').click();
  await page.getByRole('button', { name: 'Privacy preferences' }).click();
  await expect.element(notice(page)).not.toBeInTheDocument();
  await button(page, 'Save choice').click();
  await expect.element(notice(page)).toBeVisible();
});

test('CONSENT-08g the snackbar about blocked content does not close automatically', async () => {
  const page = await openPage(lounge, { server: withBanner('SIMPLE'), stopTimeAt: Date.now() });
  await passTimeUntilShown(page, button(page, 'Reject all'));
  await button(page, 'Reject all').click();
  await passTimeUntilShown(page, notice(page));
  await page.advance(120_000);
  await expect.element(notice(page)).toBeVisible();
  expect(page.boxOf(notice(page)).bottom).toBeLessThan(page.window.innerHeight / 3);
});

test('CONSENT-09c two widgets with the same name and provider are listed once', async () => {
  const blocked = poster([{ cookieProviders: ['vimeo'] }]);
  const later = poster([{ cookieProviders: ['miro'], begin: '2100-01-01T00:00:00Z' }]);
  const server = withBanner('SIMPLE').change(
    inLounge(blocked, { ...blocked, id: 'second' }, { ...later, id: 'later' }),
  );
  const page = await openBanner(server);
  await expect
    .element(banner(page).getByText('Waiting for your choice: Poster (Vimeo)', { exact: true }))
    .toBeVisible();
});

/** Thirty providers with long names, all of them used by each of six widgets. */
const manyProviders = (): FakeServer =>
  withBanner('SIMPLE', (architecture) => {
    architecture.cookieProviders = Array.from({ length: 30 }, (_, index) => ({
      id: `p${index}`,
      name: `Provider of ${'everything '.repeat(8)}${index}`,
      type: 'EXTERNAL_MEDIA' as const,
      attributes: [],
    }));
    const cookieProviders = architecture.cookieProviders.map(({ id }) => id);
    architecture.areas.find(({ id }) => id === 'lounge')!.contentWidgets = Array.from(
      { length: 6 },
      (_, index) => ({ ...poster([{ cookieProviders }]), id: `poster${index}`, name: `Poster ${index}` }),
    );
  });

test('CONSENT-09d of many widgets and providers three are named and the others counted, so that the notice can be closed', async () => {
  const page = await openPage(lounge, { server: manyProviders(), width: 390, height: 844, touch: true });
  const waiting = banner(page).getByText(/^Waiting for your choice/);
  await expect.element(waiting).toBeInTheDocument();
  expect(waiting.element().textContent).toMatch(/Poster 0.* 2, and \+27.*Poster 2.*, and .?3 more/);
  await button(page, 'Reject all').click();
  const row = page.getByCSS('[data-snackbars]').getByRole('listitem');
  const close = row.getByRole('button', { name: 'Close' });
  await expect.element(close).toBeVisible();
  expect(page.boxOf(close).bottom).toBeLessThan(page.window.innerHeight);
  // The beginning of a message that is higher than its row can be read.
  expect(row.element().scrollHeight).toBeGreaterThan(row.element().clientHeight);
  expect(page.boxOf(row.getByText(/^Some content/)).top).toBeGreaterThanOrEqual(page.boxOf(row).top);
});

test.each<[string, PageOptions, string]>([
  ['a widget is open', {}, `${lounge}?widget=poster`],
  ['on a phone the menu is open', phone, lounge],
])('CONSENT-08j the snackbar covers nothing while %s, and is back afterwards', async (_, options, path) => {
  const { server, prepare } = decided(withBanner('SIMPLE'), []);
  const page = await openPage(path, { ...options, server: server!, prepare: prepare! });
  const snackbar = page.getByCSS('[data-snackbars]').getByText(/cookies it needs were declined/);
  if (path === lounge) {
    await expect.element(snackbar).toBeVisible();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  } else await expect.element(card(page)).toBeVisible();
  await page.atRest();
  await expect.element(snackbar).not.toBeInTheDocument();
  await page.press('{Escape}');
  await expect.element(snackbar).toBeVisible();
});

test('CONSENT-01e a simple banner names the companies whose media it asks for', async () => {
  const page = await openBanner(withBanner('SIMPLE'));
  const media = banner(page).getByRole('checkbox', { name: 'External media' });
  expect(describedAs(page, media)).toBe('Vimeo and Miro · 0 of 2 allowed');
});

test('CONSENT-04a CONSENT-06b a banner of type NONE accepts everything and asks nothing, even if its link is opened', async () => {
  const page = await openPage(`${lounge}#privacy-preferences`, { server: withBanner('NONE') });
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await page.atRest();
  await expect.element(banner(page)).not.toBeInTheDocument();
  await expect.element(notice(page)).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Privacy preferences' })).not.toBeInTheDocument();
});

test('GUARD-01h the hash opens the banner and goes when it closes', async () => {
  const page = await openBanner(withBanner('SIMPLE'));
  await button(page, 'Reject all').click();
  await page.getByRole('link', { name: 'Privacy preferences' }).click();
  await expect.poll(() => page.path).toBe(`${lounge}#privacy-preferences`);
  await button(page, 'Save choice').click();
  await expect.poll(() => page.path).toBe(lounge);
});

test('CONSENT-01c the banner keeps the focus, and neither Escape nor a navigation nor Back answers it', async () => {
  const page = await openPage('/v/nightfall/area/lobby', { server: withBanner('SIMPLE') });
  await expect.element(banner(page)).toBeVisible();
  await banner(page).getByRole('link', { name: 'Privacy policy' }).click();
  await expect.poll(() => page.path).toBe('/v/nightfall/privacy-policy');
  await page.getByRole('link', { name: 'Back to the area' }).click();
  await expect.poll(() => page.path).toBe('/v/nightfall/area/lobby');
  // Only a mandatory page has Cancel.
  await expect.element(button(page, 'Cancel')).not.toBeInTheDocument();
  await expectFocusTrapped(page, banner(page), 12);
  await page.press('{Escape}');
  await page.atRest();
  await expect.element(banner(page)).toBeVisible();
  page.back();
  await expect.poll(() => page.path).toBe('/v/nightfall/privacy-policy');
  await expect.element(button(page, 'Cancel')).toBeVisible();
  expect([storedIn(page), reportsOf(page)]).toEqual([null, []]);
});

test('CONSENT-12a a change of providers or texts asks again, and nothing loads meanwhile', async () => {
  const server = withBanner('SIMPLE');
  const page = await openBanner(server);
  await button(page, 'Accept all').click();
  await expect.element(banner(page)).not.toBeInTheDocument();
  server.publish((architecture) => {
    architecture.cookieProviders = providers.map((provider) =>
      provider.id === 'miro' ? { ...provider, name: 'Miro whiteboards' } : provider,
    );
  });
  page.setOnline(true);
  await expect.element(banner(page)).toBeVisible();
  await expect.element(banner(page).getByText('Waiting for your choice: Poster (Vimeo)')).toBeVisible();
});

test('CONSENT-12f a publication that asks nothing else keeps the choices and the focus of the open banner; with other providers it begins again', async () => {
  const server = withBanner('DETAILED');
  const page = await openBanner(server);
  const publish = (edit: (architecture: Architecture) => void): void => {
    server.publish(edit);
    page.setOnline(true);
  };
  const miro = banner(page).getByRole('switch', { name: 'Allow Miro' });
  await miro.click();
  await expect.element(miro).toHaveFocus();
  publish(({ areas, cookieBannerConfig }) => {
    for (const area of areas) area.names = english('Winter garden');
    cookieBannerConfig.styling = { backgroundColor: '#ffffff', textColor: '#000000' };
  });
  await expect.element(page.getByCSS('main h1')).toHaveTextContent('Winter garden');
  await expect.element(miro).toBeChecked();
  await expect.element(miro).toHaveFocus();
  publish((architecture) => {
    architecture.cookieProviders = [
      ...providers,
      { id: 'maps', name: 'Maps', type: 'EXTERNAL_MEDIA', attributes: [] },
    ];
  });
  await expect.element(banner(page).getByRole('switch', { name: 'Allow Maps' })).not.toBeChecked();
  await expect.element(miro).not.toBeChecked();
  await expectFocusTrapped(page, banner(page), 1);
  await button(page, 'Accept all').click();
  expect(acceptedIn(page)).toEqual(['tracking', 'vimeo', 'miro', 'maps']);
  expect(storedIn(page)?.revision).toBe(consentRevision(server.architecture));
});

test('CONSENT-12b after a year the user is asked again', async () => {
  const server = withBanner('SIMPLE');
  const page = await openBanner(server);
  await button(page, 'Accept all').click();
  const { revision, consents } = storedIn(page)!;
  const decidedAt = new Date(Date.now() - 366 * 24 * 3_600_000).toISOString();
  page.window.localStorage.setItem(
    'foyer.consents.nightfall',
    JSON.stringify({ revision, consents, decidedAt }),
  );
  await page.reload();
  await expect.element(banner(page)).toBeVisible();
});

test.each(['{', '[]', '{"revision":"x"}', '[{"id":"vimeo","accepted":true}]'])(
  'CONSENT-11b the stored value %s counts as no decision: the banner shows, and nothing loads',
  async (value) => {
    const server = withBanner('SIMPLE');
    const page = await openPage(lounge, {
      server,
      prepare: ({ localStorage }) => localStorage.setItem('foyer.consents.nightfall', value),
    });
    await expect.element(banner(page).getByText('Waiting for your choice: Poster (Vimeo)')).toBeVisible();
  },
);

test('CONSENT-12c other tabs follow at once', async () => {
  const page = await openBanner(withBanner('SIMPLE'));
  await button(page, 'Reject all').click();
  await expect.element(notice(page)).toBeVisible();
  const { localStorage, StorageEvent } = page.window;
  const decision = storedIn(page)!;
  const consents = decision.consents.map(({ id }) => ({ id, accepted: true }));
  // The event comes from another tab only.
  localStorage.setItem('foyer.consents.nightfall', JSON.stringify({ ...decision, consents }));
  page.window.dispatchEvent(new StorageEvent('storage', { key: 'foyer.consents.nightfall' }));
  await expect.element(notice(page)).not.toBeInTheDocument();
});

test('PAGE-01c PAGE-03b a mandatory page has the banner without a login, its text can be read, and Cancel decides nothing', async () => {
  const server = withBanner('SIMPLE', (architecture) => {
    architecture.impress = english(`<p>${'Who we are. '.repeat(400)}</p>`);
  }).requireLogin();
  const page = await openPage('/v/nightfall/imprint', { server, ...phone });
  await expect.element(banner(page)).toBeVisible();
  await expect.element(page.getByText('Who we are.')).toBeVisible();
  expect(server.calls(getVenue)).toEqual([]);
  expect(page.boxOf(banner(page)).top).toBeGreaterThan(phone.height / 3);
  // The text scrolls until its end is above the banner.
  const link = page.getByRole('link', { name: 'Back to the area' });
  page.window.scrollTo(0, page.document.documentElement.scrollHeight);
  await expect.poll(() => page.boxOf(link).bottom).toBeLessThanOrEqual(page.boxOf(banner(page)).top);
  await button(page, 'Cancel').click();
  await expect.element(banner(page)).not.toBeInTheDocument();
  expect([storedIn(page), reportsOf(page)]).toEqual([null, []]);
  await link.click();
  await expect.poll(() => page.path).toMatch(/^\/login/);
  await expect.element(banner(page)).not.toBeInTheDocument();
});

test('PAGE-03d CONSENT-13n on a mandatory page a consent can be withdrawn without a login', async () => {
  const { server, prepare } = decided(withBanner('SIMPLE').requireLogin(), ['vimeo']);
  const page = await openPage('/v/nightfall/imprint', { server: server!, prepare: prepare! });
  await page.getByRole('main').getByRole('link', { name: 'Privacy preferences' }).click();
  await button(page, 'Reject all').click();
  await expect.element(banner(page)).not.toBeInTheDocument();
  expect(acceptedIn(page)).toEqual([]);
});

test('PAGE-01d on a small phone all answers of a mandatory page are in view, and its choices can be scrolled into view', async () => {
  const server = withBanner('SIMPLE').requireLogin();
  const page = await openPage('/v/nightfall/imprint', { server, width: 360, height: 640, touch: true });
  await expect.element(banner(page)).toBeVisible();
  const dialog = page.getByCSS('[data-dialog="consent"]').element();
  expect(dialog.scrollHeight).toBeGreaterThan(dialog.clientHeight);
  const answers = ['Cancel', 'Save choice', 'Reject all', 'Accept all'].map((name) =>
    page.boxOf(button(page, name)),
  );
  for (const { bottom } of answers) expect(bottom).toBeLessThanOrEqual(640);
  const media = banner(page).getByRole('checkbox', { name: 'External media' });
  await page.tabTo(media);
  const [box, view] = [page.boxOf(media), page.boxOf(banner(page))];
  expect(box.top).toBeGreaterThan(view.top);
  expect(box.bottom).toBeLessThan(answers[0]?.top ?? view.bottom);
});

test('PAGE-01g on a phone on its side the choices of a mandatory page can be scrolled into view', async () => {
  const server = withBanner('SIMPLE').requireLogin();
  const page = await openPage('/v/nightfall/imprint', { server, width: 568, height: 320, touch: true });
  const media = banner(page).getByRole('checkbox', { name: 'External media' });
  await expect.element(media).toBeVisible();
  await page.tabTo(media);
  const box = page.boxOf(media);
  const shown = page.document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  expect(media.element().contains(shown)).toBe(true);
  await button(page, 'Reject all').click();
  await expect.element(banner(page)).not.toBeInTheDocument();
});

test('PAGE-03c CONSENT-11d a decision on a mandatory page is reported with a random id of the browser, counts in the venue, and is stored there with the dates of seen widgets only', async () => {
  const server = withBanner('SIMPLE').requireLogin();
  const page = await openPage('/v/nightfall/imprint', { server });
  await button(page, 'Reject all').click();
  await expect.poll(() => reportsOf(page)).toHaveLength(1);
  expect(reportsOf(page)[0]?.userId).toMatch(/^consent-[\da-f-]{36}$/);
  expect(reportsOf(page)[0]).not.toHaveProperty('email');
  server.signIn(ada);
  await page.goto(`${lounge}?widget=poster`);
  await expect.element(notice(page)).toBeVisible();
  await expect.element(banner(page)).not.toBeInTheDocument();
  expect(storedIn(page)?.consents).toEqual(
    ['tracking', 'vimeo', 'miro'].map((id) => ({ id, accepted: false })),
  );
  await expect
    .poll(() => Object.keys(page.window.localStorage).toSorted())
    .toEqual(['foyer.consentId', 'foyer.consents.nightfall', 'widgetSeen']);
});

test.each<[string, PageOptions]>([
  ['on a desktop', {}],
  ['on a phone', phone],
  ['in Arabic on a phone', { ...phone, language: 'ar' }],
])(
  'CONSENT-12d the banner is accessible and fits the screen, and its answers are equal: %s',
  async (_, options) => {
    const server = withBanner('DETAILED', ({ cookieBannerConfig }) => {
      cookieBannerConfig.styling = { backgroundColor: '#7f7f7f', textColor: '#808080' };
    });
    const page = await openPage(lounge, { server, ...options });
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    await page.expectAccessible('[data-dialog="consent"]');
    expect(findLayoutFaults(page.document)).toEqual([]);
    const buttons = dialog.getByRole('button').elements().slice(-2);
    const [reject, accept] = buttons.map((element) => page.window.getComputedStyle(element));
    for (const name of ['backgroundColor', 'color', 'fontWeight', 'fontSize', 'height', 'width'] as const)
      expect(reject?.[name]).toBe(accept?.[name]);
    const [save, ...answers] = dialog
      .getByRole('button')
      .elements()
      .slice(-3)
      .map((element) => element.getBoundingClientRect());
    if (options === phone)
      expect(answers.map(({ left, width }) => [left, width])).toEqual(
        answers.map(() => [save?.left, save?.width]),
      );
  },
);

const card = (page: AppPage) => page.getByRole('dialog', { name: 'Poster' });
const picture = (page: AppPage) => page.getByCSS('.zoomablePicture_frame');

/** Opens the blocked poster after everything was rejected. */
async function openBlocked(server: FakeServer, path = `${lounge}?widget=poster`): Promise<AppPage> {
  const page = await openPage(path, { server });
  await button(page, 'Reject all').click();
  return page;
}

test('CONSENT-08b CONSENT-15a a card stands in place of blocked content, and allows its provider permanently', async () => {
  const page = await openBlocked(withBanner('SIMPLE'));
  await expect.element(card(page).getByText('It comes from Vimeo')).toBeVisible();
  await expect.element(card(page).getByText('Picture', { exact: true })).toBeVisible();
  await expect.element(card(page).getByText(/The cookies it needs were declined/)).toBeVisible();
  expect(picture(page).elements()).toEqual([]);
  await page.expectAccessible();
  await card(page).getByRole('button', { name: 'Allow Vimeo' }).click();
  await expect.element(picture(page)).toBeVisible();
  await expect.element(notice(page)).not.toBeInTheDocument();
  expect(acceptedIn(page)).toEqual(['vimeo']);
  await expect
    .poll(() => reportsOf(page).map(({ action }) => action))
    .toEqual(['rejectAll', 'allowProvider']);
  await page.reload();
  await expect.element(picture(page)).toBeVisible();
});

test.each<[string, PageOptions, (page: AppPage) => Promise<void>]>([
  ['the footer', {}, (page) => page.getByCSS('footer a[href$="#privacy-preferences"]').click()],
  [
    'the account menu',
    {},
    async (page) => {
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Privacy preferences' }).click();
    },
  ],
  [
    'the menu of a phone',
    phone,
    async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.getByRole('button', { name: 'Privacy preferences' }).click();
    },
  ],
  ['the card', {}, (page) => card(page).getByRole('link', { name: 'Privacy preferences' }).click()],
])(
  'CONSENT-08h HEAD-03h HEAD-05d HEAD-08e the privacy preferences open from %s, and the panel and the address stay',
  async (_, options, open) => {
    const path = `${lounge}?widget=poster&viewpoint=main&lang=en`;
    const server = withBanner('SIMPLE', undefined, new FakeServer().signIn(ada));
    const page = await openPage(path, { ...options, ...decided(server, []) });
    await expect.element(card(page)).toBeVisible();
    await open(page);
    await expect.element(banner(page)).toBeVisible();
    expect(page.path).toBe(`${path}#privacy-preferences`);
    await button(page, 'Save choice').click();
    await expect.element(card(page)).toBeVisible();
    await expect.poll(() => page.path).toBe(path);
  },
);

test('CONSENT-15f a provider allowed by keyboard leaves the focus in the panel', async () => {
  const page = await openBlocked(withBanner('SIMPLE'));
  const allow = card(page).getByRole('button', { name: 'Allow Vimeo' });
  await expect.element(allow).toBeVisible();
  (allow.element() as HTMLElement).focus();
  await page.press('{Enter}');
  await expect.element(picture(page)).toBeVisible();
  await expect.poll(() => card(page).element().contains(page.document.activeElement)).toBe(true);
});

test('CONSENT-15g a provider allowed by keyboard in the picture leaves the focus at the widget', async () => {
  const server = withBanner('SIMPLE').change(
    inLounge(poster([{ cookieProviders: ['vimeo'], displayMode: 'EMBEDDED' }], { width: 0.4, height: 0.5 })),
  );
  const page = await openBlocked(server, lounge);
  const box = page.getByRole('group', { name: 'Poster' });
  const allow = box.getByRole('button', { name: 'Allow Vimeo' });
  await expect.element(allow).toBeVisible();
  (allow.element() as HTMLElement).focus();
  await page.press('{Enter}');
  await expect.element(allow).not.toBeInTheDocument();
  await expect.poll(() => box.element() === page.document.activeElement).toBe(true);
});

test('CONSENT-15e allowing a provider keeps the other decisions and their time', async () => {
  const server = withBanner('SIMPLE');
  const decidedAt = new Date(Date.now() - 300 * 24 * 3_600_000).toISOString();
  const page = await openPage(`${lounge}?widget=poster`, decided(server, ['miro'], decidedAt));
  await card(page).getByRole('button', { name: 'Allow Vimeo' }).click();
  await expect.element(picture(page)).toBeVisible();
  expect(acceptedIn(page)).toEqual(['vimeo', 'miro']);
  expect(storedIn(page)?.decidedAt).toBe(decidedAt);
});

test('CONSENT-10g content of a provider that the venue does not have is blocked, even if the browser has stored a consent', async () => {
  const server = withBanner('SIMPLE').change(inLounge(poster([{ cookieProviders: ['unknown'] }])));
  const page = await openPage(
    `${lounge}?widget=poster`,
    decided(server, ['tracking', 'vimeo', 'miro', 'unknown']),
  );
  await expect.element(card(page).getByText('It comes from unknown')).toBeVisible();
  expect(picture(page).query()).toBeNull();
});

test('CONSENT-15b a provider that is allowed once is blocked again in the next area, and nothing is stored', async () => {
  const server = withBanner('SIMPLE', (architecture) => {
    for (const area of architecture.areas) area.contentWidgets = [poster([{ cookieProviders: ['vimeo'] }])];
  });
  const page = await openBlocked(server);
  await card(page).getByRole('button', { name: 'Only this time' }).click();
  await expect.element(picture(page)).toBeVisible();
  expect(acceptedIn(page)).toEqual([]);
  await expect.poll(() => reportsOf(page).map(({ action }) => action)).toEqual(['rejectAll', 'allowOnce']);
  await page.getByCSS('footer a[href$="/area/library"]').click();
  await expect.element(notice(page)).toMatchTextContent(/: Poster \(Vimeo\)$/);
  page.back();
  await expect.element(card(page)).toBeVisible();
  expect(picture(page).query()).toBeNull();
});

test('CONSENT-15c a rejection in another tab ends what is allowed once', async () => {
  const page = await openBlocked(withBanner('SIMPLE'));
  await card(page).getByRole('button', { name: 'Only this time' }).click();
  await expect.element(picture(page)).toBeVisible();
  // The event comes from another tab only.
  page.window.dispatchEvent(new page.window.StorageEvent('storage', { key: 'foyer.consents.nightfall' }));
  await expect.element(picture(page)).not.toBeInTheDocument();
});

test('CONSENT-10a withdrawal removes the content at once; the banner says what stays in the browser', async () => {
  const page = await openPage(`${lounge}?widget=poster`, { server: withBanner('SIMPLE') });
  await button(page, 'Accept all').click();
  await expect.element(picture(page)).toBeVisible();
  await page.getByCSS('footer a[href$="#privacy-preferences"]').click();
  await expect.element(banner(page).getByText(/already stored in your browser stays there/)).toBeVisible();
  await button(page, 'Reject all').click();
  await expect.element(picture(page)).not.toBeInTheDocument();
});

test('CONSENT-08f a hotspot says that its content needs consent, until its provider is accepted', async () => {
  const server = withBanner('SIMPLE', (architecture) => {
    architecture.areas
      .find(({ id }) => id === 'lounge')!
      .contentWidgets.push({
        ...poster([{ cookieProviders: ['vimeo'], displayMode: 'NEW_TAB' }]),
        id: 'tab',
        name: 'Tab',
      });
  });
  const page = await openBlocked(server, lounge);
  const hotspot = page.getByCSS('[data-opens="poster"]');
  const border = () => page.window.getComputedStyle(hotspot.getByCSS('[data-new]').element());
  await expect.element(hotspot).toHaveAccessibleName('Poster, needs your consent, new');
  expect(border().borderTopStyle).toBe('dashed');
  await expect
    .element(page.getByCSS('[data-opens="tab"]'))
    .toHaveAccessibleName('Tab, new (opens in a new tab)');
  const change = async (answer: string) => {
    await page.getByCSS('footer a[href$="#privacy-preferences"]').click();
    await button(page, answer).click();
  };
  await change('Accept all');
  await expect.element(hotspot).toHaveAccessibleName('Poster, new');
  expect(border().borderTopStyle).toBe('solid');
  await change('Reject all');
  await expect.element(hotspot).toHaveAccessibleName('Poster, needs your consent, new');
});

test('CONSENT-08c in a small box of the picture a button opens the card', async () => {
  const server = withBanner('SIMPLE');
  server.change(
    inLounge(poster([{ cookieProviders: ['vimeo'], displayMode: 'EMBEDDED' }], { width: 0.1, height: 0.1 })),
  );
  const page = await openBlocked(server, lounge);
  const open = page.getByRole('button', { name: 'Poster needs your consent: Vimeo' });
  await expect.element(open.getByText('Needs your consent: Vimeo')).toBeVisible();
  await open.click();
  await expect.element(card(page).getByText('It comes from Vimeo')).toBeVisible();
});

/** A film's page in the lounge, named Poster, with a picture of the venue as its poster. */
const film = (
  displayMode: 'EMBEDDED' | 'EMBEDDED_DIALOG',
  size?: { width: number; height: number },
): ContentWidget => ({
  ...poster([], size),
  type: 'IframePopupWidget',
  configurations: [
    {
      id: 'film',
      name: 'film',
      cookieProviders: ['vimeo'],
      uris: [{ locale: 'en', uri: 'https://vimeo.com/76979871' }],
      posterAssetId: 'lounge',
      displayMode,
    },
  ],
});

test.each<[string, PageOptions]>([
  ['on a desktop', {}],
  ['on a phone', phone],
  ['at 400 % zoom', { width: 320, height: 256 }],
  ['in Arabic on a phone', { ...phone, language: 'ar' }],
])(
  'CONSENT-08d the card lies on the poster, and its link opens the content in a tab, which needs no consent: %s',
  async (_, options) => {
    await emulateMedia({ 'prefers-reduced-transparency': 'no-preference' });
    const server = withBanner('SIMPLE').change(inLounge(film('EMBEDDED_DIALOG')));
    const page = await openPage(`${lounge}?widget=poster`, { server, ...options });
    const dialog = page.getByCSS('[data-dialog="widget-poster"]');
    const consent = page.getByCSS('[data-dialog="consent"]');
    await consent.getByCSS('button').nth(-2).click();
    // Until it has closed, everything else is inert.
    await expect.element(consent).not.toBeInTheDocument();
    await expect.element(dialog).toHaveFocus();
    await expect
      .element(dialog.getByCSS('.blockedContent_poster img'))
      .toHaveAttribute('src', expect.stringContaining('/lounge/'));
    expect(page.getByCSS('iframe').elements()).toEqual([]);
    const link = dialog.getByCSS('a[target="_blank"]');
    await expect.element(link).toHaveAttribute('href', 'https://vimeo.com/76979871');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
    await page.expectAccessible('[data-dialog="widget-poster"]');
    // Layout sizes, without the panel's animation.
    const [panel, behind] = [dialog.element(), page.getByCSS('.blockedContent_poster').element()];
    expect([behind.clientWidth, behind.clientHeight]).toEqual([panel.clientWidth, panel.clientHeight]);
  },
);

test('CONSENT-08e in a large box of the picture the card lies on the poster', async () => {
  const server = withBanner('SIMPLE').change(inLounge(film('EMBEDDED', { width: 0.4, height: 0.5 })));
  const page = await openBlocked(server, lounge);
  await expect.element(page.getByRole('heading', { name: 'Poster' })).toBeVisible();
  await expect.element(page.getByCSS('.blockedContent_poster img')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Allow Vimeo' })).toBeVisible();
});
