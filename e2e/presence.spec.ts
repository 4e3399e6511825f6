/** Who is here, as one sees it: widget, list, search, filter, statuses, and the menu of a phone. */
import { expectAccessible } from './accessible.ts';
import { choosePresence, setIdle } from '@foyer/contract';
import {
  enter,
  expect,
  list,
  lobby,
  names,
  openList,
  row,
  signInAnywhere,
  test,
  widget,
  withLogin,
  type Page,
} from './presencePage.ts';

test.use({ server: withLogin });

const header = (page: Page) => page.getByRole('banner');

test('HEAD-06a HEAD-02b who is logged in sees faces and both counts in a header of 102', async ({
  page,
  foyer,
  come,
}) => {
  await come('Ingrid Solberg', 'Jonas Weber', { name: 'Mei Tanaka', area: 'lounge' });
  await enter(page, await foyer.account({ name: 'Amara Okafor' }));
  await expect(widget(page)).toHaveAccessibleName('Who is here: 3 here, 4 at the event');
  const faces = widget(page).locator('.presence-face');
  await expect.poll(async () => (await faces.allInnerTexts()).toSorted()).toEqual(['IS', 'JW']);
  await expect(header(page)).toHaveCSS('height', '102px');
  await expect(widget(page)).toHaveCSS('height', '62px');
  await expectAccessible(page, '.presence-widget');
});

test('HEAD-06b nobody sees a widget where people do not see each other, and the header has 60', async ({
  page,
  foyer,
}) => {
  await foyer.away();
  await foyer.back({ USER_PRESENCE: 'false' });
  await page.goto(`${lobby}?lang=en`);
  await signInAnywhere(page, await foyer.account());
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(widget(page)).toHaveCount(0);
  await expect(header(page)).toHaveCSS('height', '60px');
  await page.close();
  await foyer.away();
});

test('HEAD-06c there are three faces up to 1180, and five above', async ({ page, foyer, come }) => {
  await come('Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay');
  await enter(page, await foyer.account());
  const faces = widget(page).locator('.presence-face:visible');
  await expect(faces).toHaveCount(5);
  await page.setViewportSize({ width: 1180, height: 800 });
  await expect(faces).toHaveCount(3);
});

test('PRESENCE-05h the list has oneself first, then the others with their statuses, and follows them', async ({
  page,
  foyer,
  come,
}) => {
  const [ben, ingrid] = await come(
    { name: 'Ben Achterberg', title: 'Acoustics', company: 'Ruimte' },
    { name: 'Ingrid Solberg', roles: ['ROLE_HOST'] },
  );
  await enter(page, await foyer.account({ name: 'Amara Okafor' }));
  await openList(page);
  await expect(list(page).getByRole('heading', { level: 3 }).first()).toHaveText('You');
  await expect(row(page, 'Amara Okafor')).toContainText('Seen as Available');
  await expect(row(page, 'Ben Achterberg')).toHaveAccessibleName(/Acoustics, Ruimte\s*Available$/);
  await expect(row(page, 'Ingrid Solberg')).toHaveAccessibleName(/Host/);
  await ben?.ask(choosePresence, { status: 'Busy', invisible: false });
  await expect(row(page, 'Ben Achterberg')).toHaveAccessibleName(/Busy$/);
  await ingrid?.ask(setIdle, { idle: true });
  await expect(row(page, 'Ingrid Solberg')).toHaveAccessibleName(/Idle$/);
  await ben?.ask(choosePresence, { status: 'Busy', invisible: true });
  await expect(row(page, 'Ben Achterberg')).toHaveCount(0);
  await expect(widget(page)).toHaveAttribute('aria-label', 'Who is here: 2 here, 2 at the event');
  await expectAccessible(page, '[data-dialog="presence"]');
});

test('PRESENCE-05i one chooses to be busy or invisible, and others see just that', async ({
  page,
  foyer,
  browser,
}) => {
  const amara = await foyer.account({ name: 'Amara Okafor' });
  await enter(page, amara);
  const context = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
  const bens = await context.newPage();
  await enter(bens, await foyer.account({ name: 'Ben Achterberg' }));
  await openList(bens);
  await openList(page);
  const choose = async (wish: string): Promise<void> => {
    await list(page)
      .getByRole('combobox', { name: /^How others see you/ })
      .click();
    await page.getByRole('option', { name: wish }).click();
  };
  const shown = await list(page)
    .locator('.own-row')
    .evaluateHandle((own) => {
      const text = () => own.querySelector('[role="combobox"]')?.textContent ?? '';
      const texts = [text()];
      const look = () => void (texts.at(-1) === text() || texts.push(text()));
      new MutationObserver(look).observe(own, { childList: true, subtree: true, characterData: true });
      return texts;
    });
  await choose('Busy');
  await expect(row(page, 'Amara Okafor')).toContainText('Seen as Busy');
  // What was chosen is shown from then on, and nothing else in between.
  expect(await shown.jsonValue()).toEqual(['Available', 'Busy']);
  await expect(row(bens, 'Amara Okafor')).toHaveAccessibleName(/Busy$/);
  await choose('Appear invisible');
  await expect(row(page, 'Amara Okafor')).toContainText('Nobody sees you');
  await expect(row(bens, 'Amara Okafor')).toHaveCount(0);
  await page.reload();
  await openList(page);
  await expect(row(page, 'Amara Okafor')).toContainText('Nobody sees you');
  await choose('Available');
  await expect(row(bens, 'Amara Okafor')).toHaveAccessibleName(/Available$/);
  await context.close();
});

test('PRESENCE-06a a search finds people by name, company and title, whatever the accents', async ({
  page,
  foyer,
  come,
}) => {
  await come(
    { name: 'Léa Fontaine', title: 'Scenographer' },
    { name: 'Karim Haddad', company: 'Mashrabiya', area: 'lounge' },
    'Jonas Weber',
  );
  await enter(page, await foyer.account({ name: 'Amara Okafor' }));
  await openList(page);
  const search = list(page).getByRole('searchbox', { name: 'Search people' });
  await search.fill('lea');
  await expect.poll(() => names(page)).toEqual(['Léa Fontaine']);
  await expect(list(page).getByText('1 person found')).toBeAttached();
  await search.fill('scenO');
  await expect.poll(() => names(page)).toEqual(['Léa Fontaine']);
  await search.fill('mashra');
  await expect(list(page).getByRole('heading', { name: 'Nobody fits “mashra”' })).toBeVisible();
  await list(page).getByRole('button', { name: 'Look everywhere' }).click();
  await expect.poll(() => names(page)).toEqual(['Karim Haddad']);
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(list(page)).toBeVisible();
});

test('PRESENCE-06b a filter shows here, everywhere or one area, each with its count', async ({
  page,
  foyer,
  come,
}) => {
  const [bo] = await come('Bo', { name: 'Cy', area: 'lounge' }, { name: 'Di', area: 'lounge' });
  await enter(page, await foyer.account({ name: 'Amara Okafor' }));
  await openList(page);
  const chip = (name: string) => list(page).getByRole('button', { name, exact: true });
  await expect(chip('Lobby 2')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => names(page)).toEqual(['Bo']);
  await chip('Everywhere 4').click();
  await expect.poll(() => names(page)).toEqual(['Bo', 'Cy', 'Di']);
  await expect(list(page).getByRole('heading', { level: 3 })).toHaveText(['You', 'Lobby 1', 'Lounge 2']);
  await list(page).getByRole('combobox', { name: 'Another area' }).click();
  await page.getByRole('option', { name: 'Lounge, 2' }).click();
  await expect.poll(() => names(page)).toEqual(['Cy', 'Di']);
  await bo?.goTo('lounge');
  await expect.poll(() => names(page)).toEqual(['Bo', 'Cy', 'Di']);
  await expect(chip('Lobby 1')).toBeVisible();
  await row(page, 'Cy').focus();
  await page.keyboard.press('Tab');
  await expect(list(page).getByRole('button', { name: 'Start chat with Cy' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list(page).getByRole('link', { name: 'Walk over to Cy, Lounge' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Lounge' })).toBeAttached();
  await expect(widget(page)).toHaveAccessibleName('Who is here: 4 here, 4 at the event');
});
