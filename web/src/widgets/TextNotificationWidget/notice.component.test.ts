/** Notices are shown once and can be opened again. */
import { expect, test } from 'vitest';
import type { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';
import {
  hotspot,
  inLounge,
  lounge,
  notice,
  panel,
  poster,
  serverWith,
  type ContentWidget,
} from '../testing/widgetPage.ts';

const shown = (page: AppPage) => page.getByRole('region', { name: 'Good to know' });
const serverAtSix = (): FakeServer => serverWith(notice('<p>Doors open at six</p>'));

async function confirm(page: AppPage): Promise<void> {
  await shown(page).getByRole('button', { name: 'Got it' }).click();
  await expect.element(shown(page)).not.toBeInTheDocument();
}

/** Waits for the area and expects no notice. */
async function expectNotShown(page: AppPage): Promise<void> {
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expect.element(hotspot(page, 'News')).toBeInTheDocument();
  await expect.element(shown(page)).not.toBeInTheDocument();
}

test('WIDGET-14a a notice is shown on entering its area, as rich text', async () => {
  const text = '<p>Doors open at <strong>six</strong></p><ul><li>North</li><li>South</li></ul>';
  const page = await openPage(lounge, { server: serverWith(notice(text)) });
  await expect.element(shown(page).getByCSS('strong')).toHaveTextContent('six');
  await expect.poll(() => shown(page).getByRole('listitem').elements().length).toBe(2);
  // A notice does not take the focus.
  expect(shown(page).element().contains(page.focused)).toBe(false);
});

test('WIDGET-14b a notice is shown once: not after a reload or in a second tab', async () => {
  const page = await openPage(lounge, { server: serverAtSix() });
  await confirm(page);
  await page.reload();
  await expectNotShown(page);
  const second = await openPage(lounge, { server: serverAtSix() });
  await expectNotShown(second);
  const stored = JSON.parse(page.window.localStorage.getItem('widgetSeen') ?? '{}') as unknown;
  expect(stored).toMatchObject({
    'nightfall/lounge/news': { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown },
  });
});

test('WIDGET-14c a notice is shown again after a change of its content, not of another widget', async () => {
  const server = serverAtSix();
  const page = await openPage(lounge, { server });
  await confirm(page);
  server.change(inLounge(poster(), notice('<p>Doors open at six</p>')));
  await page.reload();
  await expect.element(hotspot(page, 'Poster')).toBeInTheDocument();
  await expectNotShown(page);
  server.change(inLounge(notice('<p>Doors open at seven</p>')));
  await page.reload();
  await expect.element(shown(page)).toMatchTextContent('Doors open at seven');
});

test('WIDGET-14d the hotspot of a notice opens it any number of times', async () => {
  const page = await openPage(lounge, { server: serverAtSix() });
  await confirm(page);
  for (let time = 0; time < 2; time += 1) {
    await hotspot(page, 'News').click();
    await expect.element(panel(page, 'Good to know')).toMatchTextContent('Doors open at six');
    await expect.element(panel(page, 'Good to know')).toHaveFocus();
    await page.press('{Escape}');
    await expect.element(panel(page, 'Good to know')).not.toBeInTheDocument();
  }
});

test('WIDGET-14e without storage a notice is shown once until the page is closed', async () => {
  const page = await openPage(lounge, {
    server: serverAtSix(),
    prepare: (opened) =>
      Object.defineProperty(opened, 'localStorage', {
        get() {
          throw new opened.DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
  });
  await confirm(page);
  await page.getByRole('button', { name: 'Floorplan', exact: true }).click();
  await page.getByRole('link', { name: 'Go in, Library' }).click();
  await expect.poll(() => page.path).toBe('/v/nightfall/area/library');
  page.back();
  await expect.poll(() => page.path).toContain('/lounge');
  if (page.path !== lounge) page.back();
  await expect.poll(() => page.path).toBe(lounge);
  await expectNotShown(page);
});

test('WIDGET-14f Escape closes a notice, and the dock opens it again', async () => {
  const page = await openPage(lounge, { server: serverAtSix() });
  await expect.element(shown(page)).toBeVisible();
  await page.press('{Escape}');
  await expect.element(shown(page)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Notices', exact: true }).click();
  await expect.element(panel(page, 'Good to know')).toMatchTextContent('Doors open at six');
});

test('WIDGET-14g a text with a script is not shown, and the script does not run', async () => {
  const page = await openPage(lounge, {
    server: serverWith(notice('<p>hello</p><script>document.title=1</script>')),
  });
  await expect.element(shown(page)).toMatchTextContent('can’t be shown safely');
  await expect.poll(() => page.document.title).toMatch(/Lounge/);
});

test('WIDGET-14h axe finds nothing in a notice, also opened on a phone in Arabic', async () => {
  const text = '<h3>Tonight</h3><p>Doors open at <a href="https://example.org">six</a></p>';
  const page = await openPage(lounge, { server: serverWith(notice(text)) });
  await expect.element(shown(page)).toBeVisible();
  await page.expectAccessible();
  page.resize(390, 844);
  await page.goto(`${lounge}?widget=news&lang=ar`);
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Doors open at');
  await page.expectAccessible();
});

test('WIDGET-14u on a phone a notice takes less than a third of the screen and leaves the viewpoint switch free', async () => {
  const text = '<p>Doors open at six</p><p>Bring your badge</p>'.repeat(6);
  const server = serverWith(notice(text)).change(({ areas }) => {
    for (const { viewPoints } of areas) {
      const [first] = viewPoints;
      if (first) viewPoints.push({ ...first, id: 'other' });
    }
  });
  const page = await openPage(lounge, { ...phone, server });
  await expect.element(shown(page)).toMatchTextContent('Bring your badge');
  await page.atRest();
  const box = page.boxOf(shown(page));
  expect(box.height).toBeLessThan(page.window.innerHeight / 3);
  expect(page.boxOf(page.getByRole('navigation', { name: 'Viewpoint' })).top).toBeGreaterThan(box.bottom);
  await confirm(page);
});

test('a snackbar is beside a notice and covers none of it', async () => {
  const page = await openPage(`${lounge}?widget=unknown`, { server: serverAtSix(), stopTimeAt: Date.now() });
  const snackbar = page.getByCSS('[data-snackbars] li');
  await expect
    .poll(async () => {
      await page.advance(100);
      return snackbar.query() && shown(page).query();
    })
    .not.toBeNull();
  expect(page.boxOf(snackbar).right).toBeLessThan(page.boxOf(shown(page)).left);
});

test('WIDGET-14n at 400 % zoom the dock announces a notice, which can be opened, read to the end and closed', async () => {
  const text = '<p>Doors open at six</p><p>Bring your badge</p>'.repeat(6) + '<p>See you there</p>';
  const page = await openPage(lounge, { server: serverWith(notice(text)), width: 320, height: 256 });
  await page.getByRole('button', { name: 'Notices, 1 unread' }).click();
  expect(shown(page).elements()).toEqual([]);
  const opened = panel(page, 'Good to know');
  await expect.element(opened).toMatchTextContent('See you there');
  opened.getByText('See you there').element().scrollIntoView();
  await page.atRest();
  const { bottom } = page.boxOf(opened.getByText('See you there'));
  expect(bottom).toBeLessThanOrEqual(256);
  await opened.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
});

/** Another notice in the same area, named Bar and titled "Last call". */
const lastCall: ContentWidget = {
  id: 'bar',
  type: 'TextNotificationWidget',
  name: 'Bar',
  configurations: [
    {
      id: 'notice',
      name: 'notice',
      cookieProviders: [],
      titles: [{ locale: 'en', text: 'Last call' }],
      texts: [{ locale: 'en', text: '<p>The bar closes at ten</p>' }],
    },
  ],
  placements: [],
};
const dockCount = (page: AppPage): string | null | undefined =>
  page.document.querySelector('[data-dock="notices"] .dock_count')?.textContent;

test('WIDGET-14o of several notices only the first is shown automatically; the dock announces the others by their titles until they are opened', async () => {
  const page = await openPage(lounge, { server: serverWith(notice('<p>Doors open at six</p>'), lastCall) });
  await confirm(page);
  await expect.poll(() => dockCount(page)).toBe('1');
  expect(page.getByRole('region', { name: 'Last call' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Notices, 1 unread' }).click();
  await page.getByRole('menuitem', { name: 'Last call' }).click();
  await expect.element(panel(page, 'Last call')).toMatchTextContent('The bar closes at ten');
  await expect.poll(() => dockCount(page)).toBeUndefined();
});

test('WIDGET-14p a notice has one title and one button, which closes it', async () => {
  const page = await openPage(lounge, { server: serverAtSix() });
  await expect.element(shown(page)).toBeVisible();
  const texts = (role: 'heading' | 'button') =>
    shown(page)
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent);
  expect([texts('heading'), texts('button')]).toEqual([['Good to know'], ['Got it']]);
  await confirm(page);
  await hotspot(page, 'News').click();
  await expect.element(panel(page, 'Good to know')).toBeVisible();
  expect(panel(page, 'Good to know').getByRole('heading').elements()).toHaveLength(1);
});

/** The doors whose name can be read. */
const namedDoors = (page: AppPage): string[] =>
  [...page.document.querySelectorAll<HTMLElement>('[data-phase="current"] li')]
    .filter(({ dataset }) => /full|brief|chip/.test(dataset['form'] ?? ''))
    .map(({ textContent }) => textContent)
    .filter((name) => /^(Lobby|Library)/.test(name))
    .toSorted();

test.each([
  ['desktop', 1440, 900],
  ['tablet', 1024, 700],
  ['phone', 390, 844],
])('WIDGET-14q a notice takes no name off a door (%s)', async (_, width, height) => {
  const page = await openPage(lounge, {
    server: serverWith(notice('<p>Doors open at six</p>'.repeat(6))),
    width,
    height,
  });
  await expect.element(shown(page)).toBeVisible();
  await page.atRest();
  await expect.poll(() => namedDoors(page).length).toBeGreaterThan(0);
  const withNotice = namedDoors(page);
  await confirm(page);
  await page.atRest();
  await page.nextFrame();
  expect(withNotice).toEqual(expect.arrayContaining(namedDoors(page)));
});

test('WIDGET-14r on a phone the hint to turn it waits until the notice is closed', async () => {
  const page = await openPage(lounge, { server: serverAtSix(), ...phone });
  const hint = page.getByCSS('[data-hint="rotate"]');
  await expect.element(shown(page)).toBeVisible();
  await expect.element(hint).toBeInTheDocument();
  await expect.element(hint).not.toBeVisible();
  await confirm(page);
  await expect.element(hint).toBeVisible();
});

test('a notice is shown in the flow of the text view', async () => {
  const page = await openPage(`${lounge}?view=text`, { server: serverAtSix() });
  await expect.element(page.getByCSS('.notice_notice')).toMatchTextContent('Doors open at six');
  await expect.element(page.getByCSS('.notice_beside')).not.toBeInTheDocument();
});
