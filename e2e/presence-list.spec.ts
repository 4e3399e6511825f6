/** The list of who is here while it changes: under the pointer, with the focus in it, over a profile, without a line. */
import { choosePresence } from '@foyer/contract';
import {
  enter,
  expect,
  list,
  names,
  openList,
  row,
  test as base,
  widget,
  withLogin,
  type Page,
} from './presencePage.ts';
import { Network } from './network.ts';

const test = base.extend<{ network: Network }>({
  network: async ({ foyer, allowed }, provide) => {
    const network = await Network.before(foyer.url);
    allowed.hosts.push(network.host);
    allowed.console.push(/ERR_|WebSocket connection|\[VERSION\]|\[SESSION\]|\[VENUE\]/);
    await provide(network);
    await network.close();
  },
});

test.use({ server: withLogin });

const profile = (page: Page) => page.locator('[data-dialog="profile"]');
const press = (page: Page, ...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

test('PRESENCE-06f the list is used with the keyboard alone, and the focus stays with the person', async ({
  page,
  foyer,
  come,
}) => {
  const [, bo, cy] = await come('Ada', 'Bo', 'Cy', 'Di');
  await enter(page, await foyer.account({ name: 'Zora' }));
  await widget(page).focus();
  await page.keyboard.press('Enter');
  const search = list(page).getByRole('searchbox');
  // Whoever was there for another test is gone, too.
  await expect.poll(() => names(page)).toEqual(['Ada', 'Bo', 'Cy', 'Di']);
  await search.focus();
  await press(page, 'ArrowDown');
  await expect(row(page, 'Ada')).toBeFocused();
  await press(page, 'ArrowDown', 'ArrowDown');
  await expect(row(page, 'Cy')).toBeFocused();
  await press(page, 'End');
  await expect(row(page, 'Di')).toBeFocused();
  await press(page, 'ArrowUp');
  await come('Bea');
  await expect.poll(() => names(page)).toEqual(['Ada', 'Bea', 'Bo', 'Cy', 'Di']);
  await expect(row(page, 'Cy')).toBeFocused();
  await bo?.goTo('lounge');
  await expect.poll(() => names(page)).toEqual(['Ada', 'Bea', 'Cy', 'Di']);
  await expect(row(page, 'Cy')).toBeFocused();
  await cy?.goTo('lounge');
  await expect.poll(() => names(page)).toEqual(['Ada', 'Bea', 'Di']);
  await expect(row(page, 'Di')).toBeFocused();
  await press(page, 'Home', 'Enter');
  await expect(profile(page).getByRole('heading', { name: 'Ada' })).toBeVisible();
  await press(page, 'Escape');
  await expect(row(page, 'Ada')).toBeFocused();
  await press(page, 'Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(widget(page)).toBeFocused();
});

test('PRESENCE-06g nobody’s row moves while the pointer moves over the list; what is told of them is shown', async ({
  page,
  foyer,
  come,
}) => {
  const [ada, bo] = await come('Ada', 'Bo', 'Cy');
  await enter(page, await foyer.account());
  await openList(page);
  await expect.poll(() => names(page)).toEqual(['Ada', 'Bo', 'Cy']);
  const box = await row(page, 'Cy').boundingBox();
  if (!box) throw new Error('the row is on the screen');
  // Somebody who aims: the pointer is never at rest.
  await page.mouse.move(box.x + 60, box.y + 20);
  const aim = new AbortController();
  const aiming = (async () => {
    for (let step = 0; !aim.signal.aborted; step += 1) {
      await page.mouse.move(box.x + 60 + (step % 5), box.y + 20);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  })();
  await come('Abe');
  await bo?.goTo('lounge');
  await ada?.ask(choosePresence, { status: 'Busy', invisible: false });
  await expect(row(page, 'Ada')).toHaveAccessibleName(/Busy$/);
  await expect(widget(page)).toHaveAttribute('aria-label', 'Who is here: 4 here, 5 at the event');
  expect(await names(page)).toEqual(['Ada', 'Bo', 'Cy']);
  expect((await row(page, 'Cy').boundingBox())?.y).toBe(box.y);
  aim.abort();
  await aiming;
  await page.mouse.move(10, 10);
  await expect.poll(() => names(page)).toEqual(['Abe', 'Ada', 'Cy']);
});

test('PRESENCE-05j a profile lies over the list, says live how and where the person is, and leads back', async ({
  page,
  foyer,
  come,
}) => {
  const [bo] = await come('Bo');
  await enter(page, await foyer.account());
  await openList(page);
  await list(page).getByRole('searchbox').fill('b');
  await row(page, 'Bo').click();
  await expect(profile(page).getByText('Available')).toBeVisible();
  await expect(profile(page).getByText('Here nowLobby')).toBeVisible();
  await bo?.ask(choosePresence, { status: 'Busy', invisible: false });
  await expect(profile(page).getByText('Busy')).toBeVisible();
  await bo?.goTo('lounge');
  await expect(profile(page).getByRole('link', { name: 'Walk over to Lounge' })).toBeVisible();
  await bo?.ask(choosePresence, { status: 'Busy', invisible: true });
  await expect(profile(page).getByText('Offline')).toBeVisible();
  await expect(profile(page).getByText('Here now')).toHaveCount(0);
  await profile(page).getByRole('button', { name: 'Back to the list' }).click();
  await expect(profile(page)).toHaveCount(0);
  await expect(list(page).getByRole('searchbox')).toHaveValue('b');
  await list(page).getByRole('searchbox').fill('');
  await row(page, 'Seen as').click();
  await profile(page).getByRole('button', { name: 'Close' }).click();
  await expect(list(page)).toHaveCount(0);
});

test('PRESENCE-05k without a connection the last state is shown, and how old it is', async ({
  page,
  foyer,
  network,
  come,
}) => {
  await come('Bo');
  await page.goto(network.url);
  await enter(page, await foyer.account({ name: 'Amara Okafor' }), `${network.url}/v/nightfall/area/lobby`);
  await openList(page);
  await expect(row(page, 'Bo')).toBeVisible();
  const openChoices = async () => {
    await list(page)
      .getByRole('combobox', { name: /^How others see you/ })
      .click();
    await expect(page.getByRole('option', { name: 'Busy' })).toBeVisible();
  };
  // Its choices have been fetched before there is no way to fetch them.
  await openChoices();
  await expect(page.locator('[role="listbox"]:focus, [role="listbox"] :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option', { name: 'Busy' })).toHaveCount(0);
  // Whoever was here in the test before has gone.
  await expect(widget(page)).toHaveAttribute('aria-label', /2 here, 2 at the event$/);
  network.cut();
  await expect(
    list(page).getByText('Not connected. As of a moment ago; it goes on by itself.'),
  ).toBeVisible();
  await expect(widget(page)).toHaveAttribute('aria-label', /2 here, 2 at the event, as of a moment ago$/);
  await expect(row(page, 'Bo')).toBeVisible();
  await openChoices();
  await page.getByRole('option', { name: 'Busy' }).click();
  await expect(list(page).getByText('That did not arrive. Please try again.')).toBeVisible();
  await expect(row(page, 'Amara Okafor')).toContainText('Seen as Available');
  network.mend();
  await expect(list(page).getByText('Not connected')).toHaveCount(0, { timeout: 30_000 });
});

test('PRESENCE-05l a profile says where somebody in another area is, without the list', async ({
  page,
  foyer,
  browser,
}) => {
  const lea = await foyer.account({ name: 'Léa Fontaine' });
  await enter(page, await foyer.account());
  await page.goto(`/v/nightfall/area/lobby?lang=en&profile=${lea.userId}`);
  await expect(profile(page).getByText('Offline')).toBeVisible();
  const context = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
  await enter(await context.newPage(), lea, '/v/nightfall/area/lounge');
  await expect(profile(page).getByText('Here nowLounge')).toBeVisible();
  await expect(profile(page).getByText('Available')).toBeVisible();
  await context.close();
});
