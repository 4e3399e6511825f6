/** A wall on a big screen (WALL-06). */
import {
  countLiveAttendees,
  createChatUploadUrls,
  diffVersions,
  getVersionWarnings,
  listVersions,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { openPageOf } from '../../features/chat/testing/chatPage.ts';
import { FakeChat } from '../../features/chat/testing/fakeChat.ts';
import { bo, cy, hugo } from '../../features/chat/testing/users.ts';
import { RejectedCall } from '../../testing/fakeServer.ts';
import { phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { decodeQrCode } from '../testing/decodeQrCode.ts';
import { inLounge, passTimeUntilShown } from '../testing/widgetPage.ts';
import { addWall, opened, openWall, wall, wallWidget } from './testing/wallPage.ts';

const none = { added: [], removed: [], changed: [] };
const noChanges = {
  areas: none,
  widgets: none,
  texts: none,
  assets: none,
  settings: none,
  changes: [],
  names: {},
};
const presentation = (page: AppPage) => page.getByCSS('[data-dialog="presentation-wall"]');
const shown = (page: AppPage, text: string) =>
  presentation(page).getByCSS('article').filter({ hasText: text });
const count = (page: AppPage): number => presentation(page).getByCSS('article').elements().length;
const picture = {
  id: 'upload-9',
  name: 'moth.png',
  mediaType: 'image/png',
  bytes: 90,
  width: 600,
  height: 1600,
};

/** Opens the presentation of a wall with a post. */
async function openPresentation(options: PageOptions = {}) {
  const chat = new FakeChat(hugo);
  const room = addWall(chat);
  room.post(bo, 'The first moth');
  const page = await openPageOf(chat, `${opened}&present`, options);
  if (options.stopTimeAt === undefined) await expect.element(shown(page, 'The first moth')).toBeVisible();
  else await passTimeUntilShown(page, shown(page, 'The first moth'));
  return { chat, room, page };
}

test('WALL-06a hosts present a wall over the whole page, and Escape and Back return to it', async () => {
  const chat = new FakeChat(hugo);
  addWall(chat).post(bo, 'The first moth');
  const page = await openWall(chat);
  const present = wall(page).getByRole('button', { name: 'Present' });
  await present.click();
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  expect(page.path).toContain('present=on');
  const { width, height } = page.boxOf(presentation(page));
  expect([width, height]).toEqual([page.window.innerWidth, page.window.innerHeight]);
  expect(
    presentation(page)
      .getByRole('img', { name: /^QR code that leads to/ })
      .query(),
  ).not.toBeNull();
  await page.expectAccessible();
  await page.press('{Escape}');
  await expect.element(presentation(page)).not.toBeInTheDocument();
  await present.click();
  await expect.element(presentation(page)).toBeVisible();
  page.back();
  await expect.element(presentation(page)).not.toBeInTheDocument();
  await expect.element(wall(page)).toBeVisible();
});

test('WALL-06b attendees get the wall instead', async () => {
  const chat = new FakeChat();
  addWall(chat).post(bo, 'The first moth');
  const page = await openWall(chat, { path: `${opened}&present` });
  await expect.element(wall(page).getByCSS('article')).toBeVisible();
  expect(presentation(page).query()).toBeNull();
  expect(wall(page).getByRole('button', { name: 'Present' }).query()).toBeNull();
});

test('WALL-06c new posts appear first without an action, a deleted one disappears, and likes are counted', async () => {
  const { room, page } = await openPresentation();
  const { seq } = room.post(cy, 'A second one');
  await expect.element(shown(page, 'A second one')).toBeVisible();
  room.setLiked(seq, true);
  await expect.element(shown(page, 'A second one').getByRole('img', { name: 'Likes' })).toBeVisible();
  room.delete(seq, 'host');
  await expect.element(shown(page, 'A second one')).not.toBeInTheDocument();
  expect(count(page)).toBe(1);
});

test('WALL-06t a deleted post is gone within a second', async () => {
  const { room, page } = await openPresentation({ stopTimeAt: 0 });
  room.delete(1, 'host');
  await page.advance(1_000);
  await expect.element(shown(page, 'The first moth')).not.toBeInTheDocument();
});

test('WALL-06d a lost connection is a quiet sign, and what came meanwhile is shown with the next one', async () => {
  const { chat, room, page } = await openPresentation({ allowedErrors: [/./] });
  chat.server.reachable = false;
  chat.server.disconnect();
  await expect.element(presentation(page).getByText('Reconnecting…')).toBeVisible();
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  room.post(cy, 'A second one');
  room.delete(1, 'host');
  chat.server.reachable = true;
  await expect.element(shown(page, 'A second one')).toBeVisible();
  await expect.element(shown(page, 'The first moth')).not.toBeInTheDocument();
  await expect.element(presentation(page).getByText('Reconnecting…')).not.toBeInTheDocument();
});

test('WALL-06e however many posts come, the page has two dozen', async () => {
  const { room, page } = await openPresentation();
  room.postAll(
    cy,
    Array.from({ length: 60 }, (_, at) => `Post ${at}.`),
  );
  await expect.element(shown(page, 'Post 59.')).toBeVisible();
  await expect.poll(() => count(page)).toBe(24);
});

test('WALL-06f after some seconds without a movement there is no cursor and no button', async () => {
  const { page } = await openPresentation({ stopTimeAt: new Date('2026-11-20T22:00:00Z') });
  const cursor = () => page.window.getComputedStyle(presentation(page).element()).cursor;
  await page.advance(4_000);
  await expect.poll(cursor).toBe('none');
  page.window.dispatchEvent(new page.window.PointerEvent('pointermove'));
  await expect.poll(cursor).not.toBe('none');
});

test('WALL-06g the screen stays on until the presentation ends', async () => {
  const locks: string[] = [];
  const lock = { release: async () => void locks.push('released') };
  const { page } = await openPresentation({
    prepare: ({ navigator }) =>
      Object.defineProperty(navigator, 'wakeLock', {
        value: { request: async (type: string) => (locks.push(type), lock) },
      }),
  });
  await expect.poll(() => locks).toEqual(['screen']);
  page.document.dispatchEvent(new page.window.Event('visibilitychange'));
  await expect.poll(() => locks).toEqual(['screen', 'screen']);
  await page.press('{Escape}');
  await expect.poll(() => locks.at(-1)).toBe('released');
});

test.each([
  ['a big screen', { width: 1920, height: 1080 }],
  ['an upright screen', { width: 1080, height: 1920 }],
])(
  'WALL-06h on %s a text of 4,000 characters is cut, and an upright picture is contained',
  async (_, size) => {
    const { room, page } = await openPresentation(size);
    room.post(cy, 'A very long text '.repeat(235), { upload: picture });
    await expect.element(shown(page, 'A very long text')).toBeVisible();
    await page.atRest();
    const box = page.boxOf(shown(page, 'A very long text'));
    expect(box.height).toBeLessThan(page.window.innerHeight);
    expect(page.fitsAcross).toBe(true);
    const image = shown(page, 'A very long text').getByCSS('.presentedPosts_picture img');
    await expect.element(image).toBeVisible();
    expect(page.window.getComputedStyle(image.element()).objectFit).toBe('contain');
  },
);

test('WALL-06i the code leads phones to the wall and not to its presentation', async () => {
  const { page } = await openPresentation();
  const code = presentation(page).getByRole('img', { name: /^QR code/ });
  expect(await decodeQrCode(page, code)).toBe(`${page.window.location.origin}${opened}`);
});

test('WALL-06k when the newest posts are deleted, older ones come from the server', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat);
  room.post(bo, 'The first moth');
  room.postAll(
    cy,
    Array.from({ length: 50 }, (_, at) => `Post ${at}.`),
  );
  const page = await openWall(chat, { path: `${opened}&present` });
  await expect.element(shown(page, 'Post 49.')).toBeVisible();
  for (const { seq, authorId } of room.messages) if (authorId === cy.uid) room.delete(seq, 'host');
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  expect(count(page)).toBe(1);
});

test('WALL-06l a picture that could not be downloaded is requested again with the next connection', async () => {
  const { chat, room, page } = await openPresentation({ allowedErrors: [/./] });
  let url = 'data:image/png;base64,AAAA';
  // As soon as a URL has expired, another one is requested.
  chat.server.respondTo(createChatUploadUrls, () => ({ url, expiresAt: 0 }));
  room.post(cy, 'A moth', { upload: picture });
  const image = () => page.document.querySelector<HTMLImageElement>('.presentedPosts_picture img');
  await expect.poll(() => image()?.src === url && image()?.complete).toBe(true);
  // The post is shown without it meanwhile.
  await expect.element(shown(page, 'A moth')).toBeVisible();
  await expect.poll(() => image()?.checkVisibility()).toBe(false);
  url = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>')}`;
  chat.server.disconnect();
  await expect.poll(() => image()?.checkVisibility()).toBe(true);
  expect(image()?.naturalWidth).toBe(7);
});

test('WALL-06o a post whose picture no longer exists is shown without it, and says so if it has no text', async () => {
  const { chat, room, page } = await openPresentation({ allowedErrors: [/./] });
  chat.server.respondTo(createChatUploadUrls, () => {
    throw new RejectedCall({ code: 'gone' });
  });
  room.post(cy, 'A moth', { upload: picture });
  room.post(cy, '', { upload: picture });
  await expect.element(shown(page, 'File no longer available')).toBeVisible();
  await expect.element(shown(page, 'A moth')).toBeVisible();
  await expect
    .poll(() =>
      presentation(page)
        .getByCSS('.presentedPosts_picture')
        .elements()
        .every((box) => (box as HTMLElement).hidden),
    )
    .toBe(true);
  expect(shown(page, 'A moth').element().textContent).not.toContain('available');
});

test('WALL-06m on a phone the name of the author of a popular post is not cut', async () => {
  const { room, page } = await openPresentation(phone);
  room.setLiked(1, true);
  await expect.element(shown(page, 'The first moth').getByRole('img', { name: 'Likes' })).toBeVisible();
  const name = shown(page, 'The first moth').getByText(bo.name).element();
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
});

test('WALL-06n on the stage the presentation is below the ribbon, which says that it is not the live wall', async () => {
  const chat = new FakeChat({ ...hugo, roles: ['ROLE_HOST', 'ROLE_DESIGNER'] });
  chat.server.mode = 'STAGE';
  chat.server.respondTo(listVersions, () => ({ versions: [] }));
  addWall(chat).post(bo, 'The first moth');
  const page = await openWall(chat, { path: `/stage${opened}&present` });
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  const ribbon = page.getByCSS('aside[aria-label="Stage"]');
  await expect.element(ribbon).toBeVisible();
  const { bottom } = page.boxOf(ribbon);
  expect(bottom).toBeGreaterThan(0);
  await expect.poll(() => page.boxOf(presentation(page)).top).toBe(bottom);
});

test('WALL-06r a press on the ribbon of the stage does what it says, over the presentation, which stays', async () => {
  const chat = new FakeChat({ ...hugo, roles: ['ROLE_HOST', 'ROLE_DESIGNER'] });
  const { server } = chat;
  server.mode = 'STAGE';
  const version = {
    version: 1,
    baseVersion: null,
    savedAt: 0,
    savedBy: 'Dana',
    architectureId: 'nightfall',
    restoredFrom: null,
    published: false,
  };
  server.respondTo(listVersions, () => ({ versions: [version] }));
  server.respondTo(diffVersions, () => ({ from: 1, to: 1, ...noChanges }));
  server.respondTo(getVersionWarnings, () => ({ warnings: [], names: {} }));
  server.respondTo(countLiveAttendees, () => ({ count: 12 }));
  addWall(chat).post(bo, 'The first moth');
  const page = await openWall(chat, { path: `/stage${opened}&present` });
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  const ribbon = page.getByCSS('aside[aria-label="Stage"]');
  await ribbon.getByCSS('button').click();
  const question = page.getByCSS('[data-dialog^="stage-"]');
  await expect.element(question).toBeVisible();
  await page.atRest();
  const { left, top } = page.boxOf(question);
  expect(question.element().contains(page.document.elementFromPoint(left + 20, top + 20))).toBe(true);
  await page.press('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(presentation(page)).toBeVisible();
  await page.press('{Escape}');
  await expect.element(presentation(page)).not.toBeInTheDocument();
});

/** The posts in the order of the document, with their places. */
const places = (page: AppPage) =>
  presentation(page)
    .getByCSS('article')
    .elements()
    .map((post) => ({ text: post.querySelector('p')?.textContent, box: post.getBoundingClientRect() }));

test.each([
  ['from left to right', 'en'],
  ['from right to left', 'ar'],
])('WALL-06sa %s the newest post is first, and the others follow by time in columns', async (_, language) => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat);
  room.post(bo, 'The first moth');
  const page = await openPageOf(chat, `${opened}&present&lang=${language}`, { width: 1920, height: 1080 });
  const texts = ['The first moth'];
  for (const [at, length] of [4, 300, 4, 4, 200, 4, 4, 100, 4, 4, 4, 4].entries()) {
    const text = `Post ${at} ${'word '.repeat(length).trim()}`;
    texts.unshift(text);
    room.post(cy, text);
    await expect.poll(() => places(page).map((place) => place.text)).toEqual(texts);
    const [newest, ...others] = places(page).map(({ box }) => box);
    if (!newest) throw new Error('a post');
    // How far from the beginning of the first line: from the left, or from the right.
    const start = ({ left, right }: DOMRect) => (language === 'ar' ? -right : left);
    let before = newest;
    for (const box of others) {
      if (start(box) === start(before)) expect(box.top).toBeGreaterThanOrEqual(before.bottom);
      else expect(start(box)).toBeGreaterThan(start(before));
      expect(box.top).toBeGreaterThanOrEqual(others.length > 3 ? newest.top : 0);
      before = box;
    }
    expect(start(before)).toBeGreaterThan(start(newest));
  }
});

test('WALL-06sb when a post comes in, those of its column move smoothly and others are not moved to another place at once', async () => {
  const moves: string[] = [];
  const { room, page } = await openPresentation({
    reducedMotion: false,
    prepare({ Element }) {
      // oxlint-disable-next-line typescript/unbound-method -- it is called with its element
      const { animate } = Element.prototype;
      Element.prototype.animate = function record(keyframes, options) {
        if (this.matches('[data-dialog="presentation-wall"] li'))
          moves.push(`${this.querySelector('p')?.textContent} ${Object.keys(keyframes ?? {}).join()}`);
        return animate.call(this, keyframes, options);
      };
    },
  });
  room.postAll(
    cy,
    Array.from({ length: 8 }, (_, at) => `Post ${at}`),
  );
  await expect.element(shown(page, 'Post 7')).toBeVisible();
  await page.atRest();
  moves.length = 0;
  room.post(cy, 'The newest');
  await expect.element(shown(page, 'The newest')).toBeVisible();
  await expect.poll(() => moves).toContain('The newest opacity');
  // The post that goes on in the second column fades in there.
  const [first, ...others] = places(page);
  const inSecond = others.findIndex(({ box }) => box.left !== first?.box.left);
  expect(inSecond).toBeGreaterThan(0);
  const next = others[inSecond]?.text;
  expect(next).toMatch(/^Post [0-6]$/);
  expect(moves.filter((move) => move.endsWith('opacity'))).toEqual(['The newest opacity', `${next} opacity`]);
  expect(moves.filter((move) => move.endsWith('transform'))).toEqual(
    others.filter(({ text }) => text !== next).map(({ text }) => `${text} transform`),
  );
});

test('WALL-06sc an empty presentation invites to post with a large code, until the first post', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat);
  const page = await openWall(chat, { path: `${opened}&present`, width: 1920, height: 1080 });
  const code = presentation(page).getByRole('img', { name: /^QR code/ });
  await expect.element(presentation(page).getByText('Scan the code and write the first post')).toBeVisible();
  expect(code.elements()).toHaveLength(1);
  expect(page.boxOf(code).height).toBeGreaterThan(page.window.innerHeight * 0.45);
  expect(await decodeQrCode(page, code)).toBe(`${page.window.location.origin}${opened}`);
  await page.expectAccessible();
  for (const [width, height] of [
    [1080, 1920],
    [390, 844],
    [800, 400],
  ] as const) {
    page.resize(width, height);
    await expect.poll(() => page.boxOf(presentation(page)).width).toBe(width);
    const { top, bottom, left, right } = page.boxOf(code);
    expect(Math.min(top, left)).toBeGreaterThanOrEqual(0);
    expect([right <= width, bottom <= height]).toEqual([true, true]);
    expect(bottom - top).toBeGreaterThan(100);
  }
  room.post(bo, 'The first moth');
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  await expect.element(presentation(page).getByText('Scan the code with your phone to post')).toBeVisible();
  expect(code.elements()).toHaveLength(1);
});

test('WALL-06sd a presented wall with approval shows a post when a host has approved it, and nothing of it before', async () => {
  const chat = new FakeChat(hugo);
  const room = addWall(chat, { approval: true });
  room.post(bo, 'The first moth');
  room.hold(cy, 'Held before', { upload: picture });
  const page = await openPageOf(chat, `${opened}&present`);
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  const { id, clientId } = room.hold(cy, 'Held meanwhile');
  room.decline(room.hold(cy, 'Declined').id);
  // What is sent after them has arrived.
  room.post(bo, 'A second one');
  await expect.element(shown(page, 'A second one')).toBeVisible();
  expect(count(page)).toBe(2);
  const { textContent } = presentation(page).element();
  for (const text of ['Held', 'Declined', cy.name]) expect(textContent).not.toContain(text);
  expect(presentation(page).getByCSS('article img[src]').query()).toBeNull();
  room.releaseHeld(id);
  room.post(cy, 'Held meanwhile', { clientId });
  await expect.element(shown(page, 'Held meanwhile')).toBeVisible();
  expect(count(page)).toBe(3);
  expect(presentation(page).element().textContent).not.toContain('Held before');
});

test('WALL-06se a presentation says at once that the browser is offline, and of shorter losses of the connection nothing', async () => {
  const { chat, page } = await openPresentation({
    allowedErrors: [/./],
    stopTimeAt: new Date('2026-11-20T22:00:00Z'),
  });
  const sign = presentation(page).getByText('Reconnecting…');
  page.setOnline(false);
  await page.advance(100);
  await expect.element(sign).toBeVisible();
  page.setOnline(true);
  await page.advance(100);
  await expect.element(sign).not.toBeInTheDocument();
  chat.server.reachable = false;
  chat.server.disconnect();
  await page.advance(1_500);
  expect(sign.query()).toBeNull();
  await page.advance(1_000);
  await expect.element(sign).toBeVisible();
});

test('WALL-06si a presentation that was disconnected for too many tabs says so, and reconnects automatically', async () => {
  const { chat, room, page } = await openPresentation({ stopTimeAt: new Date('2026-11-20T22:00:00Z') });
  room.post(cy, 'A second one');
  await passTimeUntilShown(page, shown(page, 'A second one'));
  chat.server.disconnect('tooManyConnections');
  room.delete(1, 'host');
  await page.advance(1_000);
  await expect.element(presentation(page).getByText('Reconnecting…')).toBeVisible();
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  expect(chat.server.connections).toBe(1);
  await expect
    .poll(async () => {
      await page.advance(500);
      return [chat.server.connections, shown(page, 'The first moth').query()];
    })
    .toEqual([2, null]);
  await expect.element(shown(page, 'A second one')).toBeVisible();
  await expect.element(presentation(page).getByText('Reconnecting…')).not.toBeInTheDocument();
});

test('WALL-06sf a publication that changes the wall keeps its presentation, and another wall replaces it', async () => {
  const { chat, page } = await openPresentation();
  const { server } = chat;
  const popup = presentation(page).element();
  server.publish(inLounge({ ...wallWidget({ approval: true }), name: 'The wall' }));
  await expect.element(presentation(page).getByRole('heading', { name: 'The wall' })).toBeVisible();
  expect(presentation(page).element()).toBe(popup);
  await expect.element(shown(page, 'The first moth')).toBeVisible();
  chat.roomAt({ wallId: 'night' }).post(cy, 'Another wall');
  server.publish(inLounge(wallWidget({ wallId: 'night' })));
  await expect.element(shown(page, 'Another wall')).toBeVisible();
  expect(shown(page, 'The first moth').query()).toBeNull();
});

test('WALL-06sg on an upright screen, posts for which there is no room are not visible beside the others', async () => {
  const { room, page } = await openPresentation({ width: 1080, height: 1920 });
  room.postAll(
    cy,
    Array.from({ length: 24 }, (_, at) => `Post ${at}`),
  );
  await expect.element(shown(page, 'Post 23')).toBeVisible();
  await expect.poll(() => count(page)).toBe(24);
  const [newest, ...others] = places(page).map(({ box }) => box);
  const beside = others.filter(({ left }) => left > (newest?.left ?? 0));
  expect(beside.length).toBeGreaterThan(0);
  for (const { left, top } of beside)
    expect(page.document.elementFromPoint(left + 20, top + 20)?.closest('article') ?? null).toBeNull();
});
