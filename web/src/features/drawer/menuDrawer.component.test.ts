/** The menu of a phone, and Back while it is open. */
import { expect, test } from 'vitest';
import { FakeServer, ada } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';

const menuOf = (page: AppPage) => page.getByRole('dialog', { name: 'Menu' });

async function openMenu(page: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(menuOf(page)).toBeVisible();
}

test('HEAD-03a the menu of a phone has areas, languages and legal pages', async () => {
  const page = await openPage('/v/nightfall/imprint', phone);
  await openMenu(page);
  const menu = page.getByRole('dialog');
  await expect.element(menu.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
  await menu.getByRole('button', { name: /^Language/ }).click();
  await menu.getByRole('button', { name: 'Deutsch' }).click();
  await expect.element(menu.getByRole('link', { name: 'Impressum' })).toBeVisible();
  await menu.getByRole('link', { name: 'Lounge' }).click();
  await expect.poll(() => page.path).toBe('/v/nightfall/area/lounge');
  await expect.element(menu).not.toBeInTheDocument();
});

test('HEAD-10a the menu is 256 wide, and a swipe that begins in the last 25 pixels opens it', async () => {
  const page = await openPage('/v/nightfall/imprint', phone);
  await expect.element(page.heading('Imprint')).toBeVisible();
  const swipeFrom = async (x: number) => {
    await page.touch('touchStart', [{ x, y: 400 }]);
    for (const by of [10, 30, 60, 120]) await page.touch('touchMove', [{ x: x - by, y: 400 }]);
    await page.touch('touchEnd', []);
  };
  await swipeFrom(360);
  await page.atRest();
  expect(menuOf(page).elements()).toEqual([]);
  await swipeFrom(370);
  await expect.element(menuOf(page)).toBeVisible();
  await expect.poll(() => page.boxOf(menuOf(page)).width).toBe(256);
});

test('SHELL-05a a list renders at most 1000 items', async () => {
  const server = new FakeServer().change((architecture) => {
    const [lobby] = architecture.areas;
    if (!lobby) throw new Error('The venue has no area.');
    for (let index = 0; index < 1_200; index += 1)
      architecture.areas.push({
        ...structuredClone(lobby),
        id: `room-${index}`,
        names: [{ locale: 'en', text: `Room ${index}` }],
      });
  });
  const page = await openPage('/v/nightfall/imprint', { server, ...phone });
  await openMenu(page);
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect.element(areas.getByRole('link', { name: 'Lobby' })).toBeVisible();
  expect(areas.getByRole('link').elements().length).toBeLessThan(1_000);
  areas.getByRole('list').element().parentElement?.scrollTo({ top: 1e6 });
  await expect.element(areas.getByRole('link', { name: 'Room 1199' })).toBeVisible();
});

/** Opens the lounge, with the library before it in the history. */
async function openLoungeAfterLibrary(options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage('/v/nightfall/area/library?lang=en&view=text', { ...phone, ...options });
  await expect.element(page.heading('Library')).toBeVisible();
  await openMenu(page);
  await menuOf(page).getByRole('link', { name: 'Lounge' }).click();
  await expect.element(page.heading('Lounge')).toBeVisible();
  await expect.element(menuOf(page)).not.toBeInTheDocument();
  return page;
}

async function closeMenuByBack(page: AppPage): Promise<void> {
  page.back();
  await expect.element(menuOf(page)).not.toBeInTheDocument();
}

test('AREA-10f Back closes the menu on the first page of a visit and stays on that page', async () => {
  const page = await openPage('/v/nightfall/area/lounge?lang=en&view=text', phone);
  await openMenu(page);
  await closeMenuByBack(page);
  await expect.element(page.heading('Lounge')).toBeVisible();
  expect(page.path).toContain('/area/lounge');
});

test('AREA-10g a menu that Back or its button has closed leaves no entry in the history', async () => {
  const page = await openLoungeAfterLibrary();
  await openMenu(page);
  await closeMenuByBack(page);
  await openMenu(page);
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect.element(menuOf(page)).not.toBeInTheDocument();
  page.back();
  await expect.element(page.heading('Library')).toBeVisible();
  page.forward();
  await expect.element(page.heading('Lounge')).toBeVisible();
});

test('AREA-10h after a link in the menu, Back returns to the page and not to the menu', async () => {
  const page = await openLoungeAfterLibrary();
  await openMenu(page);
  await menuOf(page).getByRole('link', { name: 'Imprint' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
  page.back();
  await expect.element(page.heading('Lounge')).toBeVisible();
  expect(menuOf(page).elements()).toEqual([]);
  page.back();
  await expect.element(page.heading('Library')).toBeVisible();
});

test('AREA-10i Forward after Back has closed a menu neither opens it again nor leaves the page', async () => {
  let pops = 0;
  const page = await openLoungeAfterLibrary({
    prepare: (inPage) => inPage.addEventListener('popstate', () => (pops += 1), { capture: true }),
  });
  await openMenu(page);
  await closeMenuByBack(page);
  const before = pops;
  page.forward();
  // Forward to the entry of the menu, and back again.
  await expect.poll(() => pops - before).toBe(2);
  await expect.element(page.heading('Lounge')).toBeVisible();
  expect(menuOf(page).elements()).toEqual([]);
  page.back();
  await expect.element(page.heading('Library')).toBeVisible();
});

test('HEAD-03f in Arabic a long Latin name in the menu is cut at its end', async () => {
  const name = 'Maximiliane von Hohenstaufen-Württemberg';
  const server = new FakeServer().signIn({ ...ada, userId: 'u-max', name });
  const page = await openPage('/v/nightfall/area/lounge?lang=ar', { server, ...phone });
  await page.getByCSS('[data-opens="profile"]').click();
  const shownName = page.getByRole('dialog').getByText(name).first();
  await expect.element(shownName).toBeVisible();
  const shown = shownName.element();
  expect(shown.scrollWidth).toBeGreaterThan(shown.clientWidth);
  // The beginning of the name is at the left edge of the box that cuts it.
  const text = page.document.createRange();
  text.selectNodeContents(shown);
  expect(text.getBoundingClientRect().left).toBeGreaterThanOrEqual(shown.getBoundingClientRect().left);
});
