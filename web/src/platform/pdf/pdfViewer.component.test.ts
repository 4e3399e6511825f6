/** PDFs in the viewer, opened from a chat. The documents are made by scripts/testPdfs.ts. */
import { createChatUploadUrls } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { dockButton, lounge, message, openLounge } from '../../features/chat/testing/chatPage.ts';
import { FakeChat } from '../../features/chat/testing/fakeChat.ts';
import { bo } from '../../features/chat/testing/users.ts';
import { phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { stubFetch } from '../../ui/stubFetch.testing.ts';

/** What a test sets while its page is open: the response to requests for the document, by the number of its address. */
interface Faults {
  respond: (address: number, page: AppPage['window']) => Response | undefined;
}

interface Opened {
  readonly page: AppPage;
  readonly chat: FakeChat;
  readonly viewer: Locator;
  readonly faults: Faults;
}

interface OpenOptions extends PageOptions {
  readonly path?: string;
  readonly faults?: Faults;
}

/** Opens a PDF from a message. Each time its address is requested, the new one has the next number. */
async function openPdf(name: string, options: OpenOptions = {}): Promise<Opened> {
  const { faults = { respond: () => undefined }, ...rest } = options;
  const chat = new FakeChat();
  const room = chat.greetedRoom();
  let addresses = 0;
  chat.server.respondTo(createChatUploadUrls, () => {
    addresses += 1;
    return { url: `/backend-assets/live/pdfs/${name}/${addresses}`, expiresAt: Date.now() + 600_000 };
  });
  const page = await openLounge(chat, {
    ...rest,
    prepare: stubFetch((path, _, window) => {
      const number = /\/pdfs\/\w+\/(\d+)$/.exec(path)?.[1];
      return number === undefined ? undefined : faults.respond(Number(number), window);
    }),
  });
  room.post(bo, 'Here it is', {
    upload: { id: 'upload-1', name: `${name}.pdf`, mediaType: 'application/pdf', bytes: 20_000 },
  });
  // The only unread conversation opens with the chat.
  await dockButton(page).click();
  await message(page, 'Here it is').getByCSS('[aria-haspopup="dialog"]').click();
  return { page, chat, faults, viewer: page.getByRole('dialog', { name: `${name}.pdf` }) };
}

const control = (viewer: Locator, name: string | RegExp): Locator => viewer.getByRole('button', { name });
const controls = (viewer: Locator): Locator => viewer.getByRole('group', { name: 'Document controls' });
const pageField = (viewer: Locator): Locator => viewer.getByRole('textbox', { name: 'Page' });
const pages = (viewer: Locator): Locator => viewer.getByCSS('.pdf_pages');
const sheet = (viewer: Locator, page: number): Locator =>
  viewer.getByCSS(`.page[data-page-number="${page}"]`);

/** Waits until the text of a page can be selected. */
const expectText = (viewer: Locator, text: string): Promise<void> =>
  expect.element(viewer.getByCSS('.textLayer').getByText(text, { exact: true })).toBeInTheDocument();

test('PDF-01b a PDF is drawn and its text can be selected; buttons, field and keys turn its pages', async () => {
  const { page, chat, viewer } = await openPdf('programme');
  await expectText(viewer, 'Page 1 of the programme');
  await expect.element(viewer.getByText('of 12', { exact: true })).toBeVisible();
  await expect.element(sheet(viewer, 12)).toHaveAttribute('aria-label', 'Page 12');
  const canvas = sheet(viewer, 1).getByCSS('.canvasWrapper canvas').element() as HTMLCanvasElement;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  expect(pixels.some((value, index) => index % 4 === 0 && value < 100)).toBe(true);
  await control(viewer, 'Next page').click();
  await expect.element(pageField(viewer)).toHaveValue('2');
  await pageField(viewer).fill('9');
  await page.press('{Enter}');
  await expect.element(pageField(viewer)).toHaveValue('9');
  await expectText(viewer, 'Page 9 of the programme');
  await pages(viewer).click();
  await page.press('{End}');
  await expect.element(pageField(viewer)).toHaveValue('12');
  await expect.element(control(viewer, 'Next page')).toHaveAttribute('aria-disabled', 'true');
  await page.press('{Home}');
  await expect.element(pageField(viewer)).toHaveValue('1');
  await control(viewer, 'Fit whole page').click();
  await page.press('{PageDown}{PageDown}{PageUp}');
  await expect.element(pageField(viewer)).toHaveValue('2');
  await control(viewer, 'Download').click();
  await expect.poll(() => chat.uploads.downloads.map(({ name }) => name)).toEqual(['programme.pdf']);
});

test('PDF-01c the pages are zoomed, fitted and turned', async () => {
  const { page, viewer } = await openPdf('programme');
  await expectText(viewer, 'Page 1 of the programme');
  const sizeOf = (): { width: number; height: number } => page.boxOf(sheet(viewer, 1));
  const percent = controls(viewer).getByRole('status');
  const fitted = sizeOf();
  await expect.element(control(viewer, 'Fit to width')).toHaveAttribute('aria-pressed', 'true');
  await page.press('-');
  await expect.poll(() => sizeOf().width).toBeLessThan(fitted.width);
  await expect.element(control(viewer, 'Fit to width')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(percent).toHaveTextContent('175%');
  await control(viewer, 'Zoom in').click();
  await page.press('+');
  await control(viewer, 'Fit whole page').click();
  await expect.poll(() => sizeOf().height).toBeLessThanOrEqual(page.boxOf(pages(viewer)).height);
  await control(viewer, 'Rotate clockwise').click();
  await expect.poll(() => sizeOf().width > sizeOf().height).toBe(true);
  await control(viewer, 'Fit to width').click();
  page.resize(1_000, 900);
  await expect.poll(() => page.boxOf(pages(viewer)).width - sizeOf().width).toBeLessThan(60);
});

test('PDF-01d an encrypted PDF asks for its password, again after each wrong one, and says so after Cancel', async () => {
  const { page, viewer } = await openPdf('locked');
  const dialog = page.getByRole('dialog', { name: 'Password needed' });
  const field = dialog.getByLabelText('Password', { exact: true });
  await expect.element(dialog).toMatchTextContent('locked.pdf is protected with a password.');
  await expect.element(field).toHaveFocus();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await field.fill('wrong');
    await page.press('{Enter}');
    await expect.element(dialog).toMatchTextContent('That password isn’t right');
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(viewer.getByRole('alert')).toMatchTextContent('This document is protected');
  await expect.element(control(viewer, 'Enter password')).toHaveFocus();
  await control(viewer, 'Enter password').click();
  await expect.element(dialog).not.toMatchTextContent('isn’t right');
  await field.fill('sesame');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expectText(viewer, 'Behind the door');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(viewer.getByRole('region', { name: 'locked.pdf' })).toHaveFocus();
  const { localStorage, sessionStorage } = page.window;
  expect(JSON.stringify([localStorage, sessionStorage].map(Object.entries))).not.toContain('sesame');
});

test('PDF-01e the search counts what it finds and leads from one to the next; Escape closes it before the dialog', async () => {
  const { page, viewer } = await openPdf('programme');
  await expectText(viewer, 'Page 1 of the programme');
  await page.press('{Control>}f{/Control}');
  const field = viewer.getByRole('searchbox');
  const count = viewer.getByCSS('.pdf_toolbar [role="status"]');
  await expect.element(field).toHaveFocus();
  await field.fill('LANTERN');
  await expect.element(count).toHaveTextContent('1 of 12');
  await page.press('{Enter}{Enter}');
  await expect.element(count).toHaveTextContent('3 of 12');
  await expect.element(sheet(viewer, 3).getByCSS('.highlight.selected')).toHaveTextContent('lantern');
  await control(viewer, 'Previous result').click();
  await expect.element(count).toHaveTextContent('2 of 12');
  await field.fill('no such word');
  await expect.element(count).toHaveTextContent('No results');
  await field.fill('lantern');
  await expect.poll(() => viewer.getByCSS('.highlight').elements().length).toBeGreaterThan(0);
  await control(viewer, 'Search this document').click();
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(() => viewer.getByCSS('.highlight').elements()).toEqual([]);
  await page.press('{Control>}f{/Control}');
  await expect.element(field).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(pages(viewer)).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(viewer).not.toBeInTheDocument();
});

test('PDF-01f the outline leads to its places; on a phone it is a sheet, and further controls are in a menu', async () => {
  const { page, viewer } = await openPdf('programme', phone);
  await control(viewer, 'Contents').click();
  const contents = page.getByRole('dialog', { name: 'Contents' });
  await expect
    .poll(() =>
      contents
        .getByRole('listitem')
        .elements()
        .map((row) => row.textContent),
    )
    .toEqual(['Afternoon', 'Evening', 'Fireworks over the lake, at eleven']);
  await contents.getByRole('button', { name: 'Evening' }).click();
  await expect.element(contents).not.toBeInTheDocument();
  await expect.element(pageField(viewer)).toHaveValue('5');
  expect(control(viewer, 'Zoom in').elements()).toEqual([]);
  await control(viewer, 'More').click();
  const before = page.boxOf(sheet(viewer, 5)).width;
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Fit to width' })).toBeChecked();
  await page.getByRole('menuitem', { name: 'Zoom in' }).click();
  await expect.poll(() => page.boxOf(sheet(viewer, 5)).width).toBeGreaterThan(before);
  expect(page.fitsAcross).toBe(true);
  page.resize(1_440, 900);
  await control(viewer, 'Contents').click();
  await viewer
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('button', { name: 'Afternoon' })
    .click();
  await expect.element(pageField(viewer)).toHaveValue('3');
});

test('PDF-01g links are named by where they lead, forms are only drawn, and scripts and programs do not run', async () => {
  const { page, viewer } = await openPdf('programme');
  const links = sheet(viewer, 1).getByCSS('.annotationLayer a[href]');
  await expect.poll(() => links.elements().length).toBe(3);
  const website = viewer.getByRole('link', { name: 'www.example.com, opens in a new tab' });
  await expect.element(website).toHaveAttribute('href', 'https://www.example.com/tickets');
  await expect.element(website).toHaveAttribute('target', '_blank');
  await expect.element(website).toHaveAttribute('rel', 'noopener noreferrer');
  await expect
    .element(viewer.getByRole('link', { name: 'Email ada@example.com' }))
    .not.toHaveAttribute('target');
  await expect.element(viewer.getByRole('img', { name: 'Note' })).toBeInTheDocument();
  expect(viewer.getByCSS('.annotationLayer :is(input, textarea, select)').elements()).toEqual([]);
  await viewer.getByRole('link', { name: 'Go to another place in this document' }).click();
  await expect.element(pageField(viewer)).toHaveValue('7');
  await pageField(viewer).fill('1');
  await page.press('{Enter}');
  // A page of A5 is 420 points wide. The links with scripts, files and programs.
  const scale = page.boxOf(sheet(viewer, 1)).width / 420;
  const { path } = page;
  for (const top of [210, 240, 270, 300])
    await sheet(viewer, 1).click({ position: { x: 90 * scale, y: (top + 10) * scale } });
  await expect.element(pageField(viewer)).toHaveValue('1');
  expect(page.document.title).not.toContain('run');
  expect(page.path).toBe(path);
});

test('PDF-01h PDF-01i of 2,000 pages an expired address is replaced, and lost parts are loaded when the network is back, on the same page', async () => {
  const faults: Faults = { respond: () => undefined };
  const { chat, viewer, page } = await openPdf('catalogue', { faults });
  await expectText(viewer, 'Page 1 of the catalogue');
  // The outline contains itself.
  await control(viewer, 'Contents').click();
  const contents = viewer.getByRole('navigation', { name: 'Contents' });
  await expect
    .poll(() =>
      contents
        .getByRole('listitem')
        .elements()
        .map((row) => row.textContent),
    )
    .toEqual(['Chapter', 'Annex']);
  expect(chat.server.calls(createChatUploadUrls)).toHaveLength(1);
  faults.respond = (address, window) =>
    address === 1 ? new window.Response(null, { status: 403 }) : undefined;
  await pageField(viewer).fill('400');
  await page.press('{Enter}');
  await expectText(viewer, 'Page 400 of the catalogue');
  await expect.element(pageField(viewer)).toHaveValue('400');
  expect(chat.server.calls(createChatUploadUrls)).toHaveLength(2);
  faults.respond = (_, window) => new window.Response(null, { status: 502 });
  await pageField(viewer).fill('200');
  await page.press('{Enter}');
  const notice = viewer.getByRole('alert');
  await expect.element(notice).toMatchTextContent('Some pages couldn’t be loaded.');
  faults.respond = () => undefined;
  page.window.dispatchEvent(new page.window.Event('online'));
  await expectText(viewer, 'Page 200 of the catalogue');
  await expect.element(notice).not.toBeInTheDocument();
});

const garbage = 'This is not a PDF.';
const partOf = (window: AppPage['window'], text: string): Response =>
  new window.Response(text, {
    status: 206,
    headers: { 'content-range': `bytes 0-${text.length - 1}/${text.length}` },
  });

/** `after`: how many requests succeed before. */
const failures = [
  { status: 404, title: 'This document is no longer available' },
  { status: 403, title: 'You can’t open this document' },
  { status: 502, title: 'This document couldn’t be loaded' },
  { status: 502, after: 1, title: 'This document couldn’t be loaded' },
] as const;

test('PDF-01j each failure has its own message, with the download, and a retry where it can help', async () => {
  const faults: Faults = { respond: () => undefined };
  const failWith = (failure: (typeof failures)[number]): void => {
    let left = 'after' in failure ? failure.after : 0;
    faults.respond = (_, window) => {
      left -= 1;
      if (left >= 0) return undefined;
      return new window.Response(null, { status: failure.status });
    };
  };
  const [first, ...others] = failures;
  failWith(first);
  const { chat, viewer, page } = await openPdf('catalogue', { faults });
  const alert = viewer.getByRole('alert');
  const expectFailure = async (title: string): Promise<void> =>
    expect.element(alert.getByRole('heading', { name: title })).toBeVisible();
  const tryAgain = (): Promise<void> => alert.getByRole('button', { name: 'Try again' }).click();
  await expectFailure(first.title);
  await alert.getByRole('button', { name: 'Download' }).click();
  await expect.poll(() => chat.uploads.downloads.length).toBe(1);
  for (const failure of others) {
    failWith(failure);
    await tryAgain();
    await expectFailure(failure.title);
  }
  faults.respond = () => undefined;
  await tryAgain();
  await expectText(viewer, 'Page 1 of the catalogue');
  page.close();
  const unreadable = [
    { name: 'unknown', faults: {}, title: 'This document can’t be opened here' },
    {
      name: 'programme',
      faults: { respond: (_: number, window: AppPage['window']) => partOf(window, garbage) },
      title: 'This document is damaged',
    },
  ];
  for (const { title, ...each } of unreadable) {
    const opened = await openPdf(each.name, { faults: { respond: () => undefined, ...each.faults } });
    const problem = opened.viewer.getByRole('alert');
    await expect.element(problem.getByRole('heading')).toHaveTextContent(title);
    expect(
      problem
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Download']);
    opened.page.close();
  }
});

test('PDF-01k pages are printed as pictures, of a long document a hundred at once, also if it is damaged and read as a whole', async () => {
  const printed: number[] = [];
  const { viewer, page } = await openPdf('damaged');
  await expectText(viewer, 'Page 1 of the catalogue');
  let endsByItself = true;
  page.window.print = () => {
    printed.push(page.document.querySelectorAll('body > .pdfPrint_print > img').length);
    if (endsByItself) page.window.dispatchEvent(new page.window.Event('afterprint'));
  };
  await control(viewer, 'Print pages 1 to 100').click();
  const notice = viewer.getByCSS('.pdf_notice');
  await expect.element(notice).toMatchTextContent('Only pages 1 to 100 will be printed.');
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await pageField(viewer).fill('1998');
  await page.press('{Enter}');
  await control(viewer, 'Print pages 1998 to 2000').click();
  await expect.poll(() => printed).toEqual([3]);
  await expect.poll(() => page.document.querySelector('.pdfPrint_print')).toBeNull();
  // A browser that does not report the end.
  endsByItself = false;
  await control(viewer, 'Print pages 1998 to 2000').click();
  await expect.poll(() => printed).toEqual([3, 3]);
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.document.querySelector('.pdfPrint_print')).toBeNull();
  // Pictures that cannot be decoded are freed.
  const urls: string[] = [];
  const freed: string[] = [];
  const { URL, HTMLImageElement } = page.window;
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    const url = create(blob);
    urls.push(url);
    return url;
  };
  URL.revokeObjectURL = (url) => void freed.push(url);
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('out of memory'));
  await control(viewer, 'Print pages 1998 to 2000').click();
  await expect.element(notice).toMatchTextContent('This document couldn’t be printed.');
  expect(urls).toHaveLength(1);
  expect(freed).toEqual(urls);
});

test('PDF-01l in Arabic the controls are mirrored, the document is not, and its text is found', async () => {
  const { viewer, page } = await openPdf('arabic', { path: `${lounge}?lang=ar` });
  await expect.element(sheet(viewer, 1).getByCSS('canvas')).toBeInTheDocument();
  const toolbar = viewer.getByRole('group', { name: 'أدوات المستند' });
  expect(toolbar.getByRole('status').element().textContent).toMatch(/^\d+\u200E%\u200E$/);
  const [first, last] = [toolbar.getByRole('button').first(), toolbar.getByRole('button').last()];
  expect(page.boxOf(first).x).toBeGreaterThan(page.boxOf(last).x);
  expect(page.window.getComputedStyle(pages(viewer).element()).direction).toBe('ltr');
  await page.expectAccessible('[data-dialog="chat-pdf"]');
  await page.press('{Control>}f{/Control}');
  await viewer.getByRole('searchbox').fill('مرحبا');
  await expect.element(viewer.getByCSS('.pdf_toolbar [role="status"]')).toHaveTextContent('1 من 1');
});

test('a page that is larger than a canvas can be is drawn with fewer pixels', async () => {
  const { viewer, page } = await openPdf('huge');
  await expectText(viewer, 'A very large page');
  const pixels = (): number =>
    Math.max(
      ...(viewer.getByCSS('.canvasWrapper canvas').elements() as HTMLCanvasElement[]).map(
        ({ width, height }) => width * height,
      ),
    );
  const fitted = pixels();
  await control(viewer, 'Zoom in').click();
  await expect.poll(pixels).toBeGreaterThan(fitted);
  expect(page.boxOf(sheet(viewer, 1)).width).toBeGreaterThan(16_384);
  expect(pixels()).toBeLessThanOrEqual(16_777_216);
  expect(viewer.getByCSS('.pdfLayers_failed').elements()).toEqual([]);
});
