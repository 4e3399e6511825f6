/** A social wall between several people: posts with pictures, approval by hosts, and the presentation on a big screen. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findArea } from './pages/areaPage.ts';
import {
  confirmDialog,
  expect,
  lounge,
  test,
  withLogin,
  type ChatUser,
  type Foyer,
  type Page,
} from './pages/chatPage.ts';

test.use({ server: withLogin });

const png = readFileSync(join(import.meta.dirname, '..', 'demo', 'assets', 'favicon-64.png'));
const path = `${lounge}?widget=wall`;

/** @param approval whether hosts approve posts */
const publishWall = (foyer: Foyer, approval: boolean): Promise<void> =>
  foyer.saveAndPublish((architecture) => {
    findArea(architecture, 'lounge').contentWidgets = [
      {
        id: 'wall',
        type: 'SuperEventSocialWallWidget',
        name: 'Wall',
        // The server keeps the posts of other tests.
        configurations: [{ id: 'always', name: 'Always', wallId: randomUUID(), approval }],
      },
    ];
  });

const wall = (page: Page) => page.getByRole('dialog', { name: 'Wall' });
const post = (page: Page, text: string) => wall(page).locator('article').filter({ hasText: text });
const approval = (page: Page) => wall(page).getByRole('region', { name: /^Waiting for approval/ });
const presented = (page: Page, text: string) =>
  page.locator('[data-dialog="presentation-wall"] article').filter({ hasText: text });

async function write({ page }: ChatUser, text: string): Promise<void> {
  await wall(page).getByRole('textbox', { name: 'Write a post' }).fill(text);
  await page.keyboard.press('Enter');
}

async function writeWithPicture(author: ChatUser, text: string): Promise<void> {
  await wall(author.page)
    .locator('input[type="file"]')
    .setInputFiles({ name: 'moth.png', mimeType: 'image/png', buffer: png });
  await expect(wall(author.page).getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await write(author, text);
}

test('WIDGET-12a WALL-01e WALL-02b an attendee posts a picture, and another one sees it, likes it and replies', async ({
  foyer,
  signInAs,
}) => {
  await publishWall(foyer, false);
  const [ada, bo] = await Promise.all([
    signInAs({ name: 'Ada', path }),
    signInAs({ name: 'Bo', path, roles: ['ROLE_HOST'] }),
  ]);
  await expect(wall(bo.page).getByText('Be the first to post')).toBeVisible();
  await writeWithPicture(ada, 'The first moth');
  await expect(
    post(bo.page, 'The first moth')
      .getByRole('button', { name: /moth\.png/ })
      .locator('img'),
  ).toBeVisible();
  await post(bo.page, 'The first moth').getByRole('button', { name: 'Like, 0 likes' }).click();
  await expect(post(ada.page, 'The first moth').getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
  await post(bo.page, 'The first moth').getByRole('button', { name: 'Reply', exact: true }).click();
  await bo.page.keyboard.type('Well spotted');
  await bo.page.keyboard.press('Enter');
  await wall(ada.page).getByRole('button', { name: '1 reply' }).click();
  await expect(post(ada.page, 'Well spotted')).toBeVisible();
});

test('WALL-05bq with approval, nobody but its author and hosts gets a post before a host approves it', async ({
  foyer,
  signInAs,
}) => {
  await publishWall(foyer, true);
  const [ada, bo, hugo] = await Promise.all([
    signInAs({ name: 'Ada', path }),
    signInAs({ name: 'Bo', path }),
    signInAs({ name: 'Hugo', path, roles: ['ROLE_HOST'] }),
  ]);
  const received: string[] = [];
  bo.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  );
  await bo.page.reload();
  await expect(wall(bo.page).getByText('Be the first to post')).toBeVisible();
  await writeWithPicture(ada, 'Let me in');
  await expect(approval(ada.page).getByText('Let me in')).toBeVisible();
  const held = approval(hugo.page).getByRole('listitem').filter({ hasText: 'Let me in' });
  await expect(held.getByRole('button', { name: /moth\.png/ }).locator('img')).toBeVisible();
  await write(ada, 'Not this one');
  const second = approval(hugo.page).getByRole('listitem').filter({ hasText: 'Not this one' });
  await second.getByRole('button', { name: /^Decline/ }).click();
  await expect(second).toBeHidden();
  const declined = wall(ada.page).getByRole('listitem').filter({ hasText: 'Not this one' });
  await expect(declined.getByText('The hosts did not approve this post.')).toBeVisible();
  await held.getByRole('button', { name: /^Approve/ }).click();
  await expect(post(bo.page, 'Let me in')).toBeVisible();
  await expect(post(ada.page, 'Let me in')).toBeVisible();
  await expect(approval(ada.page).getByText('Let me in')).toBeHidden();
  // Also later, until Ada removes it.
  await ada.page.reload();
  await declined.getByRole('button', { name: 'Remove' }).click();
  await expect(declined).toBeHidden();
  // Only the approved post has arrived.
  expect(received.filter((frame) => frame.includes('Let me in'))).toHaveLength(1);
  expect(received.join('')).not.toContain('Not this one');
});

test('WALL-06j on a big screen new posts appear and a deleted one disappears, and what a lost connection missed comes with the next one', async ({
  foyer,
  network,
  signInAs,
}) => {
  await publishWall(foyer, false);
  const [ada, hugo] = await Promise.all([
    signInAs({ name: 'Ada', path }),
    signInAs({ name: 'Hugo', path: `${path}&present`, roles: ['ROLE_HOST'], via: network }),
  ]);
  const deleteAsAuthor = async (text: string): Promise<void> => {
    await post(ada.page, text).hover();
    await post(ada.page, text).getByRole('button', { name: 'Post actions' }).click();
    await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
    await confirmDialog(ada.page).getByRole('button', { name: 'Delete' }).click();
  };
  await writeWithPicture(ada, 'The first moth');
  await expect(presented(hugo.page, 'The first moth').locator('img').last()).toBeVisible();
  await write(ada, 'Not for the screen');
  await expect(presented(hugo.page, 'Not for the screen')).toBeVisible();
  await deleteAsAuthor('Not for the screen');
  await expect(post(ada.page, 'Not for the screen')).toBeHidden();
  await expect(presented(hugo.page, 'Not for the screen')).toBeHidden();
  network.goOffline();
  await expect(hugo.page.getByText('Reconnecting…')).toBeVisible();
  await write(ada, 'While nobody looked');
  await deleteAsAuthor('The first moth');
  await expect(post(ada.page, 'The first moth')).toBeHidden();
  await expect(presented(hugo.page, 'The first moth')).toBeVisible();
  network.goOnline();
  await expect(presented(hugo.page, 'While nobody looked')).toBeVisible();
  await expect(presented(hugo.page, 'The first moth')).toBeHidden();
});
