/** Header, footer, menu, languages, colours, legal pages: what stands around the venue. */
import { expect, test, type Page } from './harness.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const phone = { width: 390, height: 844 };
const askNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

const localesOf = (page: Page, supportedLocales: string[]) =>
  page.route('**/ui-config.json', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as object;
    await route.fulfill({
      response: answer,
      json: { ...config, i18n: { defaultLocale: 'en', supportedLocales } },
    });
  });

test('HEAD-07b the language selector is there with several languages, and a choice shows at once', async ({
  page,
}) => {
  await page.goto('/v/nightfall/area/lounge');
  await expect(heading(page, 'Lounge')).toBeAttached();
  await page.getByRole('combobox', { name: 'Language: English' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.getByRole('link', { name: 'Datenschutz', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('LANG-02f a manual choice is remembered, a language of the address is not', async ({ page }) => {
  await page.goto('/v/nightfall/imprint?lang=ar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await page.getByRole('combobox', { name: 'Language: English' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(heading(page, 'Impressum')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Impressum')).toBeVisible();
});

test('LANG-02g a storage that is blocked or full breaks nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  await page.goto('/v/nightfall/imprint');
  await page.getByRole('combobox', { name: 'Language: English' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(heading(page, 'Impressum')).toBeVisible();
});

test('LANG-03c HEAD-07c with one language there is no selector', async ({ page }) => {
  await localesOf(page, ['en']);
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
});

test('LANG-03d with none it reports a config error', async ({ page, allowed }) => {
  allowed.console.push(/\[LANGUAGE\]/);
  await localesOf(page, []);
  await page.goto('/v/nightfall/imprint');
  await expect(page.getByText('No language is configured for this venue.')).toBeVisible();
  await expect(heading(page, 'Imprint')).toBeVisible();
});

test('Arabic runs from right to left, and the whole page turns with it', async ({ page }) => {
  await page.goto('/v/nightfall/imprint?lang=ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const logo = await page.getByRole('banner').getByRole('link').first().boundingBox();
  expect(logo?.x).toBeGreaterThan(720);
});

test('HEAD-02b the header is 60 high while presence is not there', async ({ page }) => {
  await page.goto('/v/nightfall/imprint');
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(60);
});

test('HEAD-09a the header is solid on the legal pages, else transparent', async ({ page }) => {
  const ground = () =>
    page.getByRole('banner').evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  expect(await ground()).toBe('rgb(18, 27, 65)');
  await page.goto('/v/nightfall/area/lounge');
  await expect(heading(page, 'Lounge')).toBeAttached();
  expect(await ground()).toBe('rgba(0, 0, 0, 0)');
});

test('HEAD-05a the footer has the legal pages and a link for each area, the current one marked', async ({
  page,
}) => {
  await page.goto('/v/nightfall/area/lounge');
  const areas = page.getByRole('contentinfo').getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link')).toHaveCount(7);
  await expect(areas.getByRole('link', { name: 'Lounge' })).toHaveAttribute('aria-current', 'page');
  await areas.getByRole('link', { name: 'Library' }).click();
  await expect(heading(page, 'Library')).toBeAttached();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await expect(heading(page, 'Imprint')).toBeVisible();
});

test('HEAD-05b without global navigation the areas are not there, nor anything of it on a phone', async ({
  page,
  foyer,
}) => {
  await foyer.live((plan) => {
    plan.globalNavigationEnabled = false;
  });
  await page.goto('/v/nightfall/area/lounge');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Areas' })).toHaveCount(0);
  await page.setViewportSize(phone);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('HEAD-05c privacy preferences are there only where the venue has a banner', async ({ page, foyer }) => {
  await page.goto('/v/nightfall/imprint');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Privacy preferences' })).toHaveCount(0);
  await foyer.live((plan) => {
    plan.cookieBannerConfig = { type: 'SIMPLE', text: [{ locale: 'en', text: '<p>May we?</p>' }] };
  });
  await askNow(page);
  await page.getByRole('link', { name: 'Privacy preferences' }).click();
  await expect(page).toHaveURL(/#privacy-preferences$/);
});

test('HEAD-03a a phone has a menu with areas, language and legal pages', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/v/nightfall/imprint');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
  await menu.getByRole('button', { name: /^Language/ }).click();
  await menu.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Impressum' })).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Lounge' }).click();
  await expect(page).toHaveURL(/\/area\/lounge$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('HEAD-10a the drawer is 256 wide, and a swipe from the last 25 pixels opens it', async ({
  browser,
  foyer,
}) => {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, baseURL: foyer.url });
  const page = await context.newPage();
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  const fingers = await context.newCDPSession(page);
  const swipe = async (from: number) => {
    const touch = (type: 'touchStart' | 'touchMove', x: number) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: 400 }] });
    await touch('touchStart', from);
    for (const by of [10, 30, 60, 120]) await touch('touchMove', from - by);
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await swipe(360);
  await expect(menu).toHaveCount(0);
  await swipe(370);
  await expect(menu).toBeVisible();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(256);
  await context.close();
});

test('SHELL-05a a list renders at most 1000 items', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    const rooms = Array.from({ length: 1_200 }, (_, index) => ({
      id: `room-${index}`,
      names: [{ locale: 'en' as const, text: `Room ${index}` }],
      viewMode: 'VIEW_2D' as const,
      viewPoints: [{ id: 'main', background: { assetId: 'poster-light' } }],
    }));
    plan.areas = [...plan.areas, ...rooms];
  });
  await page.setViewportSize(phone);
  await page.goto('/v/nightfall/imprint');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link', { name: 'Lobby' })).toBeVisible();
  expect(await areas.getByRole('link').count()).toBeLessThan(1_000);
  await areas.getByRole('list').evaluate((list) => list.parentElement?.scrollTo({ top: 1e6 }));
  await expect(areas.getByRole('link', { name: 'Room 1199' })).toBeVisible();
});

test('AREA-05g the page wears the colours of its venue, and changes them with it', async ({
  page,
  foyer,
}) => {
  const paint = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['--ground', '--brand', '--secondary', 'color-scheme'].map((name) =>
        style.getPropertyValue(name),
      );
    });
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  expect(await paint()).toEqual(['#000a33', '#f70041', '#373f60', 'dark']);
  await foyer.live((plan) => {
    plan.style = {
      ...plan.style,
      textColor: '#14122B',
      primaryColor: '#6D28D9',
      secondaryColor: '#E4E0F5',
      backgroundColor: '#FFFFFF',
    };
  });
  await askNow(page);
  await expect.poll(paint).toEqual(['#ffffff', '#6d28d9', '#e4e0f5', 'light']);
});

test('SHELL-03a the page is dark before anything is known of its venue', async ({ page, allowed }) => {
  allowed.console.push(/\[UI_CONFIG\]|404/);
  await page.route('**/ui-config.json', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/');
  await expect(heading(page, 'The venue isn’t set up yet')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
});

test('AREA-06b a text changes at once with the language', async ({ page }) => {
  await page.goto('/v/nightfall/area/lounge');
  const areas = page.getByRole('contentinfo');
  await expect(areas.getByRole('link', { name: 'Help desk' })).toBeVisible();
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name: 'العربية' }).click();
  await expect(areas.getByRole('link', { name: 'مكتب المساعدة' })).toBeVisible();
  await expect(page).toHaveTitle(/^الاستراحة/);
});

test('AREA-07a a phone held upright gets the hint to turn it, which blocks nothing and goes for good', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/v/nightfall/area/lounge');
  const hint = page.getByRole('complementary', { name: 'Turn your phone' });
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Close the menu' }).click();
  await hint.getByRole('button', { name: 'Stay upright' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(heading(page, 'Lounge')).toBeAttached();
  await expect(hint).toHaveCount(0);
});

test('AREA-07b held sideways, on a desktop and on the legal pages there is no such hint', async ({
  page,
}) => {
  const hint = page.getByRole('complementary', { name: 'Turn your phone' });
  await page.goto('/v/nightfall/area/lounge');
  await expect(heading(page, 'Lounge')).toBeAttached();
  await expect(hint).toHaveCount(0);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(hint).toHaveCount(0);
  await page.setViewportSize(phone);
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test('a piece of the page that cannot be fetched just now leaves the page as it is, and comes with the network', async ({
  page,
  context,
  allowed,
}) => {
  allowed.console.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/v/nightfall/area/lounge');
  await expect(heading(page, 'Lounge')).toBeAttached();
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('RotateHint'));
  await page.setViewportSize(phone);
  await failed;
  await expect(heading(page, 'Lounge')).toBeAttached();
  await context.setOffline(false);
  await expect(page.getByRole('complementary', { name: 'Turn your phone' })).toBeVisible();
});

test('PAGE-01a the legal pages are the rich text of the venue, in the language shown', async ({
  page,
  foyer,
}) => {
  await foyer.live((plan) => {
    plan.impress = [
      { locale: 'en', text: '<h2>Who we are</h2><p>A <strong>house</strong> of doors.</p>' },
      { locale: 'de', text: '<h2>Wer wir sind</h2>' },
    ];
  });
  await page.goto('/v/nightfall/imprint');
  await expect(page.getByRole('heading', { level: 2, name: 'Who we are' })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'house' })).toBeVisible();
  await page.goto('/v/nightfall/imprint?lang=de');
  await expect(page.getByRole('heading', { level: 2, name: 'Wer wir sind' })).toBeVisible();
});

test('PAGE-01b the way back leads to the area one was in, or to the start', async ({ page }) => {
  await page.goto('/v/nightfall/imprint');
  await page.getByRole('link', { name: 'Back to the area' }).click();
  await expect(page).toHaveURL(/\/area\/lobby$/);
  await page.goto('/v/nightfall/area/library');
  await expect(heading(page, 'Library')).toBeAttached();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await page.getByRole('link', { name: 'Back to the area' }).click();
  await expect(page).toHaveURL(/\/area\/library$/);
});

const textFromServer = (page: Page, text: string) =>
  page.route('**/api/ui/venue?*', async (route) => {
    const answer = await route.fetch();
    const venue = (await answer.json()) as { architectures: { impress: unknown }[] };
    for (const plan of venue.architectures) plan.impress = [{ locale: 'en', text }];
    await route.fulfill({ response: answer, json: venue });
  });

for (const text of [
  '<p>x</p><script>alert(1)</script>',
  '<ScRiPt src=//evil.example>',
  '< script >alert(1)</script>',
]) {
  test(`PAGE-02a the text ${text} is replaced by the invalid rich text message`, async ({ page }) => {
    await textFromServer(page, text);
    await page.goto('/v/nightfall/imprint');
    await expect(page.getByRole('note')).toHaveText(/contains something that cannot be shown safely/);
  });
}

test('PAGE-02b every rich text is cleaned: nothing in it acts, loads or paints', async ({
  page,
  allowed,
}) => {
  // Said while the text is read, before it is cleaned: the policy holds there too.
  allowed.console.push(/Applying inline style violates/);
  const acted: string[] = [];
  page.on('dialog', (dialog) => {
    acted.push(dialog.message());
    void dialog.dismiss();
  });
  await textFromServer(
    page,
    `<p id="ok" style="position:fixed" onclick="alert(1)">kept</p><img src=x onerror=alert(2)><svg/onload=alert(3)>
     <iframe srcdoc="x"></iframe><base href="https://evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">
     <a href="javascript:alert(4)">one</a><a href="https://example.org/">two</a><style>*{display:none}</style>
     <noscript><p title="</noscript><img src=x onerror=alert(5)>"></noscript><form><input name=x></form>`,
  );
  await page.goto('/v/nightfall/imprint');
  await expect(page.getByText('kept')).toBeVisible();
  const text = page.locator('.rich-text');
  await expect(
    text.locator('img, svg, iframe, base, meta, style, form, input, [style], [onclick]'),
  ).toHaveCount(0);
  await expect(text.getByText('one')).not.toHaveAttribute('href');
  await expect(text.getByRole('link', { name: 'two' })).toHaveAttribute('rel', 'noopener noreferrer');
  expect(acted).toEqual([]);
});

test('every stage page carries a ribbon with its version', async ({ page, foyer }) => {
  await page.goto(await foyer.stageLink());
  await page.getByRole('button').click();
  const ribbon = page.getByRole('complementary', { name: 'Only those with a stage link see this.' });
  await expect(ribbon).toContainText(/Stage, version \d+/);
  const version = await foyer.save((plan) => {
    plan.titles = [{ locale: 'en', text: 'Rehearsal' }];
  });
  await askNow(page);
  await expect(ribbon).toContainText(`Stage, version ${version}`);
  await page.goto('/stage/v/nightfall/imprint');
  await expect(ribbon).toBeVisible();
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await expect(ribbon).toHaveCount(0);
});

test('while there is no network a line says since when, and it goes when it is back', async ({
  page,
  context,
  allowed,
}) => {
  allowed.console.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/You are offline since/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/You are offline since/)).toHaveCount(0);
});

test('the skip link leads to the content', async ({ page }) => {
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('PAGE-01e a text that begins with the heading of its page does not say it twice', async ({ page }) => {
  for (const [lang, name] of [
    ['en', 'Imprint'],
    ['de', 'Impressum'],
  ] as const) {
    await page.goto(`/v/nightfall/imprint?lang=${lang}`);
    await expect(page.locator('.rich-text')).toContainText('Nightfall 26');
    await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(1);
  }
});

test('GUARD-08d the waiting page has the configured title, in the tab and on the page', async ({
  page,
  foyer,
}) => {
  await foyer.unpublish();
  await page.route('**/ui-config.json', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...config, tabTitle: 'Our night' } });
  });
  await page.goto('/work-in-progress?lang=en');
  await expect(page.getByRole('heading', { name: 'The doors open soon' })).toBeVisible();
  await expect(page).toHaveTitle('The doors open soon – Our night');
  await expect(page.getByText('Virtual venue')).toHaveCount(0);
  await expect(page.getByText('Our night')).toBeVisible();
});

test('SHELL-02f on a phone the ribbon of the stage has a line of its own', async ({ page, foyer }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(await foyer.stageLink());
  await page.getByRole('button').click();
  const ribbon = page.getByRole('complementary', { name: 'Only those with a stage link see this.' });
  await expect(ribbon).toBeVisible();
  const [above, header] = [await ribbon.boundingBox(), page.getByRole('button', { name: 'Open the menu' })];
  const below = await header.boundingBox();
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  const name = await page.locator('header p').first().boundingBox();
  expect(name?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test('with forced colours one sees which of two is chosen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/v/nightfall/area/lounge?lang=en');
  const colourOf = (pressed: boolean) =>
    page
      .getByRole('button', { pressed })
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(page.getByRole('button', { name: 'Reading' })).toBeVisible();
  expect(await colourOf(true)).not.toBe(await colourOf(false));
});

test('SHELL-03g a page that comes leaves the focus where the person has put it since they left', async ({
  page,
}) => {
  await page.goto('/v/nightfall/area/lounge');
  const areas = page.getByRole('contentinfo').getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link', { name: 'Library' })).toBeVisible();
  await page.evaluate(async () => {
    const landings: string[] = [];
    Object.assign(window, { landings });
    addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.closest('main')) landings.push(target.innerText);
    });
    const [link, next] = [...document.querySelectorAll<HTMLElement>('footer nav a:not([aria-current])')];
    link?.focus();
    link?.click();
    const { href } = location;
    while (location.href === href) await Promise.resolve();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    next?.focus();
  });
  await areas.getByRole('link', { name: 'Library' }).click();
  await expect(heading(page, 'Library')).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { landings: string[] }).landings)).toHaveLength(1);
});

test('SHELL-03h a button keeps the focus while its list comes', async ({ page }) => {
  await page.goto('/v/nightfall/imprint');
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.focus();
  await page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(window, { lost });
    const look = () => {
      if (document.activeElement === document.body) lost.push('the focus');
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { lost: string[] }).lost)).toEqual([]);
});
