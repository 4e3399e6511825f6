/** The picture under the round window: dragged, zoomed by wheel and fingers, and moved by keys. */
import { expect, test } from 'vitest';
import { phone, type AppPage, type PageOptions } from '../../../testing/page.ts';
import { openOwn, panel, profileServer } from '../profile.testing.ts';

const area = (page: AppPage) => panel(page).getByRole('slider', { name: /^Picture crop/ });

/** 1,200 × 800 pixels: red on the left, blue on the right. */
async function twoColours(): Promise<File> {
  const canvas = new OffscreenCanvas(1_200, 800);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  for (const [index, colour] of ['red', 'blue'].entries()) {
    context.fillStyle = colour;
    context.fillRect(index * 600, 0, 600, 800);
  }
  return new File([await canvas.convertToBlob()], 'me.png', { type: 'image/png' });
}

async function openCrop(options: PageOptions = {}): Promise<AppPage> {
  const page = await openOwn(profileServer(), options);
  await panel(page).getByRole('button', { name: 'Add picture' }).click();
  await panel(page)
    .getByCSS('input[type=file]')
    .upload(await twoColours());
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '1');
  await page.atRest();
  return page;
}

/** The colour just left of the middle of the window. */
function colourLeftOfMiddle(page: AppPage): string {
  const canvas = area(page).getByCSS('canvas').element() as HTMLCanvasElement;
  const context = canvas.getContext('2d');
  const [red = 0, , blue = 0] =
    context?.getImageData(canvas.width / 2 - 20, canvas.height / 2, 1, 1).data ?? [];
  return red > blue ? 'red' : 'blue';
}

function middleOf(page: AppPage): { x: number; y: number } {
  const { x, y, width, height } = page.boxOf(area(page));
  return { x: x + width / 2, y: y + height / 2 };
}

test('the picture follows the mouse', async () => {
  const page = await openCrop();
  const { x, y } = middleOf(page);
  expect(colourLeftOfMiddle(page)).toBe('red');
  await page.mouse('mousePressed', { x, y });
  for (const by of [20, 40, 60]) await page.mouse('mouseMoved', { x: x - by, y });
  await page.mouse('mouseReleased', { x: x - 60, y });
  await expect.poll(() => colourLeftOfMiddle(page)).toBe('blue');
});

test('the picture follows the arrow keys, plus and minus zoom, 0 goes back', async () => {
  const page = await openCrop();
  (area(page).element() as HTMLElement).focus();
  await page.press('{ArrowLeft}{ArrowLeft}');
  await expect.poll(() => colourLeftOfMiddle(page)).toBe('blue');
  await page.press('+');
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '1.2');
  await page.press('-');
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '1');
  await page.press('0');
  await expect.poll(() => colourLeftOfMiddle(page)).toBe('red');
});

test('the wheel zooms', async () => {
  const page = await openCrop();
  await page.mouse('mouseMoved', middleOf(page));
  await page.mouse('mouseWheel', { ...middleOf(page), deltaY: -400 });
  await expect.element(area(page)).not.toHaveAttribute('aria-valuenow', '1');
});

test('two fingers zoom', async () => {
  const page = await openCrop(phone);
  const { x, y } = middleOf(page);
  const fingers = (apart: number) => [
    { x: x - apart, y },
    { x: x + apart, y },
  ];
  await page.touch('touchStart', fingers(40));
  for (const apart of [60, 80, 100, 120]) await page.touch('touchMove', fingers(apart));
  await page.touch('touchEnd', []);
  await expect.element(area(page)).toHaveAttribute('aria-valuenow', '3');
});
