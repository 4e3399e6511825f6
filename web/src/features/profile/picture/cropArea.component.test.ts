/** Cropping a picture by mouse, wheel, touch and keys. */
import { expect, test } from 'vitest';
import { phone, type AppPage, type PageOptions } from '../../../testing/page.ts';
import { openOwn, panel, profileServer } from '../testing/profilePage.ts';

const area = (page: AppPage) => panel(page).getByRole('slider', { name: /^Picture crop/ });

/** 1,200 × 800 pixels: red on the left, blue on the right. */
async function twoColors(): Promise<File> {
  const canvas = new OffscreenCanvas(1_200, 800);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser does not support 2D canvases.');
  for (const [index, color] of ['red', 'blue'].entries()) {
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
  const { x, y } = centerOf(page);
  const fingers = (apart: number) => [
    { x: x - apart, y },
    { x: x + apart, y },
  ];
  await page.touch('touchStart', fingers(40));
  for (const apart of [60, 80, 100, 120]) await page.touch('touchMove', fingers(apart));
  await page.touch('touchEnd', []);
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '3');
});
