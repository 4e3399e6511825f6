/** Calls in one page: ringing, the call itself and its end, by keyboard, on narrow screens and from right to left. */
import { accessVideo, declineCall, joinCall, leaveCall } from '@foyer/contract';
import { snackbarMs } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { holdTimers } from '../../testing/holdTimers.ts';
import { phone, type AppPage } from '../../testing/page.ts';
import { ada } from '../../testing/fakeServer.ts';
import { addExternalVideo, findArea, hotspot } from '../area/testing/areaPage.ts';
import { askFilm, filmFrame } from '../../testing/vimeoFilm.ts';
import { inLounge, reportBlockedFrame, type ContentWidget } from '../../widgets/testing/widgetPage.ts';
import { countOf, dockButton, panel } from '../chat/testing/chatPage.ts';
import { FakeChat } from '../chat/testing/fakeChat.ts';
import { bo, cy, di, type TestUser } from '../chat/testing/users.ts';
import {
  bosProfilePath,
  callBo,
  callButton,
  callControl,
  callPanel,
  endDialog,
  endSnackbar,
  expectReleased,
  openCallPage,
  openPreview,
  preview,
  ringing,
  startFromPreview,
  tile,
  type CallPage,
} from './testing/callPage.ts';
import { FakeCalls, voiceOnly } from './testing/fakeCalls.ts';
import { FakeMedia } from './testing/fakeMedia.ts';

test('CHAT-12y a call that nobody answers ends as “No answer”, and stops ringing as missed', async () => {
  const { page, media, calls } = await openPreview();
  await startFromPreview(page);
  await expect.element(callPanel(page)).toMatchTextContent('Calling Bo Nilsson');
  // After 45 seconds the server ends it.
  calls.end();
  await expect.element(endDialog(page)).toMatchTextContent('No answer');
  await expect.element(endDialog(page)).toMatchTextContent('They’ll see your missed call in the chat.');
  await expectReleased(media);
  await endDialog(page).getByRole('button', { name: 'Close' }).first().click();

  calls.ring();
  await expect.element(ringing(page)).toMatchTextContent('Bo Nilsson is calling');
  await page.expectAccessible('[data-dialog="call-ringing"]');
  calls.stopRinging('missed');
  await expect.element(ringing(page)).not.toBeInTheDocument();
});

test('CHAT-12aq declining stops the ringing and notifies the server', async () => {
  const { page, calls } = await openCallPage();
  calls.ring();
  await ringing(page).getByRole('button', { name: 'Decline' }).click();
  await expect.element(ringing(page)).not.toBeInTheDocument();
  expect(calls.chat.server.commands(declineCall)).toEqual([{ callId: calls.call.callId }]);
  await expect.element(callPanel(page)).not.toBeInTheDocument();
});

test('CHAT-12ar a ringing call stays reachable for assistive technology when a panel opens', async () => {
  const { page, calls } = await openCallPage();
  calls.ring();
  await expect.element(ringing(page)).toBeVisible();
  await dockButton(page).click();
  await expect.element(panel(page)).toBeVisible();
  await page.atRest();
  await expect.element(ringing(page).getByRole('button', { name: 'Decline' })).toBeVisible();
});

test('CHAT-18a a participant who disappears is shown as reconnecting, and the call of one person is over', async () => {
  const { page, media, calls } = await callBo();
  await page.expectAccessible('[data-dialog="call"]');
  media.connections[0]?.setState('disconnected');
  await expect.element(tile(page, 'Bo Nilsson')).toMatchTextContent('Reconnecting');
  media.connections[0]?.setState('connected');
  await expect.element(tile(page, 'Bo Nilsson')).toHaveAttribute('data-state', 'connected');
  media.connections[0]?.setState('disconnected');
  await expect.element(tile(page, 'Bo Nilsson')).toMatchTextContent('Reconnecting');
  // After its grace period the server removes Bo, and with him the call.
  calls.leave(bo);
  await expect.element(endSnackbar(page)).toBeVisible();
  await expectReleased(media);
});

test('VERSION-09f a page that needs a reload for another host is not reloaded during a call, but at the next change of area', async () => {
  const { page, calls } = await callBo();
  const { document } = page;
  calls.chat.server.publish((architecture) => {
    addExternalVideo(findArea(architecture, 'library'), 'https://films.example.org/shelves.mp4');
    findArea(architecture, 'lounge').names = [{ locale: 'en', text: 'Winter garden' }];
  });
  page.setOnline(true);
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
  await hotspot(page, 'Library').click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  expect(page.document).toBe(document);
  calls.leave(bo);
  await expect.element(endSnackbar(page)).toBeVisible();
  await hotspot(page, 'Lounge').click();
  await expect.poll(() => page.document).not.toBe(document);
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
});

test('CHAT-12az a call that the other one ends leaves the page usable and offers to call again', async () => {
  const { page, calls } = await callBo({ prepare: holdTimers((ms) => ms === snackbarMs) });
  calls.leave(bo);
  await expect.element(endSnackbar(page)).toBeVisible();
  expect(countOf(endDialog(page))).toBe(0);
  await dockButton(page).click();
  await expect.element(panel(page)).toBeVisible();
  await endSnackbar(page).getByRole('button', { name: 'Call again' }).click();
  await expect.element(preview(page)).toBeVisible();
});

test('CHAT-18h a tab whose media fails when it rejoins leaves the call and says so', async () => {
  const { page, calls, media } = await callBo({ allowedErrors: [/the media failed/] });
  const { server } = calls.chat;
  calls.join(cy);
  // An error that is not the server's, as when the media server cannot be reached.
  page.window.RTCPeerConnection = function () {
    throw new Error('the media failed');
  } as unknown as typeof RTCPeerConnection;
  // The server has removed this tab meanwhile.
  calls.leave(calls.chat.own);
  await expect.element(endDialog(page)).toMatchTextContent(/problem/i);
  await expect.poll(() => server.commands(leaveCall)).toHaveLength(1);
  await expectReleased(media);
});

test('CHAT-12ak a full call says so, and is joined once someone has left', async () => {
  const calls = new FakeCalls();
  calls.rings = false;
  const crew = ['Stagehand 1', 'Stagehand 2', 'Stagehand 3'].map((name): TestUser => ({
    uid: `u-${name}`,
    name,
  }));
  const room = calls.chat.group('The stagehands', [...crew, calls.chat.own]);
  const { page } = await openCallPage({ calls });
  calls.start(room, ...crew);
  calls.isFull = true;
  await page.getByCSS('[data-dock="chat"]').click();
  await page
    .getByRole('navigation', { name: 'Rooms' })
    .getByRole('button', { name: 'The stagehands' })
    .click();
  await page.getByRole('button', { name: 'Join call', exact: true }).click();
  await startFromPreview(page);
  await expect.element(endDialog(page)).toMatchTextContent('This call is full');
  calls.isFull = false;
  calls.leave(crew[0]!);
  await endDialog(page).getByRole('button', { name: 'Try again' }).click();
  await preview(page).getByRole('button', { name: 'Join', exact: true }).click();
  for (const { name } of crew.slice(1)) await expect.element(tile(page, name)).toBeVisible();
  await callControl(page, 'Leave').click();
  await expect.element(callPanel(page)).not.toBeInTheDocument();
  expect(calls.chat.server.commands(leaveCall)).toHaveLength(1);
});

async function pressKey(page: AppPage, to: Locator, key = '{Enter}'): Promise<void> {
  await page.tabTo(to);
  await page.press(key);
}

test('CHAT-12af a call is started, used and ended by keyboard', async () => {
  const { page, media, calls } = await openCallPage({ path: bosProfilePath });
  await pressKey(page, callButton(page));
  await pressKey(page, preview(page).getByRole('button', { name: 'Call', exact: true }));
  await expect.element(callPanel(page)).toMatchTextContent('Calling Bo Nilsson');
  calls.join(bo);
  await expect.element(tile(page, 'Bo Nilsson')).toHaveAttribute('data-state', 'connected');
  await pressKey(page, callControl(page, 'Mute'), ' ');
  await expect.poll(() => calls.ownMedia?.microphone).toBe(false);
  // The pressed button keeps the focus under its new name.
  await expect.element(callControl(page, 'Unmute')).toHaveFocus();

  await page.tabTo(callControl(page, 'Larger'), '{Shift>}{Tab}{/Shift}');
  await page.press('{Enter}');
  await expect.element(callPanel(page)).toHaveAttribute('data-size', 'large');
  await page.press('{Escape}');
  await expect.element(callPanel(page)).toHaveAttribute('data-size', 'small');
  await expect.element(tile(page, 'Bo Nilsson')).toBeVisible();

  await pressKey(page, callControl(page, 'Leave'));
  await expect.element(callPanel(page)).not.toBeInTheDocument();
  await expectReleased(media);
});

test('CHAT-12al a ringing call is accepted, and its devices are opened, by keyboard', async () => {
  const { page, calls } = await openCallPage();
  calls.ring();
  await pressKey(page, ringing(page).getByRole('button', { name: 'Accept with camera' }));
  await expect.element(tile(page, 'Bo Nilsson')).toHaveAttribute('data-state', 'connected');
  expect(calls.chat.server.commands(joinCall)).toMatchObject([{ callId: calls.call.callId }]);
  expect(calls.ownMedia).toEqual({ microphone: true, camera: true, screen: false });

  await pressKey(page, callControl(page, 'Audio and video'));
  await pressKey(page, callPanel(page).getByRole('combobox', { name: 'Microphone' }));
  await expect.element(page.getByCSS('[role="listbox"]:focus, [role="listbox"] :focus')).toBeVisible();
  await page.press('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(callPanel(page)).toBeVisible();
});

/** The elements that are wider than their box, or extend beyond the screen. */
const findClipped = (page: AppPage, container: Locator): string[] => {
  const root = container.element();
  return [root, ...root.querySelectorAll('button, p, h2, [data-member]')]
    .filter((element) => element.getClientRects().length > 0 && !element.matches('.sr-only'))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      const isText = element.textContent.trim() !== '' && !element.matches('.truncate');
      const isWider = isText && element.scrollWidth > element.clientWidth + 1;
      return isWider || left < -1 || right > page.window.innerWidth + 1;
    })
    .map((element) => element.outerHTML.slice(0, 120));
};

/** Asserts that every button can be scrolled into view and is not covered. */
function expectReachable(page: AppPage, buttons: Locator): void {
  for (const button of buttons.elements()) {
    button.scrollIntoView({ block: 'nearest' });
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const { innerWidth, innerHeight } = page.window;
    expect([left >= -0.5, top >= -0.5, right <= innerWidth + 0.5, bottom <= innerHeight + 0.5]).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    const topmost = page.document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    expect(button.contains(topmost), button.getAttribute('aria-label') ?? button.textContent).toBe(true);
  }
}

test('CHAT-12ag nothing of a call is cut off at 360 pixels, at 400 % and on a phone in landscape, in Arabic', async () => {
  const augusta: TestUser = { uid: 'u-augusta', name: 'Augusta Ada King-Noel, Countess of Lovelace' };
  const chat = new FakeChat({ ...ada, name: 'عبد الرحمن بن محمد الأنصاري الخزرجي' });
  const { page, calls } = await openCallPage({
    calls: new FakeCalls(chat),
    path: '/v/nightfall/area/lounge?lang=ar',
    width: 320,
    height: 256,
  });
  calls.ring(augusta);
  await expect.element(ringing(page)).toMatchTextContent(augusta.name);
  await page.atRest();
  expect(findClipped(page, ringing(page))).toEqual([]);
  expectReachable(page, ringing(page).getByRole('button'));
  await ringing(page).getByRole('button', { name: 'القبول مع الكاميرا' }).click();
  await expect.element(tile(page, augusta.name)).toHaveAttribute('data-state', 'connected');
  for (const [width, height] of [
    [360, 640],
    [320, 256],
    [844, 390],
  ] as const) {
    page.resize(width, height);
    await expect.poll(() => page.window.innerWidth).toBe(width);
    for (const [size, button] of [
      ['small', 'تصغير'],
      ['large', 'تكبير'],
    ] as const) {
      if (callPanel(page).element().getAttribute('data-size') !== size)
        await callControl(page, button).click();
      await expect.element(callPanel(page)).toHaveAttribute('data-size', size);
      await page.atRest();
      expect(findClipped(page, callPanel(page)), `${size} at ${width}`).toEqual([]);
      expectReachable(page, callPanel(page).getByRole('button'));
    }
  }
  await page.expectAccessible('[data-dialog="call"]');
});

/** The distances of the buttons of the call from the top left of the screen, in pixels. */
const buttonPlaces = (page: AppPage): Record<string, readonly [x: number, y: number]> => {
  const controls = callPanel(page).getByRole('group', { name: 'Call controls' });
  return Object.fromEntries(
    ['Mute', 'Camera', 'Share screen', 'Audio and video', 'Leave'].map((name) => {
      const { left, top } = page.boxOf(controls.getByRole('button', { name }));
      return [name, [Math.round(left), Math.round(top)]];
    }),
  );
};

test.for([
  ['small', 1_440, 900, 'Larger'],
  ['large', 1_440, 900, 'Smaller'],
  ['small', 390, 844, 'Larger'],
  ['large', 390, 844, 'Smaller'],
] as const)(
  'CHAT-12bc no button of a %s call moves while the user joins, others come, and notes appear, at %i × %i',
  async ([size, width, height, other]) => {
    const media = new FakeMedia();
    const calls = new FakeCalls();
    const room = calls.chat.group('The stagehands', [bo, cy, di, calls.chat.own]);
    const { page } = await openCallPage({ media, calls, width, height });
    const openPrompt = media.holdPrompt();
    calls.ring(bo, room);
    const joins = calls.chat.server.hold(joinCall);
    await ringing(page).getByRole('button', { name: 'Accept with audio only' }).click();
    await expect.element(callPanel(page)).toMatchTextContent('Grant camera');
    if (callPanel(page).element().getAttribute('data-size') !== size)
      await callControl(page, size === 'large' ? 'Larger' : 'Smaller').click();
    await expect.element(callControl(page, other)).toBeVisible();
    await page.atRest();
    const before = buttonPlaces(page);
    const expectSamePlaces = async (when: string): Promise<void> => {
      await page.atRest();
      expect(buttonPlaces(page), when).toEqual(before);
    };

    openPrompt();
    await expect.element(callPanel(page)).not.toMatchTextContent('Grant camera');
    await expectSamePlaces('while joining');
    joins.release();
    await expect.element(tile(page, 'Bo Nilsson')).toHaveAttribute('data-state', 'connected');
    await expectSamePlaces('with one other');
    for (const user of [cy, di]) {
      calls.join(user, voiceOnly);
      await expect.element(tile(page, user.name)).toBeVisible();
      await expectSamePlaces(`with ${user.name}`);
    }
    media.errors.video = 'NotReadableError';
    await callControl(page, 'Camera on').click();
    await expect.element(callPanel(page).getByRole('alert')).toBeVisible();
    await expectSamePlaces('with a problem');
    if (size === 'small') expectReachable(page, callPanel(page).getByRole('button'));
  },
);

test('CHAT-12bd on a phone the buttons of a small call stay reachable for assistive technology while a panel is open', async () => {
  const { page, media } = await callBo(phone);
  await callControl(page, 'Smaller').click();
  await expect.element(callPanel(page)).toHaveAttribute('data-size', 'small');
  await page.atRest();
  await callControl(page, 'Mute').click();
  await expect.element(callControl(page, 'Unmute')).toBeVisible();
  await page.getByRole('button', { name: 'Start chat', exact: true }).click();
  await expect.element(panel(page)).toBeVisible();
  await page.atRest();
  await callControl(page, 'Leave').click();
  await expectReleased(media);
});

test('CHAT-12am a call that does not ring is marked in the dock, in the row, in the bar and in the room', async () => {
  const calls = new FakeCalls();
  calls.rings = false;
  const { chat } = calls;
  const room = chat.group('The riggers', [di, bo, cy, chat.own]);
  const { page } = await openCallPage({ calls });
  const dock = page.getByCSS('[data-dock="chat"]');
  const panel = page.getByCSS('[data-dialog="chat"]');
  const mark = (within: Locator) => within.getByRole('img', { name: 'Call in progress' });
  const row = panel.getByRole('navigation', { name: 'Rooms' }).getByRole('button', { name: 'The riggers' });
  await expect.element(dock).not.toHaveAccessibleName(expect.stringMatching(/call/));
  calls.start(room, bo);
  room.postNotice(bo, { kind: 'callStarted' });
  await expect.element(dock).toHaveAccessibleName(expect.stringMatching(/^Chat.*, call in progress$/));
  await dock.click();
  await row.click();
  await expect.element(mark(row)).toBeVisible();
  await expect.element(panel.getByRole('log').getByText('Bo Nilsson started a call')).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'Join call', exact: true })).toBeVisible();
  await page.expectAccessible('[data-dialog="chat"]');
  await panel.getByRole('button', { name: 'Minimize chat' }).click();
  await expect.element(mark(page.getByCSS('.chatBar_bar'))).toBeVisible();
  await page.getByCSS('.chatBar_bar [data-chat="expand"]').click();
  await expect.element(ringing(page)).not.toBeInTheDocument();
  calls.end();
  await expect.element(mark(row)).not.toBeInTheDocument();
  await expect.element(panel.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
});

test('CHAT-12an the caller of a large group reads that the others see the call in the room', async () => {
  const calls = new FakeCalls();
  calls.rings = false;
  calls.chat.group('The riggers', [di, bo, cy, calls.chat.own]);
  const { page } = await openCallPage({ calls });
  await page.getByCSS('[data-dock="chat"]').click();
  const panel = page.getByCSS('[data-dialog="chat"]');
  await panel.getByRole('navigation', { name: 'Rooms' }).getByRole('button', { name: 'The riggers' }).click();
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await startFromPreview(page);
  await expect
    .element(callPanel(page))
    .toMatchTextContent('Waiting for others to join. They can see this call in the room');
  await expect.element(callPanel(page)).not.toMatchTextContent('Calling');
  // The dock does not mark the user's own call.
  await expect
    .element(page.getByCSS('[data-dock="chat"]'))
    .not.toHaveAccessibleName(expect.stringMatching(/call/));
  await page.expectAccessible('[data-dialog="call"]');
});

/** Calls with a widget in the lounge, named Opening. */
function callsWith(
  type: 'IframePopupWidget' | 'VimeoWidget',
  uri: string,
  configuration: { readonly autoplay?: boolean } = {},
): FakeCalls {
  const calls = new FakeCalls();
  const widget = {
    id: 'opening',
    type,
    name: 'Opening',
    configurations: [
      { id: 'page', name: 'page', cookieProviders: [], uris: [{ locale: 'en', uri }], ...configuration },
    ],
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
  } as ContentWidget;
  calls.chat.server.change(inLounge(widget));
  return calls;
}

/** Calls with a film, an event or a showcase that starts when its panel opens. */
const callsWithFilm = (uri: string): FakeCalls => callsWith('VimeoWidget', uri, { autoplay: true });

const withOpening = '/v/nightfall/area/lounge?widget=opening';

/** Bo calls, and the user accepts. */
async function acceptCall({ page, calls }: CallPage): Promise<void> {
  calls.ring();
  await ringing(page).getByRole('button', { name: 'Accept with audio only' }).click();
  await expect.element(callPanel(page)).toBeVisible();
}

test('WIDGET-16o a film stops when a call starts', async () => {
  const opened = await openCallPage({ calls: callsWithFilm('https://vimeo.com/500001'), path: withOpening });
  const ask = askFilm(opened.page);
  await expect.poll(() => ask('getPaused')).toBe(false);
  await acceptCall(opened);
  await expect.poll(() => ask('getPaused')).toBe(true);
});

test('WIDGET-16t a film in the page’s own player stops when a call starts', async () => {
  const calls = callsWithFilm('https://vimeo.com/500003');
  const { server } = calls.chat;
  server.widgetSettings = { ...server.widgetSettings, vimeoStreams: true };
  server.respondTo(accessVideo, () => ({
    kind: 'file' as const,
    url: '/backend-assets/live/demo/plenary-loop/1',
  }));
  const opened = await openCallPage({ calls, path: withOpening });
  const film = () => opened.page.document.querySelector<HTMLVideoElement>('[role=dialog] video');
  await expect.poll(() => film()?.readyState).toBeGreaterThan(1);
  // Browsers start films with sound only after a click.
  Object.assign(film() as HTMLVideoElement, { muted: true });
  await film()?.play();
  await acceptCall(opened);
  await expect.poll(() => film()?.paused).toBe(true);
});

test.each([
  ['would start automatically', true, '&autoplay=1'],
  ['the user has started', false, ''],
])(
  'WIDGET-16q an event that %s is loaded again when a call starts, which stops it, and when the call ends',
  async (_, autoplay, start) => {
    const calls = callsWith('VimeoWidget', 'https://vimeo.com/event/500002', { autoplay });
    const opened = await openCallPage({ calls, path: withOpening });
    const { page } = opened;
    const src = 'https://vimeo.com/event/500002/embed?dnt=1';
    await expect.poll(() => filmFrame(page)?.src).toBe(src + start);
    const frameAfter = async (change: () => unknown): Promise<HTMLIFrameElement | null> => {
      const before = filmFrame(page);
      await change();
      await expect.poll(() => [null, before].includes(filmFrame(page))).toBe(false);
      return filmFrame(page);
    };
    expect((await frameAfter(() => acceptCall(opened)))?.src).toBe(src);
    expect((await frameAfter(() => calls.leave(bo)))?.src).toBe(src + start);
  },
);

test.each([
  ['a film', 'https://vimeo.com/500003', 'https://player.vimeo.com/video/500003?dnt=1'],
  ['a showcase', 'https://vimeo.com/showcase/500004', 'https://vimeo.com/showcase/500004/embed?dnt=1'],
])('WIDGET-16r %s that is opened in a call does not start automatically', async (_, uri, src) => {
  const opened = await openCallPage({ calls: callsWithFilm(uri) });
  const { page } = opened;
  await acceptCall(opened);
  await hotspot(page, 'Opening').click();
  await expect.poll(() => filmFrame(page)?.src).toBe(src);
});

test('VERSION-09m a page whose policy does not allow the host of a frame yet offers to reload only after the call', async () => {
  const calls = callsWith('IframePopupWidget', 'https://programme.example.org/');
  const opened = await openCallPage({ calls, path: withOpening });
  const { page } = opened;
  await acceptCall(opened);
  await expect.element(page.getByCSS('iframe[title="Opening"]')).toBeVisible();
  reportBlockedFrame(page, 'https://programme.example.org');
  await expect.element(page.getByText('This was added while you were here')).toBeVisible();
  const reload = page.getByRole('button', { name: 'Reload' });
  expect(countOf(reload)).toBe(0);
  calls.leave(bo);
  await expect.element(reload).toBeVisible();
});
