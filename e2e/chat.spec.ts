/** Two people and more who talk through the real server, each in a browser of their own. */
import {
  createChatGroup,
  inviteToChatRoom,
  joinChatRoom,
  markChatRead,
  openChatRoom,
  readChatHistory,
  sendChatMessage,
  type InputOf,
} from '@foyer/contract';
import { expectAccessible } from './accessible.ts';
import {
  act,
  bar,
  composer,
  dock,
  expect,
  inConversation,
  message,
  named,
  openChat,
  openRoom,
  panel,
  row,
  rooms,
  say,
  talkWith,
  tell,
  test,
  texts,
  withLogin,
} from './chatPage.ts';
import { Fellow } from './presencePage.ts';

test.use({ server: withLogin });

test('CHAT-01a CHAT-07j two people talk in private: each sees what the other says, once and in one order', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await talkWith(ada.page, bo.name);
  await tell(ada.page, 'Good evening');
  await expect(dock(bo.page)).toHaveAccessibleName('Chat, 1 unread message');
  await openRoom(bo.page, ada.name);
  await expect(message(bo.page, 'Good evening')).toBeVisible();
  await tell(bo.page, 'Good evening to you');
  await tell(ada.page, 'Have you seen the library?');
  await tell(bo.page, 'Not yet');
  const said = ['Good evening', 'Good evening to you', 'Have you seen the library?', 'Not yet'];
  await expect.poll(() => texts(ada.page)).toEqual(said);
  await expect.poll(() => texts(bo.page)).toEqual(said);
  await expectAccessible(bo.page, '[data-dialog="chat"]');
});

test('CHAT-07k what is unread is counted in dock, title and list, until it was seen, on every device', async ({
  come,
  browser,
  foyer,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await talkWith(ada.page, bo.name);
  for (const text of ['One', 'Two', 'Three']) await tell(ada.page, text);
  await expect(dock(bo.page)).toHaveAccessibleName('Chat, 3 unread messages');
  await expect(bo.page).toHaveTitle(/^\(3\) Lounge/);
  await openChat(bo.page);
  await expect(row(bo.page, ada.name)).toContainText('3 unread messages');
  await row(bo.page, ada.name).click();
  await expect(panel(bo.page).getByText('3 new')).toBeVisible();
  await expect(row(bo.page, ada.name)).not.toContainText('unread');
  await expect(bo.page).toHaveTitle(/^Lounge/);
  // The line where the new began stays while one reads.
  await expect(panel(bo.page).getByText('3 new')).toBeVisible();
  const other = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
  await other.addCookies(await bo.page.context().cookies());
  const laptop = await other.newPage();
  await laptop.goto('/v/nightfall/area/lounge?lang=en');
  await openChat(laptop);
  await expect(row(laptop, ada.name)).toContainText('Three');
  await expect(row(laptop, ada.name)).not.toContainText('unread');
  await other.close();
});

test('CHAT-07l one sees that the other is typing, and no more once it is said', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  // It is told for a few seconds: looked for before it begins.
  await Promise.all([
    expect(panel(ada.page).locator('.chat-typing')).toHaveText(`${bo.name} is typing`),
    composer(bo.page).pressSequentially('Well'),
  ]);
  await composer(bo.page).press('Enter');
  await expect(message(ada.page, 'Well')).toBeVisible();
  await expect(panel(ada.page).locator('.chat-typing')).toHaveText('');
});

test('a reply shows what it answers, and leads there', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await act(bo.page, 'Good evening', 'Reply');
  await expect(composer(bo.page)).toBeFocused();
  await tell(bo.page, 'And to you');
  const answer = message(ada.page, 'And to you');
  await expect(answer.getByRole('button', { name: 'Good evening' })).toBeVisible();
  await answer.getByRole('button', { name: 'Good evening' }).click();
  await expect(panel(ada.page).locator('article:focus')).toContainText('Good evening');
});

test('one’s own message can be changed and taken away, for both', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await act(ada.page, 'Good evening', 'Edit');
  await composer(ada.page).fill('Good night');
  await composer(ada.page).press('Enter');
  await expect(message(bo.page, 'Good night')).toContainText('edited');
  await expect(message(bo.page, 'Good evening')).toHaveCount(0);
  await expect(composer(ada.page)).toHaveValue('');
  await act(ada.page, 'Good night', 'Delete');
  await ada.page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(message(bo.page, 'This message was deleted.')).toBeVisible();
  await expect(row(bo.page, ada.name)).not.toContainText('Good night');
});

test('Enter sends, Shift and Enter break the line, and a word that is being composed is not sent', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await talkWith(ada.page, bo.name);
  const field = composer(ada.page);
  await field.pressSequentially('First');
  await field.press('Shift+Enter');
  await field.pressSequentially('second');
  await expect(field).toHaveValue('First\nsecond');
  await field.evaluate((element) =>
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
  );
  await expect(field).toHaveValue('First\nsecond');
  await expect(panel(ada.page).locator('article')).toHaveCount(0);
  await field.press('Enter');
  await expect(message(ada.page, 'First')).toHaveText(/First\s*second/);
});

test('addresses are links that give nothing away, and markup is what it says', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await talkWith(ada.page, bo.name);
  await tell(ada.page, '<b>Look</b> at https://foyer.example/a?b=c, javascript:alert(1)');
  await tell(ada.page, 'Or write to ada@foyer.example, see www.foyer.example.');
  await openRoom(bo.page, ada.name);
  const written = message(bo.page, 'Or write to').getByRole('link');
  await expect(written.nth(0)).toHaveAttribute('href', 'mailto:ada@foyer.example');
  await expect(written.nth(1)).toHaveAttribute('href', 'https://www.foyer.example/');
  const said = message(bo.page, '<b>Look</b>');
  await expect(said.getByRole('link')).toHaveCount(1);
  await expect(said.getByRole('link')).toHaveAttribute('href', 'https://foyer.example/a?b=c');
  await expect(said.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(said.locator('b')).toHaveCount(0);
});

test('who is named by @ is chosen from a list, and sees it', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await composer(ada.page).pressSequentially('Hello @Bo');
  const list = ada.page.getByRole('listbox', { name: 'People to mention' });
  await expect(list.getByRole('option', { name: bo.name })).toHaveAttribute('aria-selected', 'true');
  await composer(ada.page).press('Enter');
  await expect(composer(ada.page)).toHaveValue(`Hello @${bo.name} `);
  await openRoom(bo.page, 'Lounge');
  await composer(ada.page).press('Enter');
  await expect(row(bo.page, ada.name)).toHaveAccessibleName(/You are mentioned/);
  await row(bo.page, ada.name).click();
  await expect(message(bo.page, 'Hello').locator('strong')).toHaveText(`@${bo.name}`);
});

test('an emoji is put where one writes', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await talkWith(ada.page, bo.name);
  await composer(ada.page).fill('Yes');
  await panel(ada.page).getByRole('button', { name: 'Emoji' }).click();
  await ada.page.getByRole('button', { name: '👍' }).click();
  await expect(composer(ada.page)).toHaveValue('Yes👍');
});

test('CHAT-07m older messages come as one scrolls, nothing in sight moves, and one is led back to the latest', async ({
  come,
}) => {
  // Seventy messages by hand take their time on a busy machine.
  test.slow();
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await talkWith(ada.page, bo.name);
  const count = 70;
  for (let number = 1; number <= count; number += 1) await say(ada.page, `Message ${number} of many`);
  await expect(message(ada.page, `Message ${count} of`).getByRole('img', { name: 'Sent' })).toBeVisible({
    timeout: 60_000,
  });
  await openRoom(bo.page, ada.name);
  // Opened where the new begins: what stands below is not read.
  await expect(panel(bo.page).locator('.chat-line-new')).toBeInViewport();
  await expect(panel(bo.page).locator('.chat-line-new')).toHaveText('70 new');
  const toLatest = panel(bo.page).getByRole('button', { name: 'To the latest message' });
  await expect(toLatest).toContainText('70 unread messages');
  await expect(row(bo.page, ada.name)).toContainText('70 unread messages');
  await toLatest.click();
  await expect(message(bo.page, `Message ${count} of`)).toBeInViewport();
  await expect(row(bo.page, ada.name)).not.toContainText('unread');
  const log = panel(bo.page).getByRole('log');
  await log.hover();
  const toTop = (): Promise<boolean> =>
    log.evaluate((element) => {
      element.scrollTo(0, 0);
      const top = element.getBoundingClientRect().top;
      const first = [...element.querySelectorAll('article')].find((row) =>
        row.textContent?.includes('Message 1 of'),
      );
      return first !== undefined && first.getBoundingClientRect().bottom > top;
    });
  await expect.poll(toTop).toBe(true);
  await expect(message(bo.page, /Message 1 of/)).toBeInViewport();
  await toLatest.click();
  await expect(message(bo.page, `Message ${count} of`)).toBeInViewport();
  // Only what is in sight stands in the page.
  expect(await panel(bo.page).locator('article').count()).toBeLessThan(45);
});

test('CHAT-07z what is higher than it was taken for is not read before its end was in sight', async ({
  come,
  foyer,
}) => {
  const ada = await come('Ada');
  const bo = await Fellow.come(foyer, { name: named('Bo') });
  const { room } = await bo.ask(openChatRoom, { with: ada.account.userId });
  // By their number they would all be in sight.
  for (const number of [1, 2, 3, 4, 5, 6])
    await bo.ask(sendChatMessage, {
      roomId: room.id,
      clientId: `long-message-${number}`,
      text: `Number ${number} is long. ${'So much there is to say. '.repeat(60)}`,
    });
  await openRoom(ada.page, bo.name);
  await expect(panel(ada.page).getByText('6 new')).toBeInViewport();
  await panel(ada.page).getByRole('button', { name: 'To the latest message' }).hover();
  await expect(row(ada.page, bo.name)).toContainText('6 unread messages');
  await panel(ada.page).getByRole('button', { name: 'To the latest message' }).click();
  await expect(row(ada.page, bo.name)).not.toContainText('unread');
  await bo.end();
});

test('CHAT-07ab after a long absence a room is opened where one has read to, and not walked back to it page by page', async ({
  come,
  foyer,
}) => {
  // Many come in to write much.
  test.slow();
  const ada = await come('Ada');
  const asked: Partial<InputOf<typeof readChatHistory>>[] = [];
  ada.page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { command, input } = JSON.parse(String(payload)) as {
        command?: string;
        input?: InputOf<typeof readChatHistory>;
      };
      if (command === readChatHistory.name && input) asked.push(input);
    }),
  );
  const fellows = await Promise.all(
    ['Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida'].map((name) =>
      Fellow.come(foyer, { name: named(name) }),
    ),
  );
  const [bo] = fellows as [Fellow];
  const { userId } = await foyer.account({ name: named('Jo') });
  const { room } = await bo.ask(createChatGroup, {
    clientId: 'long-absence',
    kind: 'group',
    name: named('Long absence'),
    userIds: [ada.account.userId, userId],
  });
  for (const fellow of fellows.slice(1)) await fellow.ask(joinChatRoom, { roomId: room.id });
  await ada.page.reload();
  const each = 20;
  const write = async (fellow: Fellow, at: number): Promise<void> => {
    for (let number = 1; number <= each; number += 1)
      await fellow.ask(sendChatMessage, {
        roomId: room.id,
        clientId: `absence-${at}-${number}`,
        text: `Word ${number} of ${fellow.name}`,
      });
  };
  await Promise.all(fellows.map(write));
  await openRoom(ada.page, room.name ?? '');
  const line = panel(ada.page).locator('.chat-line-new');
  await expect(line).toBeInViewport();
  // More than anybody counts.
  await expect(line).toHaveText('New');
  const toLatest = panel(ada.page).getByRole('button', { name: 'To the latest message' });
  await expect(toLatest).toContainText('100 unread messages');
  await expect(row(ada.page, room.name ?? '')).toContainText('100 unread messages');
  const ways = asked.map(({ around, before, after }) =>
    [around, before, after].map((way) => way !== undefined),
  );
  expect(ways.slice(0, 2)).toEqual([
    [false, false, false],
    [true, false, false],
  ]);
  expect(ways.slice(2).filter(([, isOlder]) => isOlder)).toEqual([]);
  expect(ways.length).toBeLessThan(6);
  // Whoever writes is led to what they have written, and with it to the latest.
  await tell(ada.page, 'What have I missed?');
  await expect(message(ada.page, 'What have I missed?')).toBeInViewport();
  await expect(row(ada.page, room.name ?? '')).not.toContainText('unread');
  await Promise.all(fellows.map((fellow) => fellow.end()));
});

test('CHAT-07ac an answer to what is not there for somebody says so, and moves nothing', async ({
  come,
  foyer,
}) => {
  const ada = await come('Ada');
  const bo = await Fellow.come(foyer, { name: named('Bo') });
  const others = await Promise.all(['Cy', 'Di'].map((name) => foyer.account({ name: named(name) })));
  const { room } = await bo.ask(createChatGroup, {
    clientId: 'before-joining',
    kind: 'privateGroup',
    name: named('Before joining'),
    userIds: others.map(({ userId }) => userId),
  });
  const saying = (text: string, replyTo?: number) =>
    bo.ask(sendChatMessage, { roomId: room.id, clientId: `said-in-${text}`, text, replyTo });
  const { message: first } = await saying('Before');
  await bo.ask(inviteToChatRoom, { roomId: room.id, userIds: [ada.account.userId] });
  await saying('Afterwards', first.seq);
  await openRoom(ada.page, room.name ?? '');
  const quote = message(ada.page, 'Afterwards').getByRole('button', { name: 'An earlier message' });
  const news = ada.page.getByText('This message is no longer there.').filter({ visible: true });
  const press = async (): Promise<boolean> => {
    await quote.click();
    return news.isVisible();
  };
  await expect.poll(press).toBe(true);
  await expect(message(ada.page, 'Afterwards')).toBeInViewport();
  await expect(news).toHaveCount(0);
  await expect.poll(press).toBe(true);
  await bo.end();
});

test('what was said in a room is found by its words', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await tell(ada.page, 'The lanterns hang at the harbour');
  await panel(bo.page).getByRole('button', { name: 'What to do with this room' }).click();
  await bo.page.getByRole('menuitem', { name: 'Search in this room' }).click();
  const search = panel(bo.page).getByRole('region', { name: 'Search in this room' });
  await search.getByRole('searchbox', { name: 'Words' }).fill('harbour lanterns');
  await search.getByRole('button', { name: 'The lanterns hang' }).click();
  await expect(panel(bo.page).locator('article:focus')).toContainText('The lanterns hang');
});

test('a muted room is quiet: no number in dock and title', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await panel(bo.page).getByRole('button', { name: 'What to do with this room' }).click();
  await bo.page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect(row(bo.page, ada.name)).toHaveAccessibleName(/Muted/);
  await panel(bo.page).getByRole('button', { name: 'Minimize the chat' }).click();
  await expect(bar(bo.page)).toBeVisible();
  await tell(ada.page, 'Are you there?');
  await expect(bar(bo.page)).toContainText('Are you there?');
  await expect(dock(bo.page)).toHaveAccessibleName('Chat');
  await expect(bo.page).toHaveTitle(/^Lounge/);
});

test('new messages of others are said once to whoever hears the page', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await tell(ada.page, 'Can you hear me?');
  await expect(
    panel(bo.page)
      .getByRole('status')
      .filter({ hasText: `${ada.name}: Can you hear me?` }),
  ).toHaveCount(1);
  await expect(panel(ada.page).getByRole('status').filter({ hasText: 'Can you hear me?' })).toHaveCount(0);
});

test('by the keyboard alone: rooms by arrows, messages by arrows, what to do with them by Enter', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await tell(bo.page, 'Second');
  await expect(message(ada.page, 'Second')).toBeVisible();
  await rooms(ada.page).getByRole('searchbox').press('ArrowDown');
  await expect(rooms(ada.page).locator('[data-row]').first()).toBeFocused();
  await ada.page.keyboard.press('End');
  await expect(row(ada.page, bo.name)).toBeFocused();
  await ada.page.keyboard.press('Enter');
  await composer(ada.page).focus();
  await ada.page.keyboard.press('Shift+Tab');
  await ada.page.keyboard.press('Shift+Tab');
  await ada.page.keyboard.press('Shift+Tab');
  await ada.page.keyboard.press('Shift+Tab');
  await expect(message(ada.page, 'Second')).toBeFocused();
  await ada.page.keyboard.press('ArrowUp');
  await expect(message(ada.page, 'Good evening')).toBeFocused();
  await ada.page.keyboard.press('Tab');
  await expect(message(ada.page, 'Good evening').getByRole('button', { name: 'Reply' })).toBeFocused();
  await ada.page.keyboard.press('Enter');
  await expect(composer(ada.page)).toBeFocused();
  await ada.page.keyboard.press('Escape');
  await expect(panel(ada.page).getByText('Reply to')).toHaveCount(0);
  await ada.page.keyboard.press('Escape');
  await expect(panel(ada.page)).toHaveCount(0);
  await expect(dock(ada.page)).toBeFocused();
});

test('an edit keeps who is named, and what was being written before is there again', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await tell(ada.page, 'First');
  await composer(ada.page).pressSequentially('@Bo');
  await expect(ada.page.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
  await composer(ada.page).press('Enter');
  await expect(composer(ada.page)).toHaveValue(`@${bo.name} `);
  await say(ada.page, `@${bo.name} look here`);
  const mention = message(bo.page, 'look here').locator('strong');
  await expect(mention).toHaveText(`@${bo.name}`);
  await composer(ada.page).fill('Half a thought');
  await act(ada.page, 'look here', 'Edit');
  await expect(composer(ada.page)).toHaveValue(`@${bo.name} look here`);
  await say(ada.page, `@${bo.name} look here, please`);
  await expect(message(bo.page, 'look here, please')).toContainText('edited');
  await expect(mention).toHaveText(`@${bo.name}`);
  await expect(composer(ada.page)).toHaveValue('Half a thought');
});

test('CHAT-07v in a lively room one’s read place is told now and then, and in the end in full', async ({
  come,
  foyer,
}) => {
  const ada = await come('Ada');
  const marked: number[] = [];
  ada.page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { command, input } = JSON.parse(String(payload)) as {
        command?: string;
        input?: { seq: number };
      };
      if (command === markChatRead.name && input) marked.push(input.seq);
    }),
  );
  await ada.page.reload();
  const bo = await Fellow.come(foyer, { name: named('Bo') });
  const { room } = await bo.ask(openChatRoom, { with: ada.account.userId });
  const tellAll = (numbers: readonly number[]) =>
    Promise.all(
      numbers.map((n) =>
        bo.ask(sendChatMessage, { roomId: room.id, clientId: `lively-word-${n}`, text: `Word ${n}` }),
      ),
    );
  await tellAll([1]);
  await openRoom(ada.page, bo.name);
  await tellAll(Array.from({ length: 15 }, (_, index) => index + 2));
  await expect.poll(() => marked.at(-1)).toBe(16);
  // As many as there are three seconds in the time that it took.
  expect(marked.length).toBeLessThan(8);
  await ada.page.reload();
  await expect(dock(ada.page)).toHaveAccessibleName('Chat');
  await bo.end();
});
