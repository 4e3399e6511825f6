/** Files beside messages: by button and paste, with progress and cancel, and what may go wrong with them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inConversation, message, panel, tell, test, withLogin, type Page } from './chatPage.ts';

test.use({ server: withLogin });

const limit = 5_242_880;
const png = readFileSync(join(import.meta.dirname, '..', 'demo', 'assets', 'favicon-64.png'));

const input = (page: Page) => panel(page).locator('input[type="file"]');
const tray = (page: Page) => panel(page).getByRole('list', { name: 'Files to send' });
const send = (page: Page) => panel(page).getByRole('button', { name: 'Send', exact: true });
const text = (name: string, bytes: number) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'a'),
});

test('CHAT-04a a file under 5 MB goes along with a message, and whoever reads it downloads it', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await input(ada.page).setInputFiles(text('programme.txt', limit - 1));
  await expect(tray(ada.page)).toContainText('5 MB', { timeout: 30_000 });
  await send(ada.page).click();
  const file = message(bo.page, 'programme.txt').getByRole('button', { name: 'Download programme.txt' });
  await expect(file).toBeVisible();
  const download = bo.page.waitForEvent('download');
  await file.click();
  expect((await download).suggestedFilename()).toBe('programme.txt');
});

test('CHAT-04b file over 5 MB is refused before it is sent; of which type one is, its bytes say and not its name', async ({
  come,
  allowed,
}) => {
  allowed.console.push(/status of 415/);
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  const sent: string[] = [];
  ada.page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  await input(ada.page).setInputFiles(text('large.txt', limit));
  await expect(tray(ada.page)).toContainText('File over 5 MB');
  await expect(send(ada.page)).toBeDisabled();
  expect(sent).toEqual([]);
  await tray(ada.page).getByRole('button', { name: 'Remove large.txt' }).click();
  const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex');
  await input(ada.page).setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: program },
    { name: 'photo.jfif', mimeType: '', buffer: png },
  ]);
  await expect(tray(ada.page)).toContainText('Files of this type cannot be sent');
  await tray(ada.page).getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(send(ada.page)).toBeEnabled();
  const taken = ada.page.waitForResponse((response) => response.request().method() === 'DELETE');
  await tray(ada.page).getByRole('button', { name: 'Remove photo.jfif' }).click();
  expect((await taken).status()).toBe(204);
  await expect(tray(ada.page)).toHaveCount(0);
});

test('CHAT-04c a picture that is pasted is shown, with its place kept free', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await panel(ada.page)
    .locator('textarea')
    .evaluate(
      (field, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'red.png', { type: 'image/png' }));
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [...png],
    );
  await expect(tray(ada.page)).toContainText('red.png');
  await expect(send(ada.page)).toBeEnabled();
  await panel(ada.page).locator('textarea').fill('Look');
  await panel(ada.page).locator('textarea').press('Enter');
  const picture = message(bo.page, 'Look').getByRole('link', { name: 'Open the picture' }).locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test('CHAT-04f files are dropped on the conversation; of a whole folder only so many go along, which is said', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  const drop = (count: number) =>
    panel(ada.page)
      .locator('.chat-conversation')
      .evaluate((place, many) => {
        const dataTransfer = new DataTransfer();
        for (let n = 1; n <= many; n++)
          dataTransfer.items.add(new File(['a'], `part ${n}.txt`, { type: 'text/plain' }));
        place.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
        place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }, count);
  await drop(2);
  await expect(tray(ada.page).getByRole('listitem')).toHaveCount(2);
  await expect(ada.page.getByText('At most 10 files at a time')).toHaveCount(0);
  await drop(12);
  await expect(ada.page.getByText('At most 10 files at a time')).toBeVisible();
  await expect(tray(ada.page).getByRole('listitem')).toHaveCount(10);
  await expect(send(ada.page)).toBeEnabled();
  await send(ada.page).click();
  await expect(message(bo.page, 'part 8.txt')).toBeVisible();
});

test('CHAT-13a upload failed: said beside the file, and sent once more by hand; one on its way is cancelled', async ({
  come,
  allowed,
}) => {
  allowed.console.push(/ERR_/);
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await ada.page.route('**/uploads/**', (route) => route.abort());
  await input(ada.page).setInputFiles(text('notes.txt', 100));
  await expect(tray(ada.page)).toContainText('Upload failed');
  await ada.page.unrouteAll();
  await tray(ada.page).getByRole('button', { name: 'Try again' }).click();
  await expect(send(ada.page)).toBeEnabled();
  await ada.page.route('**/uploads/**', () => undefined);
  await input(ada.page).setInputFiles(text('second.txt', 100));
  await expect(tray(ada.page).getByRole('progressbar', { name: 'Uploading second.txt' })).toBeVisible();
  await tray(ada.page).getByRole('button', { name: 'Cancel the upload of second.txt' }).click();
  await expect(tray(ada.page)).not.toContainText('second.txt');
  await send(ada.page).click();
  await expect(message(bo.page, 'notes.txt')).toBeVisible();
});

test('CHAT-14a file no longer available: said in place of the file, and not where it could only not be reached', async ({
  come,
  allowed,
}) => {
  allowed.console.push(/403|410/);
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await input(ada.page).setInputFiles(text('gone.txt', 100));
  await expect(send(ada.page)).toBeEnabled();
  await send(ada.page).click();
  await bo.page.route('**/messages/*/upload', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', errMsg: 'Not now.', requestId: 'r-0' } }),
  );
  await message(bo.page, 'gone.txt').getByRole('button', { name: 'Download gone.txt' }).click();
  await expect(bo.page.getByText('That did not work. Please try again.')).toBeVisible();
  await expect(message(bo.page, 'gone.txt')).not.toContainText('File no longer available');
  await bo.page.route('**/messages/*/upload', (route) =>
    route.fulfill({ status: 410, json: { code: 'gone', errMsg: 'It is gone.', requestId: 'r-1' } }),
  );
  await message(bo.page, 'gone.txt').getByRole('button', { name: 'Download gone.txt' }).click();
  await expect(message(bo.page, 'gone.txt')).toContainText('File no longer available');
});

test('CHAT-07ae a room is saved as a file that has what was said in it, a message per line', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await tell(bo.page, 'Second: "quoted"');
  await expect(message(ada.page, 'Second: "quoted"')).toBeVisible();
  await panel(ada.page).getByRole('button', { name: 'What to do with this room' }).click();
  const download = ada.page.waitForEvent('download');
  await ada.page.getByRole('menuitem', { name: 'Save as a file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${bo.name}.jsonl`);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\n');
  const [head, ...said] = lines.map((line) => JSON.parse(line) as unknown);
  expect(head).toMatchObject({ room: { kind: 'private', other: { uid: bo.account.userId } } });
  expect(said).toMatchObject([
    { text: 'Good evening', author: { uid: ada.account.userId, name: ada.name } },
    { text: 'Second: "quoted"', author: { uid: bo.account.userId, name: bo.name } },
  ]);
});
