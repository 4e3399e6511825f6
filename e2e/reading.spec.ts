/** The reading twin: the same area as text, for whoever reads rather than looks. */
import { expect, test, type Page } from './harness.ts';
import { expectAccessible } from './accessible.ts';
import { inLounge, lounge, notice, poster } from './widgetVenue.ts';

const reading = `${lounge}?view=reading`;
const twin = (page: Page) => page.getByRole('article');
const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Names of what the keyboard meets, in its order. */
const names = async (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((elements) => elements.map((element) => element.ariaLabel ?? element.textContent));

test('AREA-02e every area can be read: name, description, doors before things, each with its verb', async ({
  page,
  foyer,
}) => {
  await foyer.live(inLounge(poster(), notice('<p>Doors open at six</p>')));
  await page.goto(reading);
  await expect(twin(page).getByRole('heading', { level: 1, name: 'Lounge' })).toBeVisible();
  await expect(twin(page).getByText('A round sofa under a ring of light')).toBeVisible();
  const headings = await twin(page).getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.filter((name) => name !== 'Good to know')).toEqual([
    'Doors',
    'To see and do',
    'In the whole venue',
  ]);
  const things = twin(page).getByRole('region', { name: 'To see and do' });
  await expect(things.getByRole('button', { name: 'Look, Poster' })).toBeVisible();
  await expect(things.getByRole('button', { name: 'Read, News' })).toBeVisible();
});

test('AREA-02f its doors lead on, and one goes on reading', async ({ page }) => {
  await page.goto(reading);
  await twin(page).getByRole('link', { name: 'Go in, Library' }).click();
  await expect(page).toHaveURL(/\/area\/library\?view=reading$/);
  await expect(twin(page).getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('AREA-02g it opens the same widgets, and gives the focus back', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster()));
  await page.goto(reading);
  const opener = twin(page).getByRole('button', { name: 'Look, Poster' });
  await opener.click();
  await expect(page.getByRole('dialog', { name: 'Poster' })).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'Poster' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await twin(page).getByRole('button', { name: 'Open, Floorplan' }).click();
  await expect(page.getByRole('dialog', { name: 'Floorplan' })).toBeVisible();
});

for (const language of ['en', 'ar']) {
  test(`AREA-02h its order is the keyboard's order in the picture, ${language}`, async ({ page, foyer }) => {
    await foyer.live(inLounge(poster(), notice('<p>Doors open at six</p>')));
    await page.goto(`${lounge}?lang=${language}`);
    await expect(page.locator('[data-kind="door"] a').first()).toBeAttached();
    const inPicture = await page
      .locator('[data-kind] a')
      .evaluateAll((links) =>
        links.map(
          (link) =>
            new URL((link as HTMLAnchorElement).href).pathname + (link.getAttribute('data-opens') ?? ''),
        ),
      );
    await page.goto(`${reading}&lang=${language}`);
    await expect(twin(page)).toBeVisible();
    const inText = await twin(page)
      .locator('section:not([data-notice]) .reading-row :is(a, button)')
      .evaluateAll((links) =>
        links
          .map((link) =>
            link instanceof HTMLAnchorElement
              ? new URL(link.href).pathname
              : location.pathname + (link.getAttribute('data-opens') ?? ''),
          )
          .filter((target) => !target.endsWith('floorplan')),
      );
    expect(inText).toEqual(inPicture);
  });
}

test('AREA-02i the switch is remembered by the browser, and stands in the address', async ({ page }) => {
  await page.goto(lounge);
  await page.getByRole('button', { name: 'Reading', exact: true }).click();
  await expect(page).toHaveURL(/\?view=reading$/);
  await expect(twin(page)).toBeVisible();
  await page.goto(lounge);
  await expect(twin(page)).toBeVisible();
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await expect(twin(page)).toHaveCount(0);
  await page.goto(lounge);
  await expect(page.locator('[data-kind="door"] a').first()).toBeAttached();
  await expect(twin(page)).toHaveCount(0);
});

test('AREA-02j what several viewpoints share is told once, and each leads to its own picture', async ({
  page,
}) => {
  await page.goto('/v/nightfall/area/lobby?view=reading');
  await expect(twin(page).getByRole('heading', { level: 2, name: 'Entrance' })).toBeVisible();
  await expect(twin(page).getByRole('heading', { level: 2, name: 'Reception' })).toBeVisible();
  await expect(twin(page).getByRole('link', { name: 'Go in, Plenary' })).toHaveCount(1);
  await expect(
    twin(page).getByText('The same doors and things as above are in reach from here.'),
  ).toBeVisible();
  await expect(twin(page).getByRole('link', { name: 'Look from here, Reception' })).toHaveAttribute(
    'href',
    /viewpoint=reception/,
  );
});

test('AREA-02k on a slow line a small picture comes, and no panorama', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '2g' } });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/backend-assets/')) asked.push(request.url());
  });
  await page.goto('/v/nightfall/area/lobby?view=reading');
  await expect(twin(page).locator('.reading-band img')).toHaveAttribute('src', /suffix=w640/);
  await expect(twin(page).getByRole('link', { name: 'Go in, Plenary' })).toBeVisible();
  const pictures = () => asked.filter((url) => /\/lobby\//.test(url));
  await expect.poll(() => pictures().length).toBeGreaterThan(0);
  expect(pictures().filter((url) => !url.includes('suffix=w640'))).toEqual([]);
});

test('AREA-02l at 400 % nothing is cut and nothing scrolls sideways', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster(), notice('<p>Doors open at six</p>')));
  for (const viewport of [
    { width: 360, height: 225 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(reading);
    await expect(twin(page)).toBeVisible();
    expect(await isSideways(page)).toBe(false);
    const verb = twin(page).getByRole('button', { name: 'Look, Poster' });
    await verb.scrollIntoViewIfNeeded();
    const box = await verb.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= viewport.width).toBe(true);
  }
});

test('AREA-02m the contents say where one is, and jump there with the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto('/v/nightfall/area/lobby?view=reading');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link', { name: 'Welcome' })).toHaveAttribute('aria-current', 'true');
  await contents.getByRole('link', { name: 'Reception' }).click();
  await expect(twin(page).getByRole('heading', { name: 'Reception' })).toBeFocused();
  await expect(page).toHaveURL(/view=reading$/);
  await page.mouse.wheel(0, 4_000);
  await expect(contents.getByRole('link', { name: 'In the whole venue' })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('AREA-02n printed, it is text alone', async ({ page }) => {
  await page.goto(reading);
  await page.emulateMedia({ media: 'print' });
  await expect(twin(page).getByText('Bibliothek').or(twin(page).getByText('Library')).first()).toBeVisible();
  for (const chrome of [
    '.dock',
    '.twin-place',
    '.reading-band',
    '.reading-verb >> nth=0',
    '.reading-contents',
  ])
    await expect(page.locator(chrome)).toBeHidden();
});

test('AREA-02o by keyboard: every door and thing is met once, in order', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster()));
  await page.goto(reading);
  // Three doors, the poster and the floorplan.
  await expect(page.locator('.reading-row .reading-verb')).toHaveCount(5);
  const verbs = await names(page, '.reading-row .reading-verb');
  await twin(page).getByRole('heading', { level: 1 }).focus();
  const met: string[] = [];
  for (let press = 0; press < verbs.length; press += 1) {
    await page.keyboard.press('Tab');
    met.push(await page.evaluate(() => document.activeElement?.ariaLabel ?? ''));
  }
  expect(met).toEqual(verbs);
});

for (const [name, viewport, language] of [
  ['desktop', { width: 1440, height: 900 }, 'en'],
  ['phone', { width: 390, height: 844 }, 'en'],
  ['Arabic', { width: 1440, height: 900 }, 'ar'],
] as const) {
  test(`AREA-02p axe finds no fault in it, ${name}`, async ({ page, foyer }) => {
    await foyer.live(inLounge(poster(), notice('<p>Doors open at six</p>')));
    await page.setViewportSize(viewport);
    await page.goto(`${reading}&lang=${language}`);
    await expect(twin(page)).toBeVisible();
    await expectAccessible(page);
  });
}
