/** Areas with a panorama. */
import { expect, test } from 'vitest';
import { openPage, phone, type AppPage, type PageOptions } from '../../../testing/page.ts';
import type { PageWindow } from '../../../testing/fakeServer.ts';
import {
  findArea,
  areaPath,
  waitForTransition,
  demoWithoutWidgets,
  hotspot,
  dragMouse,
  waitForPanorama,
  expectForm,
  labelForm,
  horizontalCenter,
  opening,
  requestedUrls,
  waitForSharpPicture,
} from '../testing/areaPage.ts';

async function openLobby(options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(areaPath('lobby'), { server: demoWithoutWidgets(), ...options });
  await waitForPanorama(page);
  await expectForm(page, 'Plenary', labelForm);
  return page;
}

test('AREA-01e a panorama opens with the view of its viewpoint, painted first and then drawn', async () => {
  const page = await openPage(areaPath('lobby'), { server: demoWithoutWidgets() });
  await expect.element(page.getByCSS('[data-phase="current"] canvas').first()).toBeVisible();
  await waitForPanorama(page);
  await expect.element(page.getByRole('img', { name: /round dome/ })).toBeVisible();
  await expectForm(page, 'Plenary', /full/);
  await expectForm(page, 'Library', /chip/);
});

test('AREA-01c another viewpoint turns the view and is in the URL, and Back turns it back', async () => {
  const page = await openLobby();
  await page.getByRole('link', { name: /^Next viewpoint/ }).click();
  await expect.poll(() => page.path).toMatch(/viewpoint=reception/);
  await expectForm(page, 'Help desk', /full|brief/);
  await expectForm(page, 'Plenary', /chip/);
  page.back();
  await expectForm(page, 'Plenary', /full|brief/);
});

test('AREA-11f dragging turns the view; the hint disappears with the first movement and stays hidden', async () => {
  const page = await openLobby();
  const hint = page.getByText('Drag to look around');
  await expect.element(hint).toBeVisible();
  const before = horizontalCenter(page, 'Plenary');
  await dragMouse(page, { x: 700, y: 600 }, { x: 120, y: 0 });
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeGreaterThan(before + 80);
  await expect.element(hint).not.toBeInTheDocument();
  await page.reload();
  await waitForPanorama(page);
  await expect.element(hint).not.toBeInTheDocument();
});

test('AREA-11g a drag that starts on a door does not open it', async () => {
  const page = await openLobby();
  const { x, y, width, height } = page.boxOf(hotspot(page, 'Plenary'));
  const middle = { x: x + width / 2, y: y + height / 2 };
  await dragMouse(page, middle, { x: 150, y: 0 });
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeGreaterThan(middle.x + 100);
  await expect.element(page.heading('Lobby')).toBeInTheDocument();
});

test('AREA-11h arrow keys look around, plus and minus zoom within limits, and 0 resets the view', async () => {
  const page = await openLobby();
  const before = horizontalCenter(page, 'Plenary');
  await page.press('{ArrowLeft}');
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeGreaterThan(before + 100);
  await page.press('0');
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeCloseTo(before, 0);
  await page.press('-');
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeGreaterThan(before + 40);
  await page.press('0');
  await page.press('+');
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeLessThan(before - 40);
});

test('AREA-02k clicking or focusing the chip of a door turns the view to it', async () => {
  const page = await openLobby();
  await hotspot(page, 'Library').click();
  await expectForm(page, 'Library', labelForm);
  await expect.element(page.heading('Lobby')).toBeInTheDocument();
  await page.press('0');
  await expectForm(page, 'Library', /chip/);
  for (let presses = 0; presses < 30 && page.focused !== hotspot(page, 'Help desk').element(); presses += 1)
    await page.press('{Tab}');
  await expectForm(page, 'Help desk', labelForm);
  const { scrollLeft, scrollTop } = page.document.documentElement;
  expect([scrollLeft, scrollTop]).toEqual([0, 0]);
  await page.press('{Enter}');
  await expect.element(page.heading('Help desk')).toHaveFocus();
});

/** A browser that has no WebGL. */
function withoutWebGL(page: PageWindow): void {
  const original = Object.getOwnPropertyDescriptor(page.HTMLCanvasElement.prototype, 'getContext');
  Object.defineProperty(page.HTMLCanvasElement.prototype, 'getContext', {
    value(this: HTMLCanvasElement, ...args: string[]): unknown {
      return args[0]?.startsWith('webgl')
        ? null
        : Reflect.apply(original?.value as () => unknown, this, args);
    },
  });
}

test('AREA-11i without WebGL the panorama is painted, with doors at the same positions, and can be turned', async () => {
  const usual = await openLobby();
  const { x, y, width, height } = usual.boxOf(hotspot(usual, 'Plenary'));
  const page = await openPage(areaPath('lobby'), { server: demoWithoutWidgets(), prepare: withoutWebGL });
  await expect.element(page.getByText('can’t show this view in full quality')).toBeVisible();
  await expect.poll(() => page.boxOf(hotspot(page, 'Plenary'))).toMatchObject({ x, y, width, height });
  const colors = (): number => {
    const canvas = page.document.querySelector<HTMLCanvasElement>('[data-phase="current"] canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context || canvas.width === 0 || canvas.height === 0) return 0;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(Array.from({ length: 500 }, (_, index) => data[index * 997 * 4] ?? 0)).size;
  };
  await expect.poll(colors).toBeGreaterThan(40);
  await page.press('{ArrowLeft}');
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeGreaterThan(x + width / 2 + 100);
});

test('AREA-11j the viewer is loaded for panoramas only, and leaves no elements behind', async () => {
  const page = await openPage(areaPath('lounge'), { server: demoWithoutWidgets() });
  await waitForSharpPicture(page);
  const viewers = () => requestedUrls(page).filter((url) => /sphere-.*\.js/.test(url));
  expect(viewers()).toEqual([]);
  for (let round = 0; round < 3; round += 1) {
    await hotspot(page, 'Lobby').click();
    await waitForPanorama(page);
    page.back();
    await waitForSharpPicture(page);
    await waitForTransition(page);
  }
  expect(viewers()).toHaveLength(1);
  expect(page.document.querySelectorAll('canvas')).toHaveLength(0);
});

test('AREA-11k with reduced motion the view turns at once, and nothing scales', async () => {
  const page = await openLobby();
  await hotspot(page, 'Library').click();
  await expectForm(page, 'Library', labelForm);
  await hotspot(page, 'Library').click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  const scaling = page.document
    .getAnimations()
    .filter(({ effect }) =>
      (effect as KeyframeEffect | null)
        ?.getKeyframes()
        .some(({ transform }) => typeof transform === 'string' && transform.includes('scale')),
    );
  expect(scaling).toEqual([]);
});

test('AREA-01d a viewpoint with a background of its own shows it', async () => {
  const server = demoWithoutWidgets((architecture) => {
    findArea(architecture, 'lounge').viewPoints.push({
      id: 'shelves',
      names: [{ locale: 'en', text: 'The shelves' }],
      background: { assetId: 'library' },
      doors: [],
    });
  });
  const page = await openPage(areaPath('lounge', '&viewpoint=shelves'), { server });
  await waitForSharpPicture(page);
  await expect.element(page.getByRole('img', { name: /Shelves up to the gallery/ })).toBeVisible();
  await page.getByRole('link', { name: /^Next viewpoint/ }).click();
  await expect.element(page.getByRole('img', { name: /round sofa/ })).toBeVisible();
});

test('AREA-11l two fingers zoom a panorama', async () => {
  const page = await openLobby(phone);
  const before = page.boxOf(opening(page, 'plenary'));
  await page.pinch({ x: 195, y: 600 }, 1.6);
  await expect.poll(() => page.boxOf(opening(page, 'plenary')).width).toBeGreaterThan(before.width * 1.3);
});
