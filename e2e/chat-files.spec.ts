/** Attachments of messages: upload, processing and download. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import {
  composer,
  expect,
  openSharedRoom,
  message,
  panel,
  chooseRoomAction,
  test,
  withLogin,
  type Page,
} from './pages/chatPage.ts';

test.use({ server: withLogin });

const limit = 5_242_880;
const png = readFileSync(join(import.meta.dirname, '..', 'demo', 'assets', 'favicon-64.png'));

const tray = (page: Page) => panel(page).getByRole('list', { name: 'Files to send' });
const send = (page: Page) => panel(page).getByRole('button', { name: 'Send', exact: true });
const choose = (page: Page, name: string, buffer: Buffer) =>
  panel(page)
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

test('CHAT-04a CHAT-04c CHAT-07ae a file just under 5 MB and a picture are sent as attachments, and are part of the saved room', async ({
  signInAs,
  allowed,
}) => {
  allowed.console.push(/status of 415/);
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await openSharedRoom(ada, bo);
  // The type of a file is detected from its bytes, not its name.
  await choose(ada.page, 'program.txt', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'));
  await expect(tray(ada.page)).toContainText('This file type isn’t supported');
  await tray(ada.page).getByRole('button', { name: 'Remove program.txt' }).click();
  await choose(ada.page, 'programme.txt', Buffer.alloc(limit - 1, 'a'));
  await expect(tray(ada.page)).toContainText('5 MB', { timeout: 30_000 });
  await send(ada.page).click();
  const file = message(bo.page, 'programme.txt').getByRole('button', { name: 'Download programme.txt' });
  await expect(file).toBeVisible();
  const download = bo.page.waitForEvent('download');
  await file.click();
  expect((await download).suggestedFilename()).toBe('programme.txt');

  await choose(ada.page, 'photo.jfif', png);
  await expect(send(ada.page)).toBeEnabled();
  await composer(ada.page).fill('Look: "quoted"');
  await composer(ada.page).press('Enter');
  const picture = message(bo.page, 'Look').getByRole('button', { name: 'Open picture' }).locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

  const saving = bo.page.waitForEvent('download');
  await chooseRoomAction(bo.page, 'Export as file');
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${ada.name}.jsonl`);
  const lines = readFileSync(await saved.path(), 'utf8')
    .trimEnd()
    .split('\n');
  const [head, ...said] = lines.map((line) => JSON.parse(line) as unknown);
  expect(head).toMatchObject({ room: { kind: 'private', otherMember: { uid: ada.account.userId } } });
  const author = { uid: ada.account.userId, name: ada.name };
  expect(said).toMatchObject([
    { text: 'Good evening', author },
    { text: '', author },
    { text: 'Look: "quoted"', author },
  ]);
});

/** A PDF with a color of a color profile, which pdf.js computes with WebAssembly. */
async function colorfulPdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isWritten = new Promise((resolve) => document.on('end', resolve));
  const profile = document.ref({ N: 4 });
  profile.end(
    readFileSync(join(import.meta.dirname, '../node_modules/pdfjs-dist/iccs/CGATS001Compat-v2-micro.icc')),
  );
  document.text('The colors of the evening');
  const { resources } = document.page as unknown as { resources: { data: Record<string, unknown> } };
  resources.data['ColorSpace'] = { Print: ['ICCBased', profile] };
  document.addContent('/Print cs 0 1 1 0 sc 100 100 200 200 re f');
  document.end();
  await isWritten;
  return Buffer.concat(chunks);
}

test('PDF-01y a PDF of a chat is drawn under the policies of the page and of its worker', async ({
  signInAs,
}) => {
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await openSharedRoom(ada, bo);
  await choose(ada.page, 'colors.pdf', await colorfulPdf());
  await expect(send(ada.page)).toBeEnabled();
  await send(ada.page).click();
  const worker = bo.page.waitForResponse(/\/assets\/pdf\.worker/);
  const decoder = bo.page.waitForResponse(/\/wasm\/qcms_bg\.wasm$/);
  await message(bo.page, 'colors.pdf').getByRole('button', { name: 'Open colors.pdf' }).click();
  const viewer = bo.page.getByRole('dialog', { name: 'colors.pdf' });
  await expect(viewer.getByText('The colors of the evening')).toBeVisible();
  expect((await worker).headers()['content-security-policy']).toContain("'wasm-unsafe-eval'");
  expect((await decoder).status()).toBe(200);
});
