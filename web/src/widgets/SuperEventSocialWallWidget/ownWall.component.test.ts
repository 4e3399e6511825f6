/** Our own wall in its panel: posts, likes, replies, and the approval of posts by hosts. */
import { approveChatPost, getChatPosts, likeContent, muteChatUser, sendChatMessage } from '@foyer/contract';
import { chatPageSize } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { lounge, openLounge, openPageOf } from '../../features/chat/testing/chatPage.ts';
import { answerPostCommands } from '../../features/chat/testing/postCommands.ts';
import { FakeChat } from '../../features/chat/testing/fakeChat.ts';
import { bo, cy, hugo } from '../../features/chat/testing/users.ts';
import { RejectedCall } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { phone, type AppPage } from '../../testing/page.ts';
import { hotspot, inLounge } from '../testing/widgetPage.ts';
import { addWall, messageField, openWall, post, wall, wallWidget } from './testing/wallPage.ts';

const approval = (page: AppPage) => wall(page).getByRole('region', { name: /^Waiting for approval/ });
const held = (page: AppPage, text: string) => approval(page).getByRole('listitem').filter({ hasText: text });

const declinedPost = (page: AppPage, text: string) =>
  wall(page).getByCSS('[data-declined]').filter({ hasText: text });

/** One red pixel, which the fake server returns for every picture. */
const picture = {
  id: 'upload-9',
  name: 'moth.png',
  mediaType: 'image/png',
  bytes: 90,
  width: 600,
  height: 800,
};

async function write(page: AppPage, text: string): Promise<void> {
  await messageField(page).fill(text);
  await page.press('{Enter}');
}

/** Chooses files for the message field. */
function choose(page: AppPage, ...files: readonly File[]): void {
  const input = wall(page).getByCSS('input[type="file"]').element() as HTMLInputElement;
  const list = new page.window.DataTransfer();
  for (const file of files) list.items.add(file);
  input.files = list.files;
  input.dispatchEvent(new page.window.Event('change', { bubbles: true }));
}

const file = (page: AppPage, name: string, type = 'image/png'): File =>
  new page.window.File(['1'], name, { type });

test('WALL-01h a wall shows its posts with the newest first, and the post that the user writes before them', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  room.post(bo, 'The first moth', { upload: picture });
  room.post(cy, 'A second one');
  const page = await openWall(chat);
  await expect.element(post(page, 'The first moth').getByRole('button', { name: /moth\.png/ })).toBeVisible();
  await write(page, 'Mine');
  await expect.element(post(page, 'Mine')).toBeVisible();
  await expect
    .poll(() =>
      [...page.document.querySelectorAll('[data-posts="list"] article')].map((each) => each.textContent),
    )
    .toEqual([
      expect.stringContaining('Mine'),
      expect.stringContaining('A second one'),
      expect.stringContaining('The first moth'),
    ]);
  await page.expectAccessible();
});

test('WALL-01n the picture of a post opens over the wall, which stays open when Escape closes it', async () => {
  const chat = new FakeChat();
  addWall(chat).post(bo, 'The first moth', { upload: picture });
  const page = await openWall(chat);
  const opener = post(page, 'The first moth').getByRole('button', { name: 'Open picture moth.png' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'moth.png' });
  await expect.element(dialog.getByRole('img', { name: 'Picture moth.png' })).toBeVisible();
  await page.press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('WALL-01b posts that others write are shown at once, and below the top of the list when the user asks for them', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  room.postAll(
    bo,
    Array.from({ length: 12 }, (_, at) => `Moth ${at} `.repeat(40)),
  );
  const page = await openWall(chat);
  await expect.element(post(page, 'Moth 11')).toBeVisible();
  room.post(cy, 'A first one');
  await expect.element(post(page, 'A first one')).toBeVisible();
  post(page, 'Moth 5').element().scrollIntoView();
  room.post(cy, 'A second one');
  await wall(page).getByRole('button', { name: '1 new post' }).click();
  await expect.element(post(page, 'A second one')).toBeVisible();
});

test('WALL-02c WALL-03e a post is liked and replied to', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  const { seq } = room.post(bo, 'The first moth');
  const page = await openWall(chat);
  const heart = post(page, 'The first moth').getByRole('button', { name: 'Like, 0 likes' });
  await heart.click();
  await expect.poll(() => room.likes.get(seq)?.likes).toBe(1);
  await post(page, 'The first moth').getByRole('button', { name: 'Reply', exact: true }).click();
  await page.press('Well spotted{Enter}');
  await expect.poll(() => room.messages.at(-1)).toMatchObject({ text: 'Well spotted', replyTo: seq });
  await expect.element(post(page, 'Well spotted')).toBeVisible();
});

test('WALL-02e the post that the user replies to and the reply that they have sent stay in view, also when older replies are read meanwhile', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  const { seq } = room.post(bo, 'The first moth');
  for (let no = 1; no <= 8; no += 1) room.post(cy, `Reply ${no}.`, { replyTo: seq });
  room.postAll(
    bo,
    Array.from({ length: 12 }, (_, at) => `Moth ${at}`),
  );
  const page = await openWall(chat);
  const list = wall(page).getByCSS('[data-posts="list"]');
  const isInView = (text: string) => () => {
    const scroller = page.boxOf(list);
    const { top, bottom } = page.boxOf(post(page, text));
    return top >= scroller.top && bottom <= scroller.bottom;
  };
  await expect.element(post(page, 'Moth 11')).toBeVisible();
  list.element().scrollTop = list.element().scrollHeight;
  await expect.poll(isInView('The first moth')).toBe(true);
  await post(page, 'The first moth').getByRole('button', { name: 'Reply', exact: true }).click();
  await expect.element(messageField(page)).toHaveFocus();
  await expect.poll(isInView('The first moth')).toBe(true);
  await page.press('Well spotted{Enter}');
  await expect.poll(() => room.messages.at(-1)?.text).toBe('Well spotted');
  await expect.element(post(page, 'Reply 8.')).toBeVisible();
  await expect.poll(isInView('Well spotted')).toBe(true);
});

test('WALL-02d a like without a network is taken back, and the message says that the user is offline', async () => {
  const chat = new FakeChat();
  addWall(chat).post(bo, 'The first moth');
  const page = await openWall(chat);
  const heart = post(page, 'The first moth').getByRole('button', { name: /^Like/ });
  await expect.element(heart).toBeVisible();
  chat.server.lose(likeContent);
  page.setOnline(false);
  await heart.click();
  await expect.element(page.getByText('You’re offline, so your like couldn’t be updated.')).toBeVisible();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  await expect.element(heart).toHaveAccessibleName('Like, 0 likes');
});

test('WALL-01c an empty wall invites to post, and one that the user may only read says so', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  const page = await openWall(chat);
  await expect.element(wall(page).getByText('Be the first to post')).toBeVisible();
  room.setReadOnly('muted');
  await expect.element(messageField(page)).not.toBeInTheDocument();
  await expect.element(wall(page).getByText('No posts yet')).toBeVisible();
});

test('WALL-01f a post has one picture and no other file', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  const page = await openWall(chat);
  await expect.element(wall(page).getByRole('button', { name: 'Attach a picture' })).toBeVisible();
  const input = wall(page).getByCSS('input[type="file"]').element() as HTMLInputElement;
  expect(input.multiple).toBe(false);
  expect(input.accept).toContain('.png');
  expect(input.accept).not.toContain('.pdf');
  choose(page, file(page, 'moth.png'), file(page, 'moon.png'));
  await expect.element(page.getByText('A post has one picture. The others were left out.')).toBeVisible();
  await wall(page).getByRole('button', { name: 'Remove moth.png' }).click();
  choose(page, file(page, 'moth.txt', 'text/plain'));
  await expect.element(wall(page).getByText('Only pictures can be posted here')).toBeVisible();
  await wall(page).getByRole('button', { name: 'Remove moth.txt' }).click();
  choose(page, file(page, 'moth.png'));
  await write(page, 'With a picture');
  await expect
    .poll(() => room.messages.at(-1))
    .toMatchObject({ text: 'With a picture', upload: { name: 'moth.png' } });
  expect(room.messages).toHaveLength(1);
});

test.each([
  ['when the user tries again', true],
  ['automatically', false],
])('WALL-04e a wall that cannot be loaded says so, and is loaded %s', async (_, byButton) => {
  const chat = new FakeChat();
  addWall(chat).post(bo, 'The first moth');
  chat.handle(getChatPosts, () => {
    throw new RejectedCall({ code: 'internal' });
  });
  const page = await openWall(chat);
  const failed = wall(page).getByText('The social wall could not be loaded');
  await expect.element(failed).toBeVisible();
  answerPostCommands(chat);
  if (byButton) await wall(page).getByRole('button', { name: 'Try again' }).click();
  await expect.element(post(page, 'The first moth')).toBeVisible();
  expect(failed.query()).toBeNull();
});

test('WALL-05bk with approval, the author sees their post once, marked, and withdraws it', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  const page = await openWall(chat);
  await expect.element(wall(page).getByText('A host reads it before everyone can.')).toBeVisible();
  await write(page, 'Let me in');
  await expect.element(held(page, 'Let me in').getByText('Waiting for approval')).toBeVisible();
  await expect.element(wall(page).getByText('Let me in')).toBeVisible();
  expect(wall(page).getByText('Let me in').elements()).toHaveLength(1);
  expect(room.messages).toEqual([]);
  await page.expectAccessible();
  await held(page, 'Let me in').getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(wall(page).getByText('Let me in')).not.toBeInTheDocument();
  expect(room.held).toEqual([]);
});

test.each([
  ['a desktop', {}],
  ['a phone', phone],
])(
  'WALL-05ca on %s the held posts of an author scroll with the wall, and a new one is visible',
  async (_, size) => {
    const chat = new FakeChat();
    const room = addWall(chat, { approval: true });
    for (let at = 1; at <= 20; at += 1) room.post(bo, `Moth ${at}`);
    for (const text of ['The first one', 'A second one', 'A third one']) room.hold(chat.own, text);
    const page = await openWall(chat, size);
    const list = wall(page).getByCSS('[data-posts="list"]');
    const expectVisible = async (text: string): Promise<void> => {
      const { top, bottom } = page.boxOf(list);
      await expect.poll(() => page.boxOf(held(page, text)).top).toBeGreaterThanOrEqual(top);
      expect(page.boxOf(held(page, text)).bottom).toBeLessThanOrEqual(bottom);
    };
    await expect.element(held(page, 'A third one')).toBeVisible();
    await page.atRest();
    await expectVisible('The first one');
    await expectVisible('A second one');
    for (const [text, from] of [
      ['From the end', list.element().scrollHeight],
      ['From the beginning', 0],
    ] as const) {
      list.element().scrollTop = from;
      await write(page, text);
      await expect.element(held(page, text)).toBeVisible();
      await page.atRest();
      await expectVisible(text);
    }
  },
);

test('WALL-05bl a held post whose confirmation was lost is shown as being sent, and once', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  const page = await openWall(chat);
  await expect.element(messageField(page)).toBeVisible();
  const hold = chat.hold.bind(chat);
  let isFirst = true;
  chat.handle(sendChatMessage, (input) => {
    const known = room.held.find(({ clientId }) => clientId === input.clientId) ?? hold(room, input);
    if (!isFirst) return { held: known };
    isFirst = false;
    return new Promise(() => undefined) as never;
  });
  await write(page, 'Let me in');
  await expect.poll(() => room.held.length).toBe(1);
  await expect.element(wall(page).getByText('Let me in')).toBeVisible();
  expect(wall(page).getByText('Let me in').elements()).toHaveLength(1);
  chat.server.disconnect();
  await expect.element(held(page, 'Let me in')).toBeVisible();
  expect(wall(page).getByText('Let me in').elements()).toHaveLength(1);
});

test.each([
  ['of text alone', false],
  ['with a picture', true],
])(
  'WALL-05ck a post %s that was declined before its confirmation arrived is shown once, as declined',
  async (_, hasPicture) => {
    const chat = new FakeChat();
    const room = addWall(chat, { approval: true });
    const page = await openWall(chat);
    await expect.element(messageField(page)).toBeVisible();
    const hold = chat.hold.bind(chat);
    chat.handle(sendChatMessage, (input) => {
      if (room.declined.length > 0) throw new RejectedCall({ code: 'gone', details: { reason: 'declined' } });
      room.decline(hold(room, input).id);
      return new Promise(() => undefined) as never;
    });
    if (hasPicture) choose(page, file(page, 'moth.png'));
    await write(page, 'Let me in');
    await expect.poll(() => room.declined[0]?.upload?.name).toBe(hasPicture ? 'moth.png' : undefined);
    await expect.poll(() => room.declined.length).toBe(1);
    chat.server.disconnect();
    await expect
      .element(wall(page).getByRole('region', { name: 'Not approved' }).getByText('Let me in'))
      .toBeVisible();
    expect(wall(page).getByText('Let me in').elements()).toHaveLength(1);
  },
);

test('WALL-05bm an approved post of the author becomes a post of the wall, which they can delete but not edit', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  const { id } = room.hold(chat.own, 'Let me in');
  const page = await openWall(chat);
  await expect.element(held(page, 'Let me in')).toBeVisible();
  const { clientId } = room.releaseHeld(id);
  room.post(chat.own, 'Let me in', { clientId });
  await expect.element(approval(page).getByText('Let me in')).not.toBeInTheDocument();
  await expect.element(post(page, 'Let me in')).toBeVisible();
  await post(page, 'Let me in').hover();
  await post(page, 'Let me in').getByRole('button', { name: 'Post actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Edit' }).query()).toBeNull();
});

test('WALL-05bt a post that is one too many to wait for approval says so', async () => {
  const chat = new FakeChat();
  addWall(chat, { approval: true });
  chat.handle(sendChatMessage, () => {
    throw new RejectedCall({ code: 'cannotPost', details: { reason: 'held' } });
  });
  const page = await openWall(chat);
  await write(page, 'The eleventh');
  await expect
    .element(post(page, 'The eleventh').getByText(/^Too many of your posts are waiting for approval/))
    .toBeVisible();
});

/** A host's page with three held posts. */
async function openAsHost(size = {}) {
  const chat = new FakeChat(hugo);
  const room = addWall(chat, { approval: true });
  room.hold(bo, 'The first moth', { upload: picture });
  room.hold(cy, 'A second one');
  room.hold(bo, 'A third one');
  const page = await openWall(chat, size);
  await expect.element(approval(page)).toHaveAccessibleName('Waiting for approval (3)');
  return { chat, room, page };
}

test('WALL-05bn hosts see what waits with its pictures, and approve and decline by keyboard from one post to the next, and see at once what they approve', async () => {
  const { room, page } = await openAsHost();
  await expect.element(held(page, 'The first moth').getByRole('button', { name: /moth\.png/ })).toBeVisible();
  await page.expectAccessible();
  const button = (text: string, name: RegExp) => held(page, text).getByRole('button', { name });
  await page.tabTo(button('The first moth', /^Approve/));
  await page.press('{Enter}');
  await expect.element(button('A second one', /^Approve/)).toHaveFocus();
  await page.press('{Tab}{Enter}');
  await expect.element(held(page, 'A second one')).not.toBeInTheDocument();
  await expect.element(button('A third one', /^Approve/)).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(approval(page).getByText('No posts are waiting.')).toBeVisible();
  await expect.element(approval(page)).toHaveFocus();
  expect(room.messages.map(({ text }) => text)).toEqual(['The first moth', 'A third one']);
  // What the host has approved does not wait as a new post.
  await expect.element(post(page, 'A third one')).toBeVisible();
  await expect.element(post(page, 'The first moth')).toBeVisible();
});

test('WALL-05bv a long post that waits is folded, and the focus goes on at its decision', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat, { approval: true });
  room.hold(bo, 'The first moth');
  room.hold(cy, 'Moonlight\n'.repeat(40));
  const page = await openWall(chat);
  const long = held(page, 'Moonlight');
  const height = (): number => page.boxOf(long).height;
  await long.getByRole('button', { name: 'Read more' }).click();
  expect(height()).toBeGreaterThan(800);
  await long.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBeLessThan(350);
  await page.tabTo(held(page, 'The first moth').getByRole('button', { name: /^Approve/ }));
  await page.press('{Enter}');
  await expect.element(long.getByRole('button', { name: /^Approve/ })).toHaveFocus();
});

test('WALL-01l on a wall, messages are called posts', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  room.post(bo, 'Unwanted');
  room.post(chat.own, 'Mine');
  chat.blocked.set(bo.uid, bo);
  const page = await openWall(chat);
  await expect.element(wall(page).getByText('1 post from someone you blocked')).toBeVisible();
  await post(page, 'Mine').getByRole('button', { name: 'Post actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Delete this post?' })).toBeVisible();
});

test('WALL-05bw hosts see the profile of the author of a held post, and mute, block and remove them', async () => {
  const { chat, page } = await openAsHost();
  const openMenu = () =>
    held(page, 'A second one')
      .getByRole('button', { name: `Post actions, ${cy.name}` })
      .click();
  await openMenu();
  const entries = page.getByRole('menuitem');
  await expect.element(entries.first()).toBeVisible();
  expect(entries.elements().map(({ textContent }) => textContent)).toEqual([
    `View ${cy.name}’s profile`,
    `Block ${cy.name}`,
    `Mute ${cy.name}`,
    `Remove ${cy.name} from this wall`,
  ]);
  await page.getByRole('menuitem', { name: `Mute ${cy.name}` }).click();
  await page.getByRole('button', { name: 'For 1 hour' }).click();
  await expect
    .poll(() => chat.server.commands(muteChatUser))
    .toEqual([{ userId: cy.uid, durationMs: 3_600_000 }]);
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: `Unmute ${cy.name}` })).toBeVisible();
});

test.each([
  ['menu', false],
  ['dialog about its author', true],
])(
  'WALL-05bx when another host decides about a post whose %s is open, the focus goes on at the next post',
  async (_, hasDialog) => {
    const { room, page } = await openAsHost();
    const second = held(page, 'A second one');
    await second.getByRole('button', { name: /^Post actions/ }).click();
    await expect.element(page.getByRole('menuitem').first()).toBeVisible();
    await page.press('{ArrowDown}');
    await expect.poll(() => page.document.activeElement?.closest('[role="menu"]') ?? null).not.toBeNull();
    const dialog = page.getByRole('dialog', { name: `Mute ${cy.name}` });
    if (hasDialog) {
      await page.getByRole('menuitem', { name: `Mute ${cy.name}` }).click();
      await expect.element(dialog).toBeVisible();
    }
    room.releaseHeld(room.held[1]?.id ?? '');
    await expect.element(second).not.toBeInTheDocument();
    if (hasDialog) await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(held(page, 'A third one').getByRole('button', { name: /^Approve/ })).toHaveFocus();
  },
);

test('WALL-05br the posts that wait stay in place while the order of the wall changes', async () => {
  const { room, page } = await openAsHost();
  room.post(bo, 'Good evening');
  room.post(cy, 'Hello');
  const element = approval(page).element();
  const mostLiked = wall(page).getByRole('button', { name: 'Most liked' });
  room.likeByOthers(1, 5);
  await mostLiked.click();
  await expect
    .poll(() => wall(page).getByCSS('article').elements()[0]?.textContent)
    .toContain('Good evening');
  expect(approval(page).element()).toBe(element);
});

test('WALL-05bo a post that another host has decided about disappears, and deciding about it once more says so', async () => {
  const { chat, room, page } = await openAsHost();
  const [first, second] = room.held;
  room.releaseHeld(first?.id ?? '');
  await expect.element(approval(page)).toHaveAccessibleName('Waiting for approval (2)');
  chat.handle(approveChatPost, ({ id }) => {
    room.releaseHeld(id);
    room.releaseHeld(id);
    return undefined;
  });
  await held(page, second?.text ?? '')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect
    .element(page.getByText('This post was already approved, declined or withdrawn.'))
    .toBeVisible();
  await expect.element(held(page, second?.text ?? '')).not.toBeInTheDocument();
});

test.each([
  ['a desktop', {}],
  ['a tablet', { width: 900, height: 700 }],
  ['a phone', phone],
])('WALL-05bp on %s the wall and what waits beside it fit, also from right to left', async (_, size) => {
  const { page } = await openAsHost(size);
  const expectToFit = async (): Promise<void> => {
    await page.atRest();
    expect(page.fitsAcross).toBe(true);
    const outer = page.boxOf(page.getByCSS('[data-panel-width="feed"]'));
    for (const part of ['[data-held-posts]', '[data-posts="list"]', '[data-posts="composer"]']) {
      const inner = page.boxOf(page.getByCSS(part));
      expect(inner.left).toBeGreaterThanOrEqual(outer.left);
      expect(inner.right).toBeLessThanOrEqual(outer.right);
      expect(inner.bottom).toBeLessThanOrEqual(outer.bottom);
      expect(inner.height).toBeGreaterThan(60);
    }
  };
  await expectToFit();
  await page.goto(`${page.path}&lang=ar`);
  await expect.poll(() => page.document.documentElement.dir).toBe('rtl');
  await expect.element(page.getByCSS('[data-held]').first()).toBeVisible();
  await expectToFit();
});

test('WALL-05by on a phone the title, what is said about posts that wait and the orders begin at the same edge', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  room.hold(chat.own, 'Let me in');
  room.post(bo, 'The first moth');
  // One post needs no orders.
  room.post(cy, 'A second one');
  const page = await openWall(chat, phone);
  const note = approval(page).getByText('Only you and the hosts can see this.');
  await expect.element(note).toBeVisible();
  const newest = wall(page).getByRole('button', { name: 'Newest' });
  await expect.element(newest).toBeVisible();
  await page.atRest();
  const { left } = page.boxOf(page.getByCSS('[data-panel-head] > h2'));
  expect(page.boxOf(note).left).toBe(left);
  expect(page.boxOf(newest).left).toBe(left);
});

test('WALL-05bu on a phone the buttons of a waiting post are visible below its picture', async () => {
  const { page } = await openAsHost(phone);
  const first = held(page, 'The first moth');
  await expect.element(first.getByRole('button', { name: /moth\.png/ })).toBeVisible();
  await page.atRest();
  const { bottom } = page.boxOf(first.getByRole('button', { name: /^Approve/ }));
  expect(bottom).toBeLessThanOrEqual(page.boxOf(approval(page)).bottom);
});

test('WALL-05cg a declined post says so at once and later, until its author writes it again and removes it', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  const question = room.post(bo, 'How was it?');
  room.hold(chat.own, 'Kind words');
  const { id } = room.hold(chat.own, `Rude words for @${cy.name}`, {
    replyTo: question.seq,
    mentions: [cy.uid],
    upload: picture,
  });
  const page = await openWall(chat);
  await expect.element(held(page, 'Rude words').getByText('Waiting for approval')).toBeVisible();
  room.decline(id);
  const declined = held(page, 'Rude words');
  const state = declined.getByText('The hosts did not approve this post. Only you can see it.');
  await expect.element(state).toBeVisible();
  await expect.element(declined.getByText('moth.png')).toBeVisible();
  await expect.element(wall(page).getByText('1 of your posts was not approved.')).toBeInTheDocument();
  expect(declined.getByText('Waiting for approval').query()).toBeNull();
  await page.expectAccessible();
  await page.goto(page.path);
  await expect.element(state).toBeVisible();

  await messageField(page).fill('I begin');
  const again = declined.getByRole('button', { name: 'Write again' });
  await again.click();
  await again.click();
  await expect.element(messageField(page)).toHaveFocus();
  await expect.element(messageField(page)).toHaveValue(`I begin\nRude words for @${cy.name}`);
  const reply = wall(page).getByText(`Reply to ${bo.name}`, { exact: true });
  await expect.element(reply).toBeVisible();
  await page.press('{Escape}');
  await expect.element(reply).not.toBeInTheDocument();
  await messageField(page).fill('');
  await again.click();
  await expect.element(reply).toBeVisible();
  await page.press(' and Bo{Enter}');
  await expect
    .poll(() => room.held.at(-1))
    .toMatchObject({ text: `Rude words for @${cy.name} and Bo`, replyTo: question.seq, mentions: [cy.uid] });
  await declined.first().getByRole('button', { name: 'Remove' }).click();
  await expect.element(state).not.toBeInTheDocument();
  expect(room.declined).toEqual([]);
  expect(room.held.map(({ text }) => text)).toEqual(['Kind words', `Rude words for @${cy.name} and Bo`]);
});

test('WALL-05db an author sees their waiting post after approval was turned off, and one that is held before the page knows of approval', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  room.hold(chat.own, 'Written before');
  const page = await openWall(chat);
  await expect.element(held(page, 'Written before').getByText('Waiting for approval')).toBeVisible();
  expect(wall(page).getByText('Posts appear here once a host has approved them.').query()).toBeNull();
  await held(page, 'Written before').getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(approval(page)).not.toBeInTheDocument();
  room.approval = true;
  await write(page, 'Written after');
  await expect.element(held(page, 'Written after').getByText('Waiting for approval')).toBeVisible();
});

test('WALL-05co a declined post is written again after what is in the field, also if that contains its text in a longer line', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  room.decline(room.hold(chat.own, 'no').id);
  const page = await openWall(chat);
  await messageField(page).fill('nothing yet');
  const again = declinedPost(page, 'no').getByRole('button', { name: 'Write again' });
  await again.click();
  await again.click();
  await expect.element(messageField(page)).toHaveValue('nothing yet\nno');
  await expect.element(messageField(page)).toHaveFocus();
});

test('WALL-05cp a declined post is not mixed with a reply to another post that the user is writing', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  const [first, second] = [room.post(bo, 'How was it?'), room.post(cy, 'And the music?')];
  room.decline(room.hold(chat.own, 'Rude words', { replyTo: first.seq }).id);
  room.decline(room.hold(chat.own, 'Noise').id);
  const page = await openWall(chat);
  const title = (name: string) => wall(page).getByText(`Reply to ${name}`, { exact: true });
  const writeAgain = (text: string) =>
    declinedPost(page, text).getByRole('button', { name: 'Write again' }).click();
  const beginReply = async (): Promise<void> => {
    await post(page, 'And the music?')
      .getByRole('button', { name: /^Reply/ })
      .click();
    await expect.element(title(cy.name)).toBeVisible();
  };
  // Nothing is written yet.
  await beginReply();
  await writeAgain('Rude words');
  await expect.element(title(bo.name)).toBeVisible();
  await expect.element(messageField(page)).toHaveValue('Rude words');

  await messageField(page).fill('Loud');
  await beginReply();
  for (const text of ['Rude words', 'Noise']) {
    await writeAgain(text);
    const hint = page.getByText('You’re replying to another post. Send or cancel your reply first.');
    await expect.element(hint).toBeVisible();
    await expect.element(messageField(page)).toHaveFocus();
  }
  await expect.element(messageField(page)).toHaveValue('Loud');
  await page.press('{Enter}');
  await expect.poll(() => room.held.at(-1)).toMatchObject({ text: 'Loud', replyTo: second.seq });

  // A picture without a text is a reply, too.
  choose(page, file(page, 'moth.png'));
  await beginReply();
  await writeAgain('Rude words');
  await expect.element(title(cy.name)).toBeVisible();
  await expect.element(messageField(page)).toHaveValue('');
});

test('WALL-05cq what waits and what was declined is announced in separate texts, and nothing when a declined post is removed', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat, { approval: true });
  const announced = () =>
    [...page.document.querySelectorAll('[data-held-posts] [role="status"]')].map((each) => each.textContent);
  for (const text of ['Rude words', 'Noise']) room.decline(room.hold(chat.own, text).id);
  room.hold(bo, 'Let me in');
  const page = await openWall(chat);
  await expect.poll(announced).toEqual(['Waiting for approval (1)', '2 of your posts were not approved.']);
  await declinedPost(page, 'Noise').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(announced).toEqual(['Waiting for approval (1)', '']);
  room.decline(room.hold(chat.own, 'More noise').id);
  await expect.poll(announced).toEqual(['Waiting for approval (1)', '2 of your posts were not approved.']);
});

test('WALL-05ch a declined post is not written again where its author can only read', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  room.decline(room.hold(chat.own, 'Rude words').id);
  room.setReadOnly('muted');
  const page = await openWall(chat);
  const region = wall(page).getByRole('region', { name: 'Not approved' });
  await expect.element(region.getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(region.getByRole('button', { name: 'Write again' }).query()).toBeNull();
});

test('WALL-05cl a declined post is not shown to hosts', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat, { approval: true });
  const { id } = room.hold(bo, 'Rude words');
  room.hold(bo, 'Kind words');
  const page = await openWall(chat);
  await expect.element(held(page, 'Kind words')).toBeVisible();
  room.decline(id);
  await expect.element(approval(page)).toHaveAccessibleName('Waiting for approval (1)');
  expect(wall(page).getByText('Rude words').query()).toBeNull();
});

test('WALL-05ci hosts and authors see what a held reply answers, and go there from it', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat, { approval: true });
  const question = room.post(bo, 'How was it?\nTell us');
  for (let at = 1; at <= 20; at += 1) room.post(cy, `Moth ${at}`);
  const own = room.post(cy, 'Soon gone');
  room.hold(bo, 'Splendid', { replyTo: question.seq });
  room.hold(bo, 'Fine', { replyTo: own.seq });
  room.hold(bo, 'Nice', { replyTo: 99 });
  const page = await openWall(chat);
  const link = held(page, 'Splendid').getByRole('button', {
    name: `Reply to ${bo.name}: How was it? Tell us`,
  });
  await expect.element(link).toBeVisible();
  await page.expectAccessible();
  await page.tabTo(link);
  await page.press('{Enter}');
  const article = post(page, 'How was it?');
  await expect.element(article).toHaveFocus();
  const list = page.boxOf(wall(page).getByCSS('[data-posts="list"]'));
  expect(page.boxOf(article).top).toBeGreaterThanOrEqual(list.top);
  expect(page.boxOf(article).bottom).toBeLessThanOrEqual(list.bottom);

  await expect
    .element(held(page, 'Fine').getByRole('button', { name: `Reply to ${cy.name}: Soon gone` }))
    .toBeVisible();
  room.delete(own.seq);
  await expect
    .element(held(page, 'Fine').getByText(`Reply to ${cy.name}: This post was deleted.`))
    .toBeVisible();
  await expect.element(held(page, 'Nice').getByText('Reply to a deleted post')).toBeVisible();
  expect(
    held(page, 'Nice')
      .getByRole('button', { name: /^Reply/ })
      .query(),
  ).toBeNull();
  // The decision has the focus, not what is answered.
  await page.tabTo(held(page, 'Splendid').getByRole('button', { name: /^Approve/ }));
  await page.press('{Enter}');
  await expect.element(held(page, 'Fine').getByRole('button', { name: /^Approve/ })).toHaveFocus();
});

test('WALL-05cj a held post of a user whom the host blocks is hidden as on the wall, until the host shows it', async () => {
  const { chat, room, page } = await openAsHost();
  await held(page, 'A second one')
    .getByRole('button', { name: `Post actions, ${cy.name}` })
    .click();
  await page.getByRole('menuitem', { name: `Block ${cy.name}` }).click();
  await page
    .getByRole('dialog', { name: `Block ${cy.name}?` })
    .getByRole('button', { name: 'Block' })
    .click();
  const hidden = held(page, '1 post from someone you blocked');
  await expect.element(hidden).toBeVisible();
  expect(wall(page).getByText('A second one').query()).toBeNull();
  await expect.element(approval(page)).toHaveAccessibleName('Waiting for approval (3)');
  const show = hidden.getByRole('button', { name: 'Show post' });
  await expect.element(show).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(held(page, 'A second one').getByRole('button', { name: /^Approve/ })).toHaveFocus();
  await page.press('{Tab}{Enter}');
  await expect.element(approval(page)).toHaveAccessibleName('Waiting for approval (2)');
  expect(room.declined.map(({ text }) => text)).toEqual(['A second one']);
  expect([...chat.blocked.keys()]).toEqual([cy.uid]);
});

test('WALL-01d in the picture a wall is a button that opens it', async () => {
  const chat = new FakeChat();
  addWall(chat, { displayMode: 'EMBEDDED' });
  chat.server.change((architecture) => {
    for (const { contentWidgets } of architecture.areas)
      for (const { id, placements } of contentWidgets)
        if (id === 'wall' && placements[0]) placements[0].size = { width: 0.2, height: 0.2 };
  });
  const page = await openPageOf(chat, lounge);
  await page.getByRole('button', { name: 'Open Wall' }).click();
  await expect.element(wall(page)).toBeVisible();
});

/** Follows the link of the only report. */
async function openReported(page: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('link', { name: 'Open Wall' }).click();
  await expect.element(wall(page)).toBeVisible();
}

test('WALL-01rp a report of a post leads to it, however old it is, and its buttons name it', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat);
  const reported = room.post(bo, 'Buy lanterns');
  for (let no = 0; no < 2 * chatPageSize; no += 1) room.post(cy, `Moth ${no}`);
  const page = await openLounge(chat);
  chat.report(room, reported, cy, 'Advertising');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Delete post' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Keep post' })).toBeVisible();
  await page.getByRole('link', { name: 'Open Wall' }).click();
  await expect.element(post(page, 'Buy lanterns')).toHaveFocus();
  await expect.element(post(page, 'Buy lanterns')).toBeInViewport();
});

test('WALL-01rq a report of a reply opens the replies of its post, and leads to it', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat);
  const { seq } = room.post(bo, 'A moth');
  const reported = room.post(cy, 'Rude words', { replyTo: seq });
  for (let no = 0; no < 20; no += 1) room.post(cy, `Moth ${no}`);
  const page = await openLounge(chat);
  chat.report(room, reported, cy, 'Rude');
  await openReported(page);
  await expect.element(post(page, 'Rude words')).toHaveFocus();
  await expect.element(post(page, 'Rude words')).toBeInViewport();
});

test('WALL-01rr of a reported post that was deleted, the wall opens and says so', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat);
  room.post(cy, 'A moth');
  const { seq } = room.post(bo, 'Buy lanterns');
  const page = await openLounge(chat);
  chat.report(room, room.delete(seq, 'host'), cy, 'Advertising');
  await openReported(page);
  await expect.element(page.getByText('This post is no longer available.')).toBeVisible();
  await expect.element(post(page, 'A moth')).toBeVisible();
});

test.each([
  ['post', 'Buy lanterns', undefined],
  ['reply', 'Rude words', 'A moth'],
])(
  'WALL-01rs a report of a %s of a user whom the host blocked leads to the row in its place',
  async (_, text, parent) => {
    const chat = new FakeChat(hugo);
    const room = addWall(chat);
    chat.blocked.set(bo.uid, bo);
    const answered = parent === undefined ? undefined : room.post(cy, parent).seq;
    const reported = room.post(bo, text, { replyTo: answered });
    room.post(bo, 'Another one', { replyTo: answered });
    for (let no = 0; no < 20; no += 1) room.post(cy, `Moth ${no}`);
    const page = await openLounge(chat);
    chat.report(room, reported, cy, 'Advertising');
    await openReported(page);
    const row = wall(page).getByText('2 posts from someone you blocked');
    await expect.element(row).toHaveFocus();
    await expect.element(row).toBeInViewport();
  },
);

test('WALL-01rt a wall that is opened long after a report of one of its posts could not be shown leaves the focus', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat);
  const reported = room.post(bo, 'Buy lanterns');
  room.post(cy, 'A moth');
  const page = await openLounge(chat, { allowedErrors: [/./] });
  chat.report(room, reported, cy, 'Advertising');
  chat.server.onCommand(getChatPosts, () => {
    throw new RejectedCall({ code: 'internal' });
  });
  await openReported(page);
  await expect.element(wall(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.press('{Escape}');
  await expect.element(wall(page)).not.toBeInTheDocument();
  answerPostCommands(chat);
  await hotspot(page, 'Wall').click();
  await expect.element(post(page, 'Buy lanterns')).toBeVisible();
  await page.atRest();
  expect(page.document.activeElement?.closest('article') ?? null).toBeNull();
});

test.each([
  ['of an attendee', undefined, {}],
  ['of a host with approval', hugo, { approval: true }],
  ['on a phone', undefined, phone],
])(
  'WALL-01na the panel %s has its width and placeholders of posts while its code and then its posts are downloaded',
  async (_, user, options) => {
    const isHost = user !== undefined;
    const files = ['SuperEventSocialWallWidget', 'Wall'].map((name) => ({
      name,
      response: Promise.withResolvers<'real'>(),
    }));
    await interceptFiles('*/assets/*Wall*.js', ({ request: { url } }) => {
      const file = files.find(({ name }) => url.includes(`/assets/${name}-`));
      return file?.response.promise ?? 'real';
    });
    const chat = new FakeChat(user);
    addWall(chat, isHost ? { approval: true } : {}).post(bo, 'The first moth');
    const posts = chat.server.hold(getChatPosts);
    const page = await openWall(chat, isHost ? {} : options);
    const placeholder = page.getByCSS('[data-posts="skeleton"]');
    const boxes: DOMRect[] = [];
    const measure = async (): Promise<void> => {
      await expect.element(placeholder).toBeInTheDocument();
      await page.atRest();
      expect(page.boxOf(placeholder).height).toBeGreaterThan(150);
      boxes.push(page.boxOf(wall(page)));
    };
    await measure();
    for (const { response } of files) {
      const before = placeholder.element();
      response.resolve('real');
      await expect.poll(() => before.isConnected).toBe(false);
      await measure();
    }
    await posts.reached;
    posts.release();
    await expect.element(post(page, 'The first moth')).toBeVisible();
    boxes.push(page.boxOf(wall(page)));
    expect(boxes.map(({ width }) => width)).toEqual(boxes.map(() => boxes.at(-1)?.width));
    expect(new Set(boxes.map(({ left, height }) => `${left} ${height}`)).size).toBe(1);
  },
);

test('WALL-05ea an empty wall with approval says once who reads a post, and nothing invites beside those that wait', async () => {
  const chat = new FakeChat();
  const room = addWall(chat, { approval: true });
  const page = await openWall(chat);
  const invitation = wall(page).getByText('Be the first to post');
  const hint = wall(page).getByText('Posts appear here once a host has approved them.');
  await expect.element(wall(page).getByText('A host reads it before everyone can.')).toBeVisible();
  await expect.element(invitation).toBeVisible();
  expect(hint.query()).toBeNull();
  expect(
    wall(page)
      .getByText(/^Everyone at the event/)
      .query(),
  ).toBeNull();
  const { id } = room.hold(chat.own, 'Let me in');
  await expect.element(held(page, 'Let me in')).toBeVisible();
  await expect.element(invitation).not.toBeInTheDocument();
  room.releaseHeld(id);
  await expect.element(invitation).toBeVisible();
  room.post(bo, 'The first moth');
  await expect.element(hint).toBeVisible();
  expect(invitation.query()).toBeNull();
});

test('WALL-05eb hosts see no invitation to be the first beside posts that wait', async () => {
  const { room, page } = await openAsHost();
  await expect.element(wall(page).getByText('No posts yet')).toBeVisible();
  expect(wall(page).getByText('Be the first to post').query()).toBeNull();
  for (const { id } of room.held ?? []) room.releaseHeld(id);
  await expect.element(wall(page).getByText('Be the first to post')).toBeVisible();
  await expect.element(wall(page).getByText(/^Everyone at the event/)).toBeVisible();
});

test('WALL-01nb a publication that changes the configuration of a wall keeps the place of who reads it', async () => {
  const chat = new FakeChat();
  const room = addWall(chat);
  for (let at = 1; at <= 30; at += 1) room.post(bo, `Moth ${at}`);
  const page = await openWall(chat);
  await expect.element(post(page, 'Moth 30')).toBeVisible();
  const list = wall(page).getByCSS('[data-posts="list"]').element();
  list.scrollTop = 600;
  chat.server.publish(inLounge({ ...wallWidget({ approval: true }), name: 'Wall of moths' }));
  await expect.element(page.getByRole('heading', { name: 'Wall of moths' })).toBeVisible();
  await expect
    .element(wall(page).getByText('Posts appear here once a host has approved them.'))
    .toBeInTheDocument();
  expect(wall(page).getByCSS('[data-posts="list"]').element()).toBe(list);
  expect(list.scrollTop).toBeGreaterThan(500);
});
