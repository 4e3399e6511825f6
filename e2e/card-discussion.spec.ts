/** The discussion of a card over a real network and server: an attendee and a guest, and a reload. */
import { expect, test, visitAs, type Page } from './harness/fixtures.ts';
import { publishBoard } from './pages/mediaBoardPage.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

const address = '/v/nightfall/area/lounge?lang=en&widget=wall&card=dawn';
const discussion = (page: Page) => page.getByRole('region', { name: 'Discussion', exact: true });
const field = (page: Page) => discussion(page).getByRole('textbox', { name: 'Say something' });
const comment = (page: Page, text: string) => discussion(page).getByRole('article').filter({ hasText: text });

/** Writes in the field and waits until the server has stored the comment. */
async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(comment(page, text).getByRole('button', { name: 'Reply' })).toBeVisible();
}

async function chooseAction(page: Page, text: string, action: string): Promise<void> {
  await comment(page, text).hover();
  await comment(page, text).getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('BOARD-08ja BOARD-10ja two attendees discuss a card: comment, reply, like and deletion reach the other and outlive a reload', async ({
  page,
  browser,
  foyer,
}) => {
  await publishBoard(foyer, true);
  const other = await browser.newContext({ baseURL: foyer.url });
  const bo = await other.newPage();
  await visitAs(bo, foyer, await foyer.createAccount());
  await visitAs(page, foyer, await foyer.createAccount());
  for (const each of [page, bo]) {
    await each.goto(address);
    await expect(discussion(each).getByText('Be the first to say something')).toBeVisible();
  }
  await say(page, 'Does it need power?');
  await comment(bo, 'Does it').getByRole('button', { name: 'Reply' }).click();
  await say(bo, 'A counterweight');
  await comment(bo, 'Does it').getByRole('button', { name: 'Like, 0 likes' }).click();
  await discussion(page).getByRole('button', { name: '1 reply' }).click();
  await expect(comment(page, 'A counterweight')).toBeVisible();
  await expect(comment(page, 'Does it').getByRole('button', { name: 'Like, 1 like' })).toBeVisible();

  await say(page, 'A mistake');
  await expect(comment(bo, 'A mistake')).toBeVisible();
  await chooseAction(page, 'A mistake', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  for (const each of [page, bo]) await expect(comment(each, 'A mistake')).toHaveCount(0);

  await bo.reload();
  await expect(comment(bo, 'Does it')).toHaveCount(1);
  await expect(comment(bo, 'Does it').getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await discussion(bo).getByRole('button', { name: '1 reply' }).click();
  await expect(comment(bo, 'A counterweight')).toBeVisible();
  await expect(discussion(bo).getByRole('article')).toHaveCount(2);
  await other.close();
});

test.describe('without accounts', () => {
  test.use({ server: {} });

  test('BOARD-08jb ROLE-04jb guests discuss a card: what one writes and another likes reaches both', async ({
    page,
    browser,
    foyer,
  }) => {
    await publishBoard(foyer, true);
    const other = await browser.newContext({ baseURL: foyer.url });
    const second = await other.newPage();
    for (const each of [page, second]) {
      await each.goto(address);
      await expect(field(each)).toBeVisible();
    }
    await say(page, 'From a guest');
    await expect(comment(second, 'From a guest')).toContainText(/Guest \d{4}/);
    await comment(second, 'From a guest').getByRole('button', { name: 'Like, 0 likes' }).click();
    await expect(comment(page, 'From a guest').getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
    await other.close();
  });
});
