/** Likes of a media board over a real network and server: several people and tabs, and a server that is killed. */
import { expect, test, visitAs, type Foyer, type Page, type TestAccount } from './harness/fixtures.ts';
import { publishBoard } from './pages/mediaBoardPage.ts';
import { restartErrors } from './harness/restartErrors.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

/** Opens the board, and returns the heart of its card when the likes are known. */
async function openBoard(page: Page, likes: number) {
  await page.goto('/v/nightfall/area/lounge?lang=en&widget=wall');
  const heart = page.getByRole('dialog').getByRole('button', { name: /^Like(,|$)/ });
  const shows = async (count: number, isLiked: boolean): Promise<void> => {
    await expect(heart).toHaveAccessibleName(
      count === 1 ? 'Like, 1 like, Dawn' : `Like, ${count} likes, Dawn`,
    );
    await expect(heart).toHaveAttribute('aria-pressed', String(isLiked));
  };
  await shows(likes, false);
  return { heart, shows };
}

async function openAs(page: Page, foyer: Foyer, account: TestAccount, likes = 0) {
  await visitAs(page, foyer, account);
  return openBoard(page, likes);
}

test('BOARD-03x BOARD-05h attendees see the likes of others live, and two tabs of a user that like at once count once', async ({
  page,
  context,
  browser,
  foyer,
}) => {
  await publishBoard(foyer);
  const other = await browser.newContext({ baseURL: foyer.url });
  const bo = await openAs(await other.newPage(), foyer, await foyer.createAccount());
  const ada = await openAs(page, foyer, await foyer.createAccount());
  const adaToo = await openBoard(await context.newPage(), 0);

  await bo.heart.click();
  await bo.shows(1, true);
  for (const tab of [ada, adaToo]) await tab.shows(1, false);
  // Until both have sent their like, neither tab knows of the other one's.
  const bothSent = Promise.withResolvers<void>();
  let sent = 0;
  await context.route('**/api/media-board/like', async (route) => {
    sent += 1;
    if (sent === 2) bothSent.resolve();
    await bothSent.promise;
    await route.fallback();
  });
  await Promise.all([ada.heart.click(), adaToo.heart.click()]);
  for (const tab of [ada, adaToo, bo]) await tab.shows(2, true);
  await bo.heart.click();
  await bo.shows(1, false);
  for (const tab of [ada, adaToo]) await tab.shows(1, true);
  await other.close();
});

test('BOARD-03y a like that was acknowledged survives a killed server, and the open board follows it again without a reload', async ({
  page,
  browser,
  foyer,
  allowed,
}) => {
  allowed.console.push(restartErrors);
  await publishBoard(foyer);
  const ada = await openAs(page, foyer, await foyer.createAccount());
  const acknowledged = page.waitForResponse(
    (response) => response.url().endsWith('/api/media-board/like') && response.ok(),
  );
  await ada.heart.click();
  await acknowledged;
  await foyer.kill();
  await foyer.restart();
  const other = await browser.newContext({ baseURL: foyer.url });
  const bo = await openAs(await other.newPage(), foyer, await foyer.createAccount(), 1);
  await bo.heart.click();
  await bo.shows(2, true);
  await ada.shows(2, true);
  await other.close();
});
