/** Notices are shown once and can be opened again. */
import { expect, test } from 'vitest';
import type { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, type AppPage } from '../../testing/page.ts';
import { hotspot, inLounge, lounge, notice, panel, poster, serverWith } from '../testing/widgetPage.ts';

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
    await expect.element(panel(page, 'News')).toMatchTextContent('Doors open at six');
    await expect.element(panel(page, 'News')).toHaveFocus();
    await page.press('{Escape}');
    await expect.element(panel(page, 'News')).not.toBeInTheDocument();
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
  await page.getByRole('button', { name: 'News', exact: true }).click();
  await expect.element(panel(page, 'News')).toMatchTextContent('Doors open at six');
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

test('WIDGET-14 at 400 % zoom a notice can be read to the end and closed', async () => {
  const text = '<p>Doors open at six</p><p>Bring your badge</p><p>See you there</p>';
  const page = await openPage(lounge, { server: serverWith(notice(text)), width: 360, height: 225 });
  /** Whether a whole text is visible inside of the page and its scroll container. */
  const isInView = (words: string): boolean => {
    const element = shown(page).getByText(words).element();
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [top + 1, bottom - 1].every((y) =>
      element.contains(page.document.elementFromPoint((left + right) / 2, y)),
    );
  };
  await expect.element(shown(page).getByText('Doors open at six')).toBeVisible();
  await expect.poll(() => isInView('Doors open at six')).toBe(true);
  shown(page).getByText('See you there').element().scrollIntoView();
  await expect.poll(() => isInView('See you there')).toBe(true);
  // The notice does not cover the header, and the dock is hidden until it is closed.
  expect(page.boxOf(shown(page)).top).toBeGreaterThanOrEqual(page.boxOf(page.getByRole('banner')).bottom);
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument();
  await confirm(page);
  await expect.element(page.getByRole('toolbar')).toBeVisible();
});

test('a notice is shown in the flow of the text view', async () => {
  const page = await openPage(`${lounge}?view=text`, { server: serverAtSix() });
  await expect.element(page.getByCSS('.notice-in-text')).toMatchTextContent('Doors open at six');
  await expect.element(page.getByCSS('.notice-beside')).not.toBeInTheDocument();
});
