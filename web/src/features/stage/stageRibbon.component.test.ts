/** The ribbon of the stage: what differs from the live venue, and publishing. */
import {
  countLiveAttendees,
  diffVersions,
  getVenueVersion,
  getVersionWarnings,
  listVersions,
  publishVenue,
  unpublishVenue,
  type ChangeStep,
  type VersionChange,
  type VersionDiff,
  type VersionEntry,
  type VersionWarnings,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { optionalBackoff } from '../../platform/time/retryTimer.ts';
import { ada, FakeServer, RejectedCall, type FakeUser } from '../../testing/fakeServer.ts';
import { desktop, openPage, phone, type AppPage } from '../../testing/page.ts';

const dana: FakeUser = {
  ...ada,
  userId: 'u-dana',
  email: 'dana@example.com',
  name: 'Dana Designer',
  roles: ['ROLE_ATTENDEE', 'ROLE_DESIGNER'],
};
const lounge = '/stage/v/nightfall/area/lounge';
const none = { added: [], removed: [], changed: [] };
const threeChanges: Omit<VersionDiff, 'from' | 'to'> = {
  areas: { added: ['lounge'], removed: ['cellar'], changed: [] },
  widgets: none,
  texts: { added: [], removed: [], changed: ['areas/lobby/names/en'] },
  assets: none,
  settings: none,
  changes: [
    { kind: 'areas', type: 'added', path: [{ field: 'areas', id: 'lounge' }] },
    { kind: 'areas', type: 'removed', path: [{ field: 'areas', id: 'cellar' }] },
    {
      kind: 'texts',
      type: 'changed',
      path: [
        { field: 'areas', id: 'lobby' },
        { field: 'names', locale: 'en' },
      ],
      before: 'Entrance',
      after: 'Lobby',
    },
  ],
  names: {
    'areas/lounge': [{ locale: 'en', text: 'Lounge' }],
    'areas/lobby': [{ locale: 'en', text: 'Lobby' }],
  },
};

/** The lounge is renamed, in both languages on its doors, and its German description changes. */
function renamedLounge(doors: number): typeof threeChanges {
  const text = { kind: 'texts', type: 'changed' } as const;
  const doorAt = (index: number): ChangeStep[] => [
    { field: 'areas', id: `hall-${index}` },
    { field: 'doors', id: 'to-lounge' },
  ];
  const renamed = (place: ChangeStep[]): VersionChange[] =>
    (['en', 'de'] as const).map((locale) => ({
      ...text,
      path: [...place, { field: 'names', locale }],
      before: locale === 'en' ? 'Lounge' : 'Salon',
      after: '<b>Night</b> lounge',
    }));
  return {
    ...threeChanges,
    changes: [
      ...renamed([{ field: 'areas', id: 'lounge' }]),
      ...Array.from({ length: doors }, (_, index) => renamed(doorAt(index))).flat(),
      {
        ...text,
        path: [
          { field: 'areas', id: 'lounge' },
          { field: 'descriptions', locale: 'de' },
        ],
        before: `${'Wort '.repeat(80)} bis 5 Uhr`,
        after: `${'Wort '.repeat(80)} bis 6 Uhr`,
      },
    ],
    names: {
      'areas/lounge': [
        { locale: 'en', text: 'Night lounge' },
        { locale: 'ar', text: 'الاستراحة' },
      ],
    },
  };
}

/** A stage whose newest version is `version`, while version 1 is live. */
class Stage {
  readonly server = new FakeServer();
  version = 2;
  live = 1;
  liveArchitecture = 'nightfall';
  changes = threeChanges;
  warnings: VersionWarnings = { warnings: [], names: {} };

  constructor(user: FakeUser = dana) {
    const { server } = this;
    server.mode = 'STAGE';
    server.signIn(user);
    const version = () => ({ ...server.version, version: this.version, publishedVersion: this.live });
    const entry = (number: number): VersionEntry => ({
      version: number,
      baseVersion: null,
      savedAt: 0,
      savedBy: 'Dana',
      architectureId: number === this.version ? 'nightfall' : this.liveArchitecture,
      restoredFrom: null,
      published: number === this.live,
    });
    server.respondTo(getVenueVersion, version);
    server.respondTo(listVersions, ({ query }) => ({
      versions: [entry(query.before === undefined ? this.version : this.live)],
    }));
    server.respondTo(diffVersions, () => ({ from: this.live, to: this.version, ...this.changes }));
    server.respondTo(getVersionWarnings, () => this.warnings);
    server.respondTo(countLiveAttendees, () => ({ count: 12 }));
    server.respondTo(publishVenue, () => {
      this.live = this.version;
      const warnings = this.warnings.warnings.map(({ reason }) => ({ path: 'architectures[0]', reason }));
      return { ...version(), warnings };
    });
    server.respondTo(unpublishVenue, () => {
      this.live = -1;
      return version();
    });
  }
}

const ribbon = (page: AppPage) => page.getByRole('complementary', { name: 'Stage' });
const dialog = (page: AppPage) => page.getByRole('dialog');

test('VERSION-03g the ribbon says what differs from the live version, and leads to it', async () => {
  const page = await openPage(lounge, { server: new Stage().server });
  await expect
    .element(ribbon(page))
    .toMatchTextContent(/Stage, version 2 Attendees see version 1. Different here: 2 areas and 1 text./);
  await expect
    .element(ribbon(page).getByRole('link', { name: 'Go to the live venue' }))
    .toHaveAttribute('href', '/v/nightfall/area/lounge');
});

test('VERSION-01m publishing shows the changes and how many people are there, and publishes once', async () => {
  const stage = new Stage();
  const page = await openPage(lounge, { server: stage.server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  await expect.element(dialog(page).getByText('12 people are in the venue right now.')).toBeVisible();
  const changes = dialog(page).getByRole('region', { name: 'What changes' });
  await expect
    .element(changes)
    .toMatchTextContent(
      /Areas.*New: Lounge.*Removed: cellar.*Texts.*Changed: Lobby › Name \(English\).*Entrance.*Lobby/,
    );
  await page.expectAccessible('[data-dialog="stage-publish"]');
  const gate = stage.server.hold(publishVenue);
  const confirm = dialog(page).getByRole('button', { name: 'Publish', exact: true });
  await confirm.click();
  await gate.reached;
  // A press that does not wait for the button.
  (confirm.element() as HTMLElement).click();
  await page.press('{Escape}');
  await expect.element(dialog(page)).toBeVisible();
  const close = dialog(page).getByRole('button', { name: 'Close' });
  await expect.element(close).toHaveAttribute('aria-disabled', 'true');
  (close.element() as HTMLElement).click();
  await expect.element(dialog(page)).toBeVisible();
  gate.release();
  await expect.element(page.getByRole('status').getByText('Version 2 is live.')).toBeVisible();
  await expect.element(dialog(page)).not.toBeInTheDocument();
  expect(stage.server.calls(publishVenue).map(({ body }) => body)).toEqual([{ version: 2 }]);
  await expect.element(ribbon(page)).toMatchTextContent(/Attendees see this version./);
});

/** Warnings about the films of the lounge: as many as `count`. */
const filmWarnings = (count: number): VersionWarnings => ({
  warnings: Array.from({ length: count }, (_, index) => ({
    path: [
      { field: 'areas', id: 'lounge' },
      { field: 'contentWidgets', id: `film-${index + 1}` },
      { field: 'configurations', id: 'all-days' },
    ],
    reason: `loads from films-${index + 1}.example before attendees have consented`,
  })),
  names: {
    'areas/lounge': [{ locale: 'en', text: 'Lounge' }],
    'areas/lounge/contentWidgets/film-1': 'Opening',
  },
});

test('CONSENT-14i what loads without consent is listed with its place before publishing, and counted afterwards', async () => {
  const stage = new Stage();
  stage.warnings = filmWarnings(7);
  const page = await openPage(lounge, { server: stage.server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  await expect.element(dialog(page).getByRole('heading', { name: 'Check before you publish' })).toBeVisible();
  const entries = dialog(page).getByRole('listitem').filter({ hasText: 'before attendees have consented' });
  await expect
    .element(entries.first())
    .toMatchTextContent(
      /^Lounge › Widget “.?Opening.?” › Configuration “.?all-days.?”: loads from films-1.example before/,
    );
  expect(entries.elements()).toHaveLength(5);
  await dialog(page).getByText('Show 2 more').click();
  await expect.element(entries.nth(6)).toMatchTextContent(/film-7.*films-7.example/);
  await page.expectAccessible('[data-dialog="stage-publish"]');
  expect(stage.server.calls(publishVenue)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(page.getByText('Version 2 is live, with 7 warnings.')).toBeVisible();
  await expect.element(page.getByText(/before attendees have consented/)).not.toBeInTheDocument();
});

test('CONSENT-14u warnings that do not load are reported, and do not prevent a publication', async () => {
  const stage = new Stage();
  stage.server.respondTo(getVersionWarnings, () => {
    throw new RejectedCall({ code: 'internal' });
  });
  const page = await openPage(lounge, { server: stage.server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  await expect.element(dialog(page).getByText('The warnings didn’t load.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(page.getByText('Version 2 is live.')).toBeVisible();
});

test('CONSENT-14s a first publication, which is compared with nothing, lists what loads without consent', async () => {
  const stage = new Stage();
  stage.live = -1;
  stage.warnings = filmWarnings(1);
  const page = await openPage(lounge, { server: stage.server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  await expect.element(dialog(page).getByText(/loads from films-1.example/)).toBeVisible();
  await expect.element(dialog(page).getByText(/^Show/)).not.toBeInTheDocument();
});

test('VERSION-03q a text that changed in many places is one entry with old and new text, and markup is text', async () => {
  const stage = new Stage();
  stage.changes = renamedLounge(14);
  const page = await openPage(lounge, { server: stage.server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  const changes = dialog(page).getByRole('region', { name: 'What changes' });
  const entryOf = (name: string) =>
    changes
      .getByRole('listitem')
      .filter({ hasText: `Changed: ${name}` })
      .last();
  await expect
    .element(entryOf('Name (German)'))
    .toMatchTextContent(
      /Salon → becomes <b>Night<\/b> lounge\s*15 places:\s*Night lounge\s*hall-0 › Door “.?to-lounge.?”.*and 3 more/,
    );
  await expect.element(entryOf('Name (English)')).toMatchTextContent(/Lounge → becomes <b>Night/);
  expect(changes.element().querySelector('b')).toBeNull();
  const description = entryOf('Night lounge › Description (German)');
  await expect.element(description).toMatchTextContent(/…[^…]* bis 5 Uhr → becomes …[^…]* bis 6 Uhr/);
  await description.getByText('Whole text').click();
  await expect.element(description.getByText(/Before:/)).toBeVisible();
  await expect.element(description).toMatchTextContent(/Before: (Wort ){80}/);
});

test('SHELL-02i the changes fit a phone, in Arabic too', async () => {
  const stage = new Stage();
  stage.changes = renamedLounge(14);
  const page = await openPage(`${lounge}?lang=ar`, { server: stage.server, ...phone, width: 320 });
  await page.getByRole('button', { name: 'نشر…' }).click();
  const changes = dialog(page).getByRole('region');
  await expect.element(changes).toMatchTextContent(/معدَّل: الاسم \(الألمانية\).*Salon ← يصبح <b>Night/);
  await page.atRest();
  const region = changes.element();
  expect(region.scrollWidth).toBeLessThanOrEqual(region.clientWidth);
  // Only the list scrolls: texts for screen readers must not enlarge what is around the dialog.
  const around = dialog(page).element().parentElement;
  expect(around?.scrollHeight).toBe(around?.clientHeight);
  expect(page.fitsAcross).toBe(true);
  await page.expectAccessible('[data-dialog="stage-publish"]');
});

test('VERSION-01u AREA-10n Back leaves the dialog open while it publishes, and closes it afterwards', async () => {
  const stage = new Stage();
  stage.server.reject(publishVenue, { code: 'internal', errMsg: 'It broke.' });
  let historySteps = 0;
  const page = await openPage(lounge, {
    server: stage.server,
    prepare: (inPage) => inPage.addEventListener('popstate', () => (historySteps += 1), { capture: true }),
  });
  const { path } = page;
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  const gate = stage.server.hold(publishVenue);
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await gate.reached;
  page.back();
  // Back, and forward again.
  await expect.poll(() => historySteps).toBe(2);
  gate.release();
  await expect.element(dialog(page).getByRole('alert')).toMatchTextContent(/It broke/);
  page.back();
  await expect.element(dialog(page)).not.toBeInTheDocument();
  expect(page.path).toBe(path);
});

test('VERSION-01n a newer version that was saved meanwhile is reviewed before it is published', async () => {
  const stage = new Stage();
  const page = await openPage(lounge, { server: stage.server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Publish', exact: true });
  await expect.element(confirm).toBeEnabled();
  const { server } = stage;
  server.respondTo(publishVenue, ({ body }) => {
    if (body?.version !== 3) throw new RejectedCall({ code: 'versionConflict' });
    stage.live = 3;
    return { ...server.version, version: 3, publishedVersion: 3, warnings: [] };
  });
  stage.version = 3;
  stage.changes = { ...threeChanges, areas: none, changes: threeChanges.changes.slice(2) };
  await confirm.click();
  await expect
    .element(dialog(page).getByRole('alert'))
    .toMatchTextContent(/Someone has saved a newer version/);
  await expect.element(dialog(page).getByRole('heading', { name: 'Publish version 3?' })).toBeVisible();
  await expect.element(dialog(page).getByText('Areas')).not.toBeInTheDocument();
  await confirm.click();
  await expect.element(page.getByRole('status').getByText('Version 3 is live.')).toBeVisible();
});

test.each([
  [{ code: 'invalidVenue', errMsg: 'areas: is empty' }, /can’t be published: areas: is empty/],
  [{ code: 'internal', errMsg: 'It broke.' }, /That didn’t work: It broke./],
] as const)('VERSION-01o a publication that fails says why (%o)', async (rejection, text) => {
  const { server } = new Stage();
  server.reject(publishVenue, rejection);
  const page = await openPage(lounge, { server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(dialog(page).getByRole('alert')).toMatchTextContent(text);
});

test('VERSION-01p a publication without a response can be repeated', async () => {
  const stage = new Stage();
  const page = await openPage(lounge, { server: stage.server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Publish', exact: true });
  await expect.element(confirm).toBeEnabled();
  stage.server.lose(publishVenue).lose(listVersions);
  await confirm.click();
  await expect.element(dialog(page).getByRole('alert')).toMatchTextContent(/The server didn’t respond/);
  await expect.element(dialog(page).getByText(/The comparison .* didn’t load/)).toBeVisible();
  await expect.element(dialog(page).getByRole('heading', { name: 'Publish version 2?' })).toBeVisible();
  await expect.element(page.getByCSS('aside button')).toMatchTextContent(/^Publish…$/);
  stage.server.respondTo(publishVenue, () => {
    stage.live = 2;
    return { ...stage.server.version, version: 2, publishedVersion: 2, warnings: [] };
  });
  await confirm.click();
  await expect.element(page.getByRole('status').getByText('Version 2 is live.')).toBeVisible();
});

test('VERSION-01q the venue is taken offline from the dialog, and from the ribbon when nothing is left to publish', async () => {
  const stage = new Stage();
  const page = await openPage(lounge, { server: stage.server });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  await dialog(page).getByRole('button', { name: 'Unpublish…' }).click();
  await expect.element(dialog(page).getByText('12 people are in the venue right now.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect.element(page.getByRole('status').getByText('The venue is unpublished.')).toBeVisible();
  await expect.element(ribbon(page)).toMatchTextContent(/No version is live/);
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(ribbon(page).getByRole('button', { name: 'Unpublish…' })).toBeVisible();
});

test('VERSION-01r a failed comparison is retried, and the ribbon says so', async () => {
  const stage = new Stage();
  const { server } = stage;
  server.lose(diffVersions);
  const page = await openPage(lounge, { server, stopTimeAt: Date.now() });
  await expect
    .element(ribbon(page))
    .toMatchTextContent(/Attendees see version 1. The comparison .* didn’t load/);
  server.respondTo(diffVersions, () => ({ from: 1, to: 2, ...threeChanges }));
  await page.advance(optionalBackoff.firstMs);
  await expect.element(ribbon(page)).toMatchTextContent(/Different here: 2 areas and 1 text./);
  await expect.element(ribbon(page).getByRole('button', { name: 'Publish…' })).toBeVisible();
  // Another designer publishes: what is known about version 1 is no longer shown.
  stage.live = 2;
  server.lose(listVersions);
  page.document.dispatchEvent(new page.window.Event('visibilitychange'));
  await expect
    .element(ribbon(page))
    .toMatchTextContent(/Attendees see version 2. The comparison .* didn’t load/);
});

test('VERSION-01s publishing waits for the comparison that the dialog shows', async () => {
  const stage = new Stage();
  const page = await openPage(lounge, { server: stage.server });
  const open = ribbon(page).getByRole('button', { name: 'Publish…' });
  await expect.element(open).toBeVisible();
  const gate = stage.server.hold(diffVersions);
  await open.click();
  await gate.reached;
  const confirm = dialog(page).getByRole('button', { name: 'Publish', exact: true });
  await expect.element(dialog(page).getByText('Comparing with the live version…')).toBeVisible();
  await expect.element(dialog(page).getByText('12 people are in the venue right now.')).toBeVisible();
  (confirm.element() as HTMLElement).click();
  gate.release();
  await expect.element(dialog(page).getByRole('heading', { name: 'What changes', level: 3 })).toBeVisible();
  expect(stage.server.calls(publishVenue)).toEqual([]);
});

test('VERSION-01t a lost poll keeps the number of attendees, and only the first number is announced', async () => {
  const { server } = new Stage();
  const page = await openPage(lounge, { server, stopTimeAt: Date.now() });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  const announced = dialog(page).getByRole('status');
  await expect.element(announced.getByText('12 people are in the venue right now.')).toBeVisible();
  server.respondTo(countLiveAttendees, () => ({ count: 13 }));
  await page.advance(5_000);
  await expect.element(dialog(page).getByText('13 people are in the venue right now.')).toBeVisible();
  await expect.element(announced).not.toBeInTheDocument();
  server.lose(countLiveAttendees);
  const polls = server.calls(countLiveAttendees).length;
  await page.advance(5_000);
  expect(server.calls(countLiveAttendees).length).toBeGreaterThan(polls);
  await expect.element(dialog(page).getByText('13 people are in the venue right now.')).toBeVisible();
});

test('VERSION-01v a slow server gets no further request for the number of attendees before it has responded', async () => {
  const { server } = new Stage();
  const page = await openPage(lounge, { server, stopTimeAt: Date.now() });
  const gate = server.hold(countLiveAttendees);
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  await gate.reached;
  await page.advance(20_000);
  expect(server.calls(countLiveAttendees)).toHaveLength(1);
  gate.release();
  await expect.element(dialog(page).getByText('12 people are in the venue right now.')).toBeVisible();
  await page.advance(5_000);
  await expect.poll(() => server.calls(countLiveAttendees).length).toBe(2);
});

test('SHELL-02h the focus ring of the ribbon has a dark outline', async () => {
  const page = await openPage(lounge, { server: new Stage().server });
  const link = ribbon(page).getByRole('link');
  await page.tabTo(link);
  expect(page.window.getComputedStyle(link.element()).boxShadow).toContain('7px');
});

test('VERSION-03h from the stage of a venue that is not live, the ribbon and the account menu lead to the start', async () => {
  const stage = new Stage();
  stage.liveArchitecture = 'other';
  const page = await openPage(lounge, { server: stage.server });
  await expect.element(ribbon(page)).toMatchTextContent(/Attendees see another venue, version 1./);
  await expect.element(ribbon(page).getByRole('link')).toHaveAttribute('href', '/');
  await page.getByRole('button', { name: 'Account menu: Dana Designer' }).click();
  await page.getByRole('menuitem', { name: 'Go to the live venue' }).click();
  await expect.poll(() => page.path).toMatch(/^\/(?!stage)/);
  expect(page.path).not.toContain('lounge');
});

test('ROLE-02h people without the role see the ribbon, but cannot publish', async () => {
  const { server } = new Stage(ada);
  const page = await openPage(lounge, { server });
  await expect.element(ribbon(page)).toMatchTextContent(/Stage, version 2 Attendees see version 1./);
  expect(ribbon(page).getByRole('button').elements()).toEqual([]);
  expect(server.calls(listVersions)).toEqual([]);
});

const languages = [
  ['en', 'Stage'],
  ['de', 'Probebühne'],
  ['ar', 'النسخة التجريبية'],
];
const sizes = [
  [320, 256],
  [390, 844],
  [640, 340],
  [761, 900],
  [1440, 900],
] as const;

test.each(languages)(
  'SHELL-02f the ribbon is not clipped and covers nothing at any width (%s)',
  async (language, name) => {
    const page = await openPage(`${lounge}?lang=${language}`, { server: new Stage().server, ...desktop });
    const bar = page.getByRole('complementary', { name, exact: true });
    const header = page.getByRole('banner');
    await expect.element(bar.getByRole('button')).toBeVisible();
    for (const [width, height] of sizes) {
      page.resize(width, height);
      const below = () => header.getByRole('button').last();
      await expect.poll(() => page.boxOf(below()).y - page.boxOf(bar).bottom).toBeGreaterThanOrEqual(0);
      const box = page.boxOf(bar);
      expect([box.x, box.y, box.right]).toEqual([0, 0, width]);
      for (const inside of [bar.getByRole('button'), bar.getByRole('link')]) {
        const { left, right, bottom } = page.boxOf(inside);
        expect([left >= 0, right <= width, bottom <= box.bottom]).toEqual([true, true, true]);
      }
      expect(page.fitsAcross).toBe(true);
    }
  },
);

test('SHELL-02g on a phone the dialog fits the screen', async () => {
  const page = await openPage(lounge, { server: new Stage().server, ...phone, height: 400 });
  await ribbon(page).getByRole('button', { name: 'Publish…' }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Publish', exact: true });
  await expect.element(confirm).toBeVisible();
  await page.atRest();
  expect(page.boxOf(confirm).bottom).toBeLessThanOrEqual(400);
});

test('AREA-02ac on a phone the heading of the text view is as far below the header with the ribbon as without', async () => {
  const headingGap = (page: AppPage) =>
    page.boxOf(page.heading('Lounge')).top - page.boxOf(page.getByRole('banner')).bottom;
  const live = await openPage('/v/nightfall/area/lounge?view=text', { ...phone });
  await expect.element(live.heading('Lounge')).toBeVisible();
  const gap = headingGap(live);
  expect(gap).toBeGreaterThan(40);
  const page = await openPage(`${lounge}?view=text`, { server: new Stage().server, ...phone });
  await expect.element(ribbon(page)).toMatchTextContent(/version 2/);
  await expect.element(page.heading('Lounge')).toBeVisible();
  await expect.poll(() => headingGap(page)).toBe(gap);
});
