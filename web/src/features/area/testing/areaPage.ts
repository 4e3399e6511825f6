/** Helpers for component tests of areas: venues, locators, gestures and intercepted requests. */
import type { Area, Architecture } from '@foyer/contract';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { FakeServer } from '../../../testing/fakeServer.ts';
import type { AppPage } from '../../../testing/page.ts';

export type ContentWidget = Area['contentWidgets'][number];

export const areaPath = (areaId: string, query = ''): string => `/v/nightfall/area/${areaId}?lang=en${query}`;

export function findArea(architecture: Architecture, areaId: string): Area {
  const area = architecture.areas.find(({ id }) => id === areaId);
  if (!area) throw new Error(`The venue has no area ${areaId}.`);
  return area;
}

/** Gives an area a background video on another server. Without motion only its poster is fetched. */
export function addExternalVideo(area: Area, videoUrl: string): void {
  const [view] = area.viewPoints;
  if (!view) throw new Error(`The area ${area.id} has no viewpoint.`);
  view.background = { videoUrl, playerActive: true, posterAssetId: area.id, cookieProviders: [] };
}

/** Removes all widgets, so that no notice opens by itself. */
export function withoutWidgets(architecture: Architecture): void {
  for (const area of architecture.areas) area.contentWidgets = [];
}

/** The demo venue without widgets, then changed by `edit`. */
export const demoWithoutWidgets = (edit: Parameters<FakeServer['change']>[0] = () => undefined): FakeServer =>
  new FakeServer('demo').change(withoutWidgets).change(edit);

/** An image widget in the lower middle of a flat area that opens in a dialog. */
export const imageWidget = (
  name: string,
  rest: {
    readonly configurations?: readonly object[];
    readonly placements?: ContentWidget['placements'];
  } = {},
): ContentWidget =>
  ({
    id: name.toLowerCase().replaceAll(' ', '-'),
    type: 'ImageWidget',
    name,
    configurations: [
      {
        id: 'only',
        name,
        displayMode: 'EMBEDDED_DIALOG',
        assets: [{ locale: 'en', assetId: 'poster-light' }],
      },
    ],
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.6 } }],
    ...rest,
  }) as unknown as ContentWidget;

/** The current scene, not the previous one during a transition. */
const scene = (page: AppPage): Locator => page.getByCSS('[data-phase="current"]');

export const hotspots = (page: AppPage): Locator =>
  scene(page).getByRole('list', { name: 'Doors and items in this area' });

/** The label of a door or a widget, by the beginning of its name. */
export const hotspot = (page: AppPage, name: string): Locator =>
  hotspots(page).getByRole('link', { name: new RegExp(`^${name}`) });

/** The opening of a door in the picture. */
export const opening = (page: AppPage, areaId: string): Locator =>
  scene(page).getByCSS(`a[aria-hidden="true"][href*="/area/${areaId}"]`);

/** Waits until a label has a form: `full`, `brief` and `bare` are in the picture, `chip` is at the edge. */
export async function expectForm(page: AppPage, name: string, form: RegExp): Promise<void> {
  await expect
    .poll(() => hotspot(page, name).query()?.closest('li')?.dataset['form'], { message: `form of ${name}` })
    .toMatch(form);
}
export const labelForm = /full|brief|bare/;

/** Waits until the sharp picture of a flat area has loaded. */
export const sharpPicture = '[data-phase="current"] [data-state="sharp"]';
export const waitForSharpPicture = (page: AppPage): Promise<void> =>
  expect.element(page.getByCSS(sharpPicture)).toBeVisible();

/**
 * Lets time pass on a page whose clock is stopped until a selector matches: the router and React use timers before
 * they show a page.
 */
export const passTimeUntil = (page: AppPage, selector: string): Promise<void> =>
  expect
    .poll(async () => {
      await page.advance(200);
      return page.document.querySelector(selector);
    })
    .not.toBeNull();

/** Waits until the WebGL viewer has drawn the panorama. */
export const waitForPanorama = (page: AppPage): Promise<void> =>
  expect.element(scene(page).getByCSS('[data-drawn="true"] canvas')).toBeVisible();

/** Waits until the previous scene is removed. */
export const waitForTransition = (page: AppPage): Promise<void> =>
  expect.poll(() => page.document.querySelectorAll('[data-phase]').length).toBe(1);

/** The box of the whole picture; on a phone most of it is outside of the screen. */
export function pictureRect(page: AppPage): DOMRect {
  const picture = page.document.querySelector('[data-phase="current"] [data-state]');
  if (!picture) throw new Error('The page shows no flat picture.');
  return picture.getBoundingClientRect();
}

/** The horizontal center of a visible label. */
export function horizontalCenter(page: AppPage, name: string): number {
  const { x, width } = page.boxOf(hotspot(page, name));
  return x + width / 2;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drags with the mouse in several steps. */
export async function dragMouse(page: AppPage, from: Point, by: Point): Promise<void> {
  const steps = 8;
  await page.mouse('mousePressed', from);
  for (let step = 1; step <= steps; step += 1)
    await page.mouse('mouseMoved', {
      x: from.x + (by.x * step) / steps,
      y: from.y + (by.y * step) / steps,
    });
  await page.mouse('mouseReleased', { x: from.x + by.x, y: from.y + by.y });
}

export async function swipe(page: AppPage, from: Point, by: Point): Promise<void> {
  const at = (share: number): Point[] => [{ x: from.x + by.x * share, y: from.y + by.y * share }];
  await page.touch('touchStart', at(0));
  for (let step = 1; step <= 10; step += 1) await page.touch('touchMove', at(step / 10));
  await page.touch('touchEnd', []);
}

export async function tap(page: AppPage, locator: Locator): Promise<void> {
  const { x, y, width, height } = page.boxOf(locator);
  await page.touch('touchStart', [{ x: x + width / 2, y: y + height / 2 }]);
  await page.touch('touchEnd', []);
}

/** Both taps are 60 ms apart by their timestamps, however slow the machine is. */
export async function doubleTap(page: AppPage, at: Point): Promise<void> {
  const from = Date.now() / 1_000;
  for (const [step, type] of (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).entries())
    await page.touch(type, type === 'touchStart' ? [at] : [], from + step * 0.06);
}

/** The URLs that the page has requested since it was loaded. */
export const requestedUrls = (page: AppPage): readonly string[] =>
  page.window.performance.getEntriesByType('resource').map(({ name }) => name);
