/** The tab of captured messages: filters, rows and details, and texts that try to be more than text. */
import { listCapturedMessages, signOut } from '@foyer/contract';
import { expect, test } from 'vitest';
import { emulateMedia, phone, type AppPage } from '../../../testing/page.ts';
import {
  expectToFitNarrowWindows,
  figuresServer,
  messageOf,
  messagesOf,
  openFigures,
  openMessages,
} from '../testing/figuresPage.ts';

const rows = (page: AppPage): HTMLElement[] => [
  ...page.document.querySelectorAll<HTMLElement>('.messageRow_row summary'),
];

test('ERROR-10qa only administrators have the tab of messages', async () => {
  const page = await openFigures(figuresServer());
  await expect.element(page.getByRole('slider')).toBeVisible();
  expect(page.getByRole('button', { name: 'Messages' }).elements()).toEqual([]);
});

test('ERROR-10qb a row shows time, count, level, category, first line, user, browser and version', async () => {
  const page = await openMessages(() =>
    messagesOf([messageOf({ count: 3, mode: 'STAGE', message: 'picture could not be loaded\nsecond line' })]),
  );
  await expect.poll(() => rows(page).length).toBe(1);
  const [text = ''] = rows(page).map(({ innerText }) => innerText.replaceAll(/\s+/g, ' '));
  for (const part of [
    'Error',
    'ASSET',
    '20 Nov 2026',
    '3 times',
    'bo@example.com',
    'Firefox 140.0',
    '2.0.0',
    'Stage',
  ])
    expect(text).toContain(part);
  expect(text).toContain('picture could not be loaded');
  expect(text).not.toContain('second line');
});

test('ERROR-10qc a row opens to its details, and its request id is copied', async () => {
  const copied: string[] = [];
  const page = await openMessages(
    () => messagesOf([messageOf({ details: 'TypeError: x\n    at y (z.js:1:2)' })]),
    {
      prepare: (inPage) => {
        Object.defineProperty(inPage.navigator, 'clipboard', {
          value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
        });
      },
    },
  );
  await expect.poll(() => rows(page).length).toBe(1);
  rows(page)[0]?.focus();
  await page.press('{Enter}');
  await expect.element(page.getByText('at y (z.js:1:2)')).toBeVisible();
  await expect.element(page.getByText('/v/nightfall/area/lobby', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Mozilla/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy request ID' }).click();
  await expect.element(page.getByText('Copied')).toBeVisible();
  expect(copied).toEqual(['request-77']);
  await page.expectAccessible('main');
});

test('ERROR-10qd the filters are sent to the server, and can be removed', async () => {
  const page = await openMessages((query) =>
    messagesOf(query.level === 'INFO' ? [] : [messageOf({ message: JSON.stringify(query) })]),
  );
  const shown = () => rows(page).map((row) => row.querySelector('.messageRow_line')?.textContent);
  await page.getByLabelText('Level').selectOptions('ERROR');
  await page.getByLabelText('Category').selectOptions('CHAT');
  await page.getByLabelText('Reported by').selectOptions('Venue');
  await page.getByLabelText('App version').selectOptions('1.9.0');
  await page.getByLabelText('Browser', { exact: true }).selectOptions('Chrome');
  await page.getByLabelText('Email').fill(' bo@example.com ');
  await page.press('{Enter}');
  await expect
    .poll(() => page.server.calls(listCapturedMessages).at(-1)?.query)
    .toEqual({
      level: 'ERROR',
      category: 'CHAT',
      origin: 'UI',
      version: '1.9.0',
      browser: 'Chrome',
      user: 'bo@example.com',
      limit: '50',
    });
  await expect.poll(shown).toHaveLength(1);
  await page.getByLabelText('Level').selectOptions('INFO');
  await expect.element(page.getByText('No message matches the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filters' }).click();
  await expect.poll(() => page.server.calls(listCapturedMessages).at(-1)?.query).toEqual({ limit: '50' });
  await expect.element(page.getByLabelText('Email')).toHaveValue('');
});

test('ERROR-10qk the focus is on the first filter after the filters were removed', async () => {
  const page = await openMessages(({ level }) => messagesOf(level === 'INFO' ? [] : [messageOf()]));
  await page.getByLabelText('Level').selectOptions('INFO');
  const remove = page.getByRole('button', { name: 'Remove filters' });
  await page.tabTo(remove);
  await page.press('{Enter}');
  await expect.element(remove).not.toBeInTheDocument();
  expect(page.focused).toBe(page.getByLabelText('Level').element());
});

test.each([
  ['en', 'short', 1],
  ['ar', 'short', 1],
  ['en', 'long', 30],
  ['ar', 'long', 30],
])(
  'ERROR-10ql the line of a message begins where its row and its details begin (%s, %s)',
  async (lang, _, length) => {
    const details = 'TypeError: x';
    // Wraps without spaces, which would hang out of the lines.
    const message = 'picture-could-not-be-loaded-'.repeat(length);
    const page = await openMessages(() => messagesOf([messageOf({ message, details })]), {
      query: `?lang=${lang}`,
    });
    await expect.poll(() => rows(page).length).toBe(1);
    rows(page)[0]?.click();
    await expect.element(page.getByText(details)).toBeVisible();
    const starts = ['.messageRow_head', '.messageRow_line > bdi', 'pre', 'pre + pre'].map((selector) => {
      const text = page.document.createRange();
      text.selectNodeContents(page.document.querySelector(`.messageRow_row ${selector}`) as Element);
      const { left, right } = text.getBoundingClientRect();
      return Math.round(lang === 'ar' ? right : left);
    });
    expect(new Set(starts).size, starts.join(' ')).toBe(1);
    const caret = page.getByCSS('.messageRow_caret').element().getBoundingClientRect();
    const line = page.getByCSS('.messageRow_line').element().getBoundingClientRect();
    expect(lang === 'ar' ? caret.right <= line.left : caret.left >= line.right).toBe(true);
  },
);

test('ERROR-10qm in print the levels can be read', async () => {
  const levels = ['ERROR', 'WARN', 'INFO'] as const;
  const page = await openMessages(() => messagesOf(levels.map((level) => messageOf({ id: level, level }))));
  await expect.poll(() => rows(page).length).toBe(3);
  await emulateMedia({}, 'print');
  await page.expectAccessible('main');
});

test('ERROR-10qe more messages are loaded on request, and the dropped ones are counted', async () => {
  const page = await openMessages(({ cursor }) =>
    cursor === undefined
      ? messagesOf([messageOf({ id: 'm-3' }), messageOf({ id: 'm-2' })], {
          nextCursor: 'next',
          dropped: 12_345,
        })
      : messagesOf([messageOf({ id: 'm-2' }), messageOf({ id: 'm-1', message: 'the oldest' })]),
  );
  await expect
    .element(page.getByText('12,345 more messages exceeded the limit and weren’t stored.'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.element(page.getByText('the oldest')).toBeVisible();
  expect(rows(page)).toHaveLength(3);
  expect(page.server.calls(listCapturedMessages).at(-1)?.query.cursor).toBe('next');
  await expect.element(page.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

test('ERROR-10qf without messages the tab says so; without a response it can be tried again', async () => {
  const page = await openMessages(() => messagesOf([]));
  await expect.element(page.getByText('No browser has reported a problem.')).toBeVisible();
  page.server.reject(listCapturedMessages, { code: 'internal' });
  await page.getByRole('button', { name: 'Check for new messages' }).click();
  await expect.element(page.heading('The messages didn’t load', 2)).toBeVisible();
  page.server.respondTo(listCapturedMessages, () => messagesOf([messageOf()]));
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => rows(page).length).toBe(1);
});

test('ERROR-10qg texts of browsers are text: markup does not run, and invisible characters are visible', async () => {
  const alerts: unknown[] = [];
  const hostile = '\u001b[31m<img src=x onerror=alert(1)><script>alert(2)</script>\u202egnp.exe';
  const { client } = messageOf();
  const page = await openMessages(
    () =>
      messagesOf([
        messageOf({
          message: hostile,
          details: `\u0007${hostile}`,
          client: {
            ...client,
            clientUsername: `admin\u202e${hostile}`,
            userAgent: hostile,
            browser: hostile,
          },
          requestId: 'x\u001b',
        }),
      ]),
    {
      prepare: (inPage) => {
        inPage.alert = (message) => alerts.push(message);
      },
    },
  );
  await expect.poll(() => rows(page).length).toBe(1);
  rows(page)[0]?.click();
  const main = page.document.querySelector('main');
  await expect.poll(() => main?.textContent).toContain(String.raw`\u0007\u001b[31m`);
  expect(main?.textContent).toContain(String.raw`</script>\u202egnp.exe`);
  for (const character of ['\u001b', '\u0007', '\u202e']) expect(main?.textContent).not.toContain(character);
  expect(main?.querySelectorAll('img[src="x"], script')).toHaveLength(0);
  expect(alerts).toEqual([]);
});

test.each(['en', 'de', 'ar'])('ERROR-10qh the tab fits phones and narrow windows (%s)', async (lang) => {
  const long = 'https://example.org/'.padEnd(400, 'x');
  const page = await openMessages(
    () =>
      messagesOf([messageOf({ message: long, details: long, count: 2 })], { nextCursor: 'x', dropped: 3 }),
    { ...phone, width: 360, query: `?lang=${lang}` },
  );
  await expect.poll(() => rows(page).length).toBe(1);
  rows(page)[0]?.click();
  await expect.element(page.getByText('request-77')).toBeVisible();
  await expectToFitNarrowWindows(page);
  await page.expectAccessible('main');
});

test('ERROR-10qi an administrator who has lost the role stays logged in', async () => {
  const page = await openMessages(() => messagesOf([messageOf()]));
  await expect.poll(() => rows(page).length).toBe(1);
  page.server.reject(listCapturedMessages, { code: 'forbidden' });
  await page.getByRole('button', { name: 'Check for new messages' }).click();
  await expect.element(page.getByText('More messages didn’t load. Try again.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  expect(page.server.calls(signOut)).toEqual([]);
});

test('ERROR-10qj the options of a filter are cut, show invisible characters, and select the whole value', async () => {
  const hostile = `\u202e${'x'.repeat(150)}`;
  const page = await openMessages(() =>
    messagesOf([messageOf()], { found: { categories: [hostile], versions: [], browsers: [] } }),
  );
  const label = String.raw`\u202e`.padEnd(80, 'x');
  await page.getByLabelText('Category').selectOptions(label);
  await expect.poll(() => page.server.calls(listCapturedMessages).at(-1)?.query.category).toBe(hostile);
});
