/** Cropping a picture by mouse, wheel, touch and keys. */
import { uploadProfilePicture } from '@foyer/contract';
import { expect, test } from 'vitest';
import { logInElsewhere } from '../../../testing/otherTab.ts';
import { phone, type AppPage, type PageOptions } from '../../../testing/page.ts';
import { lea, openOwn, openOwnFromMenu, panel, profileServer } from '../testing/profilePage.ts';

const area = (page: AppPage) => panel(page).getByRole('slider', { name: /^Picture crop/ });

/** 1,200 × 800 pixels: one color on the left, one on the right. */
async function twoColors(colors = ['red', 'blue']): Promise<File> {
  const canvas = new OffscreenCanvas(1_200, 800);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser does not support 2D canvases.');
  for (const [index, color] of colors.entries()) {
    context.fillStyle = color;
    context.fillRect(index * 600, 0, 600, 800);
  }
  return new File([await canvas.convertToBlob()], 'me.png', { type: 'image/png' });
}

async function openCrop(options: PageOptions = {}): Promise<AppPage> {
  const page = await openOwn(profileServer(), options);
  await panel(page).getByRole('button', { name: 'Add picture' }).click();
  await panel(page)
    .getByCSS('input[type=file]')
    .upload(await twoColors());
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '1');
  await page.atRest();
  return page;
}

/** The color just left of the center of the crop. */
function colorLeftOfCenter(page: AppPage): string {
  const canvas = area(page).getByCSS('canvas').element() as HTMLCanvasElement;
  const context = canvas.getContext('2d');
  const [red = 0, , blue = 0] =
    context?.getImageData(canvas.width / 2 - 20, canvas.height / 2, 1, 1).data ?? [];
  return red > blue ? 'red' : 'blue';
}

function centerOf(page: AppPage): { x: number; y: number } {
  const { x, y, width, height } = page.boxOf(area(page));
  return { x: x + width / 2, y: y + height / 2 };
}

test('the picture follows the mouse', async () => {
  const page = await openCrop();
  const { x, y } = centerOf(page);
  expect(colorLeftOfCenter(page)).toBe('red');
  await page.mouse('mousePressed', { x, y });
  for (const by of [20, 40, 60]) await page.mouse('mouseMoved', { x: x - by, y });
  await page.mouse('mouseReleased', { x: x - 60, y });
  await expect.poll(() => colorLeftOfCenter(page)).toBe('blue');
});

test('arrow keys move the picture, plus and minus zoom, 0 resets', async () => {
  const page = await openCrop();
  (area(page).element() as HTMLElement).focus();
  await page.press('{ArrowLeft}{ArrowLeft}');
  await expect.poll(() => colorLeftOfCenter(page)).toBe('blue');
  await page.press('+');
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '1.2');
  await page.press('-');
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '1');
  await page.press('0');
  await expect.poll(() => colorLeftOfCenter(page)).toBe('red');
});

test('the wheel zooms', async () => {
  const page = await openCrop();
  await page.mouse('mouseMoved', centerOf(page));
  await page.mouse('mouseWheel', { ...centerOf(page), deltaY: -400 });
  await expect.element(area(page)).not.toHaveAttribute('aria-valuenow', '1');
});

test('a pinch zooms', async () => {
  const page = await openCrop(phone);
  await page.pinch(centerOf(page), 3);
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '3');
});

test('of two files that are chosen quickly, the second one is shown, although it is decoded first', async () => {
  const decoding = Promise.withResolvers<void>();
  const bitmaps: Promise<ImageBitmap>[] = [];
  const page = await openCrop({
    prepare: (window) => {
      const decode = window.createImageBitmap.bind(window);
      const createImageBitmap = (file: Blob, options: ImageBitmapOptions): Promise<ImageBitmap> => {
        const bitmap = (bitmaps.length === 1 ? decoding.promise : Promise.resolve()).then(() =>
          decode(file, options),
        );
        bitmaps.push(bitmap);
        return bitmap;
      };
      Object.assign(window, { createImageBitmap });
    },
  });
  const input = panel(page).getByCSS('input[type=file]');
  await input.upload(await twoColors(['red', 'red']));
  await input.upload(await twoColors(['blue', 'red']));
  await expect.poll(() => colorLeftOfCenter(page)).toBe('blue');
  decoding.resolve();
  const late = await bitmaps[1];
  // A closed bitmap has no size.
  await expect.poll(() => late?.width).toBe(0);
  expect(colorLeftOfCenter(page)).toBe('blue');
});

/** `lea` logs in in another tab of this browser, and this page shows it. */
async function logInAsLea(page: AppPage): Promise<void> {
  logInElsewhere(page.server, lea);
  await expect.element(page.getByRole('button', { name: `Account menu: ${lea.name}` })).toBeVisible();
}

test('SESSION-10 another account that logs in while the picture is dragged finds no picture, and the page can be used', async () => {
  const page = await openCrop();
  const { x, y } = centerOf(page);
  await page.mouse('mousePressed', { x, y });
  for (const by of [20, 40]) await page.mouse('mouseMoved', { x: x - by, y });
  await logInAsLea(page);
  await expect.element(panel(page)).not.toBeInTheDocument();
  await page.mouse('mouseMoved', { x: x - 60, y });
  await page.mouse('mouseReleased', { x: x - 60, y });
  await openOwnFromMenu(page);
  await panel(page).getByRole('button', { name: 'Add picture' }).click();
  await expect.element(panel(page).getByRole('button', { name: 'Choose picture' })).toBeVisible();
  await expect.element(area(page)).not.toBeInTheDocument();
});

test('SESSION-10 a picture that is encoded while another account logs in does not become the picture of that account', async () => {
  const encoded = Promise.withResolvers<() => void>();
  const page = await openCrop({
    prepare: ({ HTMLCanvasElement: { prototype } }) => {
      prototype.toBlob = (onBlob) => encoded.resolve(() => onBlob(new Blob(['picture'])));
    },
  });
  await panel(page).getByRole('button', { name: 'Use this picture' }).click();
  const finishEncoding = await encoded.promise;
  await logInAsLea(page);
  finishEncoding();
  await openOwnFromMenu(page);
  await expect.element(panel(page).getByRole('button', { name: 'Add picture' })).toBeVisible();
  expect(page.server.calls(uploadProfilePicture)).toEqual([]);
});
