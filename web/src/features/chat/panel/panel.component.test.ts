/** The chat panel: opening, sharing its slot, closing, entry points, and differences on a phone. */
import { snackbarMs } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { saveProfile } from '@foyer/contract';
import { FakeServer } from '../../../testing/fakeServer.ts';
import { holdTimers } from '../../../testing/holdTimers.ts';
import { phone, type AppPage } from '../../../testing/page.ts';
import { addExternalVideo, findArea } from '../../area/testing/areaPage.ts';
import {
  chatBar,
  chooseMessageAction,
  chooseRoomAction,
  composer,
  countOf,
  dockButton,
  expandButton,
  lounge,
  message,
  openChat,
  openPrivateRoom,
  openLounge,
  openRoom,
  panel,
  roomList,
  roomRow,
  sendMessage,
  signInAs,
  signOut,
  startPrivateChat,
} from '../testing/chatPage.ts';
import { FakeChat } from '../testing/fakeChat.ts';
import { bo, cy } from '../testing/users.ts';

const profile = (page: AppPage) => page.getByCSS('[data-dialog="profile"]');
const users = (page: AppPage) => page.getByCSS('[data-dialog="presence"]');
const card = (page: AppPage) => page.getByCSS('[data-dialog="attendee-card"]');
const goToArea = (page: AppPage, name: string) => page.getByCSS('footer').getByText(name).click();
const overflowOf = (page: AppPage): number => {
  const { scrollWidth, clientWidth } = panel(page).element();
  return scrollWidth - clientWidth;
};

test('CHAT-02c the panel opens, minimizes to a bar with the unread count, expands and closes', async () => {
  const { room, page } = await openPrivateRoom();
  await panel(page).getByRole('button', { name: 'Minimize chat' }).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
  await expect.element(expandButton(page)).toHaveFocus();
  expect(countOf(page.getByRole('region', { name: 'Chat' }).getByRole('button'))).toBe(2);
  room.post(bo, 'Still there?');
  await expect.element(chatBar(page)).toMatchTextContent('1 unread message');
  await expandButton(page).click();
  await expect.element(message(page, 'Still there?')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
  await expect.element(chatBar(page)).not.toBeInTheDocument();
  await openChat(page);
  await expect.element(composer(page)).toBeVisible();
});

test('CHAT-02f the bar counts the unread messages of the room that it names, the dock those of all rooms', async () => {
  const { chat, room, page } = await openPrivateRoom();
  const other = chat.privateRoom(cy);
  await panel(page).getByRole('button', { name: 'Minimize chat' }).click();
  room.post(bo, 'Still there?');
  other.post(cy, 'Hello');
  other.post(cy, 'Are you coming?');
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat, 3 unread messages');
  await expect.element(chatBar(page)).toMatchTextContent(bo.name);
  await expect.element(chatBar(page)).toMatchTextContent('1 unread message');
});

test('CHAT-02d a profile takes the slot of the chat, which is minimized to a bar', async () => {
  const { page } = await openPrivateRoom();
  await composer(page).fill('Half a sentence');
  await chooseRoomAction(page, `View ${bo.name}’s profile`);
  await expect.element(profile(page).getByRole('heading', { name: bo.name })).toBeVisible();
  await expect.element(panel(page)).not.toBeInTheDocument();
  await expandButton(page).click();
  await expect.element(profile(page)).not.toBeInTheDocument();
  await expect.element(composer(page)).toHaveValue('Half a sentence');
});

test('the list of people takes the slot of the chat, which is minimized to a bar', async () => {
  const { page } = await openPrivateRoom();
  await page.getByCSS('[data-opens="presence"]').click();
  await expect.element(users(page)).toBeVisible();
  await expect.element(panel(page)).not.toBeInTheDocument();
  await expandButton(page).click();
  await expect.element(composer(page)).toBeVisible();
  await expect.element(users(page)).not.toBeInTheDocument();
});

test('the view switch and the dock hide their labels beside the chat, a list and nothing else', async () => {
  const { page } = await openPrivateRoom();
  const label = (place: string, text: string) => page.boxOf(page.getByCSS(place).getByText(text)).width;
  const widths = () => [label('.dock_viewSwitch', 'Picture'), label('.dock_bar', 'Floorplan')];
  await expect.poll(widths).toEqual([0, 0]);
  await page.getByCSS('[data-opens="presence"]').click();
  await expect.element(users(page)).toBeVisible();
  expect(widths()).toEqual([0, 0]);
  await users(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => widths().every((width) => width > 20)).toBe(true);
});

test('GUARD-07 chat replaces a profile once the user has decided about unsaved changes', async () => {
  const chat = new FakeChat();
  chat.server.respondTo(saveProfile, ({ body: { attributes } }) => ({
    data: { userId: chat.ownId, attributes, isHost: false, visibleByRole: false, completion: 40 },
  }));
  const page = await openLounge(chat);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await profile(page).getByRole('button', { name: 'Edit profile' }).click();
  await profile(page).getByLabelText('Company').fill('Nordlys');
  await dockButton(page).click();
  const unsaved = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await expect.element(unsaved).toBeVisible();
  await expect.element(panel(page)).not.toBeInTheDocument();
  await unsaved.getByRole('button', { name: 'Save' }).click();
  await expect.element(panel(page)).toBeVisible();
  await expect.element(profile(page)).not.toBeInTheDocument();
  expect(chat.server.calls(saveProfile)).toHaveLength(1);
});

test('CHAT-08b a chat starts from the list of people and from a profile', async () => {
  const page = await openLounge(new FakeChat());
  await page.getByCSS('[data-opens="presence"]').click();
  await users(page).getByRole('button', { name: bo.name }).first().hover();
  await users(page)
    .getByRole('button', { name: `Start chat with ${bo.name}` })
    .click();
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect.element(users(page)).not.toBeInTheDocument();
  await chooseRoomAction(page, `View ${bo.name}’s profile`);
  await profile(page).getByRole('button', { name: 'Start chat' }).click();
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect.element(profile(page)).not.toBeInTheDocument();
});

test('PRESENCE-05u a private room shows whether the other user is online, in whichever area', async () => {
  const chat = new FakeChat();
  chat.greetedRoom(bo);
  chat.server.setAttendees([
    { uid: bo.uid, name: bo.name, areaId: 'lobby', status: 'Busy', title: 'Rigger' },
  ]);
  const page = await openLounge(chat);
  await openChat(page);
  const mark = (status: string) => roomRow(page, bo.name).getByCSS(`[data-status="${status}"]`);
  await expect.element(mark('Busy')).toBeInTheDocument();
  await roomRow(page, bo.name).click();
  const head = panel(page).getByCSS('.roomHeader_header');
  await expect.element(head.getByText('Busy · Rigger')).toBeVisible();
  chat.server.setAttendees([]);
  await expect.element(head.getByText('Offline')).toBeVisible();
  await expect.element(mark('Offline')).toBeInTheDocument();
});

test('WIDGET-01d AreaChatWidget opens the chat room of its area', async () => {
  const chat = new FakeChat();
  const page = await openLounge(chat);
  await page.getByCSS('[data-opens="chat"]').first().click();
  await expect.element(composer(page)).toHaveAccessibleName('Message to Lounge');
  expect(page.path).not.toContain('widget=');
  chat.lounge.post(bo, 'Round the table');
  await expect.element(message(page, 'Round the table')).toMatchTextContent(bo.name);
});

test('WIDGET-22b a link to GlobalChatWidget opens the room of the venue from any area', async () => {
  const chat = new FakeChat();
  chat.venueRoom.post(bo, 'To all');
  const page = await openLounge(chat, { path: '/v/nightfall/area/library?widget=global-chat' });
  await expect.element(message(page, 'To all')).toBeVisible();
  await expect.element(composer(page)).toHaveAccessibleName('Message to Everyone at the event');
  await expect.element(roomList(page).getByRole('region', { name: 'This area' })).not.toBeInTheDocument();
});

test('entering another area closes the room of the area and keeps other rooms open', async () => {
  const { page } = await openPrivateRoom();
  await goToArea(page, 'Library');
  await expect.element(page.getByCSS('h1')).toHaveTextContent('Library');
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await goToArea(page, 'Lounge');
  await openRoom(page, 'Lounge');
  await goToArea(page, 'Library');
  await expect.element(composer(page)).not.toBeInTheDocument();
  await expect.element(roomList(page).getByRole('region', { name: 'This area' })).not.toBeInTheDocument();
});

test('CHAT-07w a draft survives a reload, and the next user of this browser does not see it', async () => {
  const { chat, page } = await openPrivateRoom();
  await composer(page).fill('Half a thought');
  await page.reload();
  await openRoom(page, bo.name);
  await expect.element(composer(page)).toHaveValue('Half a thought');
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await signOut(page);
  await signInAs(page, chat, cy);
  await startPrivateChat(page, bo);
  await expect.element(composer(page)).toHaveValue('');
  expect(JSON.stringify(page.window.sessionStorage)).not.toContain('Half a thought');
});

interface UnsavedInput {
  readonly begin: (page: AppPage) => Promise<void>;
  readonly expectKept: (page: AppPage) => Promise<void>;
  readonly end: (page: AppPage) => Promise<void>;
}

const press = (page: AppPage, name: string) => panel(page).getByRole('button', { name, exact: true }).click();
const fileInput = (page: AppPage) => panel(page).getByCSS('input[type="file"]').element() as HTMLInputElement;
const groupName = (page: AppPage) => panel(page).getByLabelText('Group name');

/** What a reload would lose. */
const unsavedInputs: Readonly<Record<string, UnsavedInput>> = {
  'a message is being edited': {
    begin: async (page) => {
      await chooseMessageAction(page, 'Good evening', 'Edit');
      await composer(page).fill('Good night');
    },
    expectKept: (page) => expect.element(composer(page)).toHaveValue('Good night'),
    end: (page) => press(page, 'Discard changes'),
  },
  'a file waits to be sent': {
    begin: async (page) => {
      const { DataTransfer, File, Event } = page.window;
      const transfer = new DataTransfer();
      transfer.items.add(new File(['notes'], 'notes.txt', { type: 'text/plain' }));
      fileInput(page).files = transfer.files;
      fileInput(page).dispatchEvent(new Event('change', { bubbles: true }));
    },
    expectKept: (page) => expect.element(panel(page).getByText('notes.txt')).toBeVisible(),
    end: (page) => press(page, 'Remove notes.txt'),
  },
  'a new group is being named': {
    begin: async (page) => {
      await press(page, 'New group');
      await groupName(page).fill('The riggers');
    },
    expectKept: (page) => expect.element(groupName(page)).toHaveValue('The riggers'),
    end: (page) => press(page, 'Back'),
  },
};

test.each(Object.entries(unsavedInputs))(
  'VERSION-09l while %s, a page that needs a reload for another host is not reloaded, but at the next change of area after that',
  async (_, { begin, expectKept, end }) => {
    const { chat, page } = await openPrivateRoom();
    const { document } = page;
    const heading = page.getByCSS('h1');
    await begin(page);
    chat.server.publish((architecture) => {
      addExternalVideo(findArea(architecture, 'library'), 'https://films.example.org/shelves.mp4');
      findArea(architecture, 'lounge').names = [{ locale: 'en', text: 'Winter garden' }];
    });
    page.setOnline(true);
    await expect.element(heading).toHaveTextContent('Winter garden');
    await goToArea(page, 'Library');
    await expect.element(heading).toHaveTextContent('Library');
    await expectKept(page);
    expect(page.document).toBe(document);
    await end(page);
    await goToArea(page, 'Winter garden');
    await expect.poll(() => page.document).not.toBe(document);
    await expect.element(heading).toHaveTextContent('Winter garden');
  },
);

test('notifications are shown above the chat, and no button jumps to a latest message that is visible', async () => {
  const { page } = await openPrivateRoom({ prepare: holdTimers((ms) => ms === snackbarMs) });
  await expect
    .element(panel(page).getByRole('button', { name: 'Jump to latest message' }))
    .not.toBeInTheDocument();
  await chooseMessageAction(page, 'Good evening', 'Delete');
  await page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  const news = page.getByRole('status').filter({ hasText: 'Deleted.' });
  await expect.element(news).toBeVisible();
  // It stays while the pointer is over it, and above everything else, so a click at its edge hits it.
  await news.hover();
  await news.getByRole('button', { name: 'Close' }).click();
  await expect.element(news).not.toBeInTheDocument();
});

test('on a phone chat covers the screen, the list then the open room, and Back closes one after the other', async () => {
  const chat = new FakeChat();
  chat.greetedRoom();
  const page = await openLounge(chat, phone);
  await openRoom(page, bo.name);
  await expect.element(message(page, 'Good evening')).toBeVisible();
  await page.atRest();
  expect(page.boxOf(panel(page))).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await expect.element(roomList(page)).not.toBeInTheDocument();
  await page.expectAccessible('[data-dialog="chat"]');
  chat.privateRoom(cy).post(cy, 'And to me?');
  await expect.element(panel(page).getByCSS('.roomHeader_header')).toMatchTextContent('1 unread message');
  page.back();
  await expect.element(roomRow(page, bo.name)).toBeVisible();
  await dialogsHoldBack(page);
  page.back();
  await expect.element(panel(page)).not.toBeInTheDocument();
  expect(page.path).toContain(lounge);
});

/** After a Back that closed one of several dialogs: the next one closes the next dialog. */
const dialogsHoldBack = (page: AppPage) =>
  expect
    .poll(() => (page.window.history.state as { foyerDialogs?: boolean } | null)?.foyerDialogs)
    .toBe(true);

test('HEAD-04d CHAT-08c on a phone the floating card of an attendee starts a chat', async () => {
  const page = await openLounge(new FakeChat(), phone);
  await page.getByCSS('[data-opens="presence"]').click();
  await users(page).getByRole('button', { name: bo.name }).first().click();
  await card(page).getByRole('button', { name: 'Start chat' }).click();
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect.element(card(page)).not.toBeInTheDocument();
  await sendMessage(page, 'From the card');
});

test('at 360 pixels and at 400 % nothing is cut off, in Arabic as well', async () => {
  const chat = new FakeChat();
  chat.greetedRoom().post(chat.own, 'W'.repeat(300));
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  await expect.element(message(page, 'WWW')).toBeVisible();
  for (const [width, height] of [
    [360, 640],
    [320, 256],
  ] as const) {
    page.resize(width, height);
    await expect.element(composer(page)).toBeVisible();
    await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  }
  page.resize(360, 640);
  await page.goto(`${lounge}?lang=ar`);
  await dockButton(page).click();
  await panel(page).getByCSS('[data-row]').filter({ hasText: bo.name }).click();
  await expect.element(panel(page).getByCSS('textarea')).toBeVisible();
  expect(page.document.documentElement.dir).toBe('rtl');
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
});

test('CHAT-11g without a built-in room there is no chat for guests', async () => {
  const server = new FakeServer().change((architecture) => {
    architecture.globalWidgets = architecture.globalWidgets.filter(({ type }) => type !== 'GlobalChatWidget');
  });
  const chat = FakeChat.asGuest(server);
  const page = await openLounge(chat);
  await goToArea(page, 'Library');
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await expect.element(page.getByRole('toolbar')).toBeVisible();
  await expect.element(dockButton(page)).not.toBeInTheDocument();
});

test('ROLE-04g a guest creates no groups, finds no people and opens no private chat', async () => {
  const page = await openLounge(FakeChat.asGuest());
  await openChat(page);
  await expect.element(roomRow(page, 'Lounge')).toBeVisible();
  await expect.element(roomList(page).getByRole('button', { name: 'New group' })).not.toBeInTheDocument();
  await roomList(page).getByRole('searchbox').fill('Nobody of this name');
  await expect.element(roomList(page).getByRole('region', { name: 'People' })).not.toBeInTheDocument();
  await expect.element(panel(page).getByText('No matches.')).toBeVisible();
});

test('CHAT-11f where guests can only read, a note replaces the message field', async () => {
  const chat = FakeChat.asGuest();
  chat.lounge.readOnlyReason = 'guests';
  const page = await openLounge(chat);
  await openChat(page);
  await roomRow(page, 'Lounge').click();
  await expect.element(panel(page).getByText('Guests can only read here.')).toBeVisible();
  await expect.element(composer(page)).not.toBeInTheDocument();
});
