/** Files of messages: the tray with progress and errors, paste and drop, and files that no longer exist. */
import { expect, test } from 'vitest';
import { deleteChatUpload, exportChatRoom, createChatUploadUrls } from '@foyer/contract';
import { ada, type FakeUser } from '../../../testing/fakeServer.ts';
import { interceptFiles } from '../../../testing/interceptFiles.ts';
import { logInElsewhere } from '../../../testing/otherTab.ts';
import type { AppPage } from '../../../testing/page.ts';
import {
  chooseRoomAction,
  composer,
  countOf,
  message,
  openPrivateRoom,
  openRoom,
  panel,
  submitMessage,
} from '../testing/chatPage.ts';
import { bo, cy } from '../testing/users.ts';

const limit = 5_242_880;

const tray = (page: AppPage) => panel(page).getByRole('list', { name: 'Files to send' });
const send = (page: AppPage) => panel(page).getByRole('button', { name: 'Send', exact: true });

const svgPicture = (size: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`)}`;

/** Files as a drag, the clipboard or a file dialog provides them. */
function transferOf(page: AppPage, files: readonly (readonly [name: string, type: string, bytes: number])[]) {
  const { DataTransfer, File } = page.window;
  const transfer = new DataTransfer();
  for (const [name, type, bytes] of files)
    transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
  return transfer;
}

/** A step of dragging files over an element. */
const drag = (page: AppPage, type: 'dragover' | 'drop', over: Element, dataTransfer: DataTransfer): boolean =>
  over.dispatchEvent(new page.window.DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));

function choose(page: AppPage, name: string, bytes = 100, type = 'text/plain'): void {
  const input = panel(page).getByCSS('input[type="file"]').element() as HTMLInputElement;
  input.files = transferOf(page, [[name, type, bytes]]).files;
  input.dispatchEvent(new page.window.Event('change', { bubbles: true }));
}

test('CHAT-04h a file of 5 MB is rejected before the upload, its type by the server, and a removed file is deleted', async () => {
  const { chat, page } = await openPrivateRoom();
  choose(page, 'large.txt', limit);
  await expect.element(tray(page)).toMatchTextContent('File over 5 MB');
  await expect.element(send(page)).toBeDisabled();
  expect(chat.uploads.names).toEqual([]);
  await tray(page).getByRole('button', { name: 'Remove large.txt' }).click();
  chat.uploads.outcome = 415;
  choose(page, 'notes.txt');
  await expect.element(tray(page)).toMatchTextContent('This file type isn’t supported');
  await tray(page).getByRole('button', { name: 'Remove notes.txt' }).click();
  chat.uploads.outcome = 'stored';
  choose(page, 'allowed.txt', limit - 1);
  await expect.element(tray(page)).toMatchTextContent('5 MB');
  await expect.element(send(page)).toBeEnabled();
  await tray(page).getByRole('button', { name: 'Remove allowed.txt' }).click();
  await expect.element(tray(page)).not.toBeInTheDocument();
  await expect.poll(() => chat.server.calls(deleteChatUpload).length).toBe(1);
});

test('CHAT-04j a pasted picture is sent with the message and shown in a box of its size', async () => {
  const { room, page } = await openPrivateRoom();
  const field = panel(page).getByCSS('textarea');
  field.element().dispatchEvent(
    new page.window.ClipboardEvent('paste', {
      clipboardData: transferOf(page, [['red.png', 'image/png', 70]]),
      bubbles: true,
      cancelable: true,
    }),
  );
  await expect.element(tray(page)).toMatchTextContent('red.png');
  await expect.element(send(page)).toBeEnabled();
  await submitMessage(page, 'Look');
  const link = message(page, 'Look').getByRole('button', { name: 'Open picture' });
  const picture = link.getByCSS('img');
  await expect.element(picture).toBeVisible();
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  expect(room.messages.at(-1)?.upload).toMatchObject({ name: 'red.png', width: 64, height: 64 });
  expect(page.boxOf(link)).toMatchObject({ width: 64, height: 64 });
});

test('a wide picture fills its bubble, with the same margin on both sides', async () => {
  const { room, page } = await openPrivateRoom();
  const upload = {
    id: 'wide',
    name: 'wide.png',
    mediaType: 'image/png',
    bytes: 70,
    width: 1440,
    height: 900,
  };
  room.post(bo, 'The lobby', { upload });
  const link = message(page, 'The lobby').getByRole('button', { name: 'Open picture' });
  await expect.element(link).toBeVisible();
  const picture = page.boxOf(link);
  const bubble = page.boxOf(message(page, 'The lobby').getByCSS('.chatMessage_bubble'));
  expect(bubble.right - picture.right).toBeCloseTo(picture.left - bubble.left, 0);
});

test('CHAT-15za TRACK-07d the picture of a message opens in place, contained in the window, can be downloaded, and gives the focus back', async () => {
  const { chat, room, page } = await openPrivateRoom();
  const upload = {
    id: 'tall',
    name: 'moth.png',
    mediaType: 'image/png',
    bytes: 70,
    width: 900,
    height: 9000,
  };
  room.post(bo, 'The moth', { upload });
  const opener = message(page, 'The moth').getByRole('button', { name: 'Open picture moth.png' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'moth.png' });
  const image = dialog.getByRole('img', { name: 'Picture moth.png' });
  await expect.element(image).toBeVisible();
  expect(page.path).not.toMatch(/chat-files/);
  await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  const { width, height, top, bottom } = page.boxOf(image);
  expect(height / width).toBeCloseTo(10);
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(page.window.innerHeight);
  await page.expectAccessible();
  await dialog.getByRole('button', { name: 'Download moth.png' }).click();
  await expect.poll(() => chat.uploads.downloads.map(({ name }) => name)).toEqual(['moth.png']);
  await page.press('+');
  await expect.poll(() => page.boxOf(image).height).toBeGreaterThan(height);
  await page.press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('CHAT-15zb a picture whose download failed offline is downloaded from its next URL, because the first one may have expired', async () => {
  const requests: string[] = [];
  const connectionLost = Promise.withResolvers<'lost'>();
  await interceptFiles('*/expiring-*.png', ({ request }) => {
    requests.push(new URL(request.url).pathname);
    return requests.length === 1 ? connectionLost.promise : { status: 403 };
  });
  const { chat, room, page } = await openPrivateRoom({ allowedErrors: [/./] });
  const preview = svgPicture(7);
  let url = '/expiring-1.png';
  // As soon as a URL has expired, another one is requested.
  chat.server.respondTo(createChatUploadUrls, () => ({ url, previewUrl: preview, expiresAt: 0 }));
  const upload = { id: 'moth', name: 'moth.png', mediaType: 'image/png', bytes: 70, width: 600, height: 600 };
  room.post(bo, 'The moth', { upload });
  await message(page, 'The moth').getByRole('button', { name: 'Open picture moth.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'moth.png' });
  await expect.poll(() => requests).toEqual(['/expiring-1.png']);
  chat.server.reachable = false;
  chat.server.disconnect('reconnecting');
  await expect.element(panel(page).getByText(/^No connection since/)).toBeInTheDocument();
  connectionLost.resolve('lost');
  const image = dialog.getByRole('img', { name: 'Picture moth.png' });
  await expect.element(image).not.toBeInTheDocument();
  expect(dialog.getByText('File no longer available').query()).toBeNull();
  url = svgPicture(9);
  chat.server.reachable = true;
  page.setOnline(true);
  await expect.poll(() => (image.query() as HTMLImageElement | null)?.naturalWidth).toBe(9);
  expect(requests).toEqual(['/expiring-1.png']);
});

test('Attach files is one control', async () => {
  const { page } = await openPrivateRoom();
  await expect.element(panel(page).getByLabelText('Attach files')).toHaveLength(1);
});

test('CHAT-04f files can be dropped on the open room, and a notification says that ten is the limit', async () => {
  const { chat, room, page } = await openPrivateRoom();
  const drop = (count: number): void => {
    const place = panel(page).getByCSS('.fileDropZone_zone').element();
    const names = Array.from({ length: count }, (_, at) => [`part ${at + 1}.txt`, 'text/plain', 1] as const);
    const dataTransfer = transferOf(page, names);
    for (const type of ['dragover', 'drop'] as const) drag(page, type, place, dataTransfer);
  };
  const items = tray(page).getByRole('listitem');
  const note = page.getByText('You can send 10 files at a time');
  drop(2);
  await expect.poll(() => countOf(items)).toBe(2);
  expect(countOf(note)).toBe(0);
  drop(12);
  await expect.element(note.first()).toBeVisible();
  await expect.poll(() => countOf(items)).toBe(10);
  await expect.element(send(page)).toBeEnabled();
  await send(page).click();
  await expect.element(message(page, 'part 8.txt')).toBeVisible();
  await expect.poll(() => room.messages.filter(({ upload }) => upload).length).toBe(10);
  expect(chat.uploads.names).toHaveLength(10);
});

test('CHAT-13c a failed upload shows an error and can be retried, and a running one can be cancelled', async () => {
  const { chat, room, page } = await openPrivateRoom();
  chat.uploads.outcome = 'lost';
  choose(page, 'notes.txt');
  await expect.element(tray(page)).toMatchTextContent('Upload failed');
  chat.uploads.outcome = 'stored';
  await tray(page).getByRole('button', { name: 'Try again' }).click();
  await expect.element(send(page)).toBeEnabled();
  chat.uploads.outcome = 'held';
  choose(page, 'second.txt');
  await expect.element(tray(page).getByRole('progressbar', { name: 'Uploading second.txt' })).toBeVisible();
  await expect.element(send(page)).toBeDisabled();
  await tray(page).getByRole('button', { name: 'Cancel upload of second.txt' }).click();
  await expect.element(tray(page)).not.toMatchTextContent('second.txt');
  await send(page).click();
  await expect.element(message(page, 'notes.txt')).toBeVisible();
  expect(room.messages.filter(({ upload }) => upload)).toHaveLength(1);
});

test('CHAT-14c a deleted file is shown as missing, a file that could not be reached is not', async () => {
  const { chat, room, page } = await openPrivateRoom();
  room.post(bo, '', { upload: { id: 'upload-1', name: 'gone.txt', mediaType: 'text/plain', bytes: 100 } });
  const file = message(page, 'gone.txt');
  const download = file.getByRole('button', { name: 'Download gone.txt' });
  await download.click();
  await expect.poll(() => chat.uploads.downloads.map(({ name }) => name)).toEqual(['gone.txt']);
  await page.reload();
  chat.server.reject(createChatUploadUrls, { code: 'forbidden' });
  await openRoom(page, bo.name);
  await download.click();
  await expect.element(page.getByText('Something went wrong. Please try again.')).toBeVisible();
  await expect.element(file).not.toMatchTextContent('File no longer available');
  chat.server.reject(createChatUploadUrls, { code: 'gone' });
  await download.click();
  await expect.element(file).toMatchTextContent('File no longer available');
});

test('CHAT-07aj a room is exported as a file with its name', async () => {
  const { chat, room, page } = await openPrivateRoom();
  await chooseRoomAction(page, 'Export as file');
  await expect.poll(() => chat.uploads.downloads.map(({ name }) => name)).toEqual([`${bo.name}.jsonl`]);
  expect(chat.server.calls(exportChatRoom)).toMatchObject([{ params: { roomId: room.id } }]);
});

test('SESSION-10 a file that is dragged over the chat while another account logs in is not uploaded, the next one is theirs', async () => {
  const { chat, page } = await openPrivateRoom();
  const hint = page.getByText('Drop files to send them');
  const { x, y } = page.boxOf(composer(page));
  drag(page, 'dragover', composer(page).element(), transferOf(page, [['ada.txt', 'text/plain', 1]]));
  await expect.element(hint).toBeVisible();
  const next: FakeUser = { ...ada, userId: cy.uid, name: cy.name, email: 'cy@example.com' };
  logInElsewhere(chat.server, next);
  await expect.element(page.getByRole('button', { name: `Account menu: ${cy.name}` })).toBeVisible();
  await expect.element(panel(page)).not.toBeInTheDocument();
  const below = page.document.elementFromPoint(x, y) ?? page.document.body;
  drag(page, 'drop', below, transferOf(page, [['ada.txt', 'text/plain', 1]]));
  await openRoom(page, 'Lounge');
  await expect.element(hint).not.toBeInTheDocument();
  await expect.element(tray(page)).not.toBeInTheDocument();
  for (const type of ['dragover', 'drop'] as const)
    drag(page, type, composer(page).element(), transferOf(page, [['cy.txt', 'text/plain', 1]]));
  await expect.element(send(page)).toBeEnabled();
  await send(page).click();
  await expect.element(message(page, 'cy.txt')).toBeVisible();
  expect(chat.uploads.names).toEqual(['cy.txt']);
  expect(chat.lounge.messages).toMatchObject([{ authorId: cy.uid, upload: { name: 'cy.txt' } }]);
});
