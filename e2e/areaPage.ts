/** What a person does in an area and sees there, for the area's specs. */
import type { VenueInput } from '@foyer/contract';
import { expect, type Locator, type Page } from '@playwright/test';

type Plan = VenueInput['architectures'][number];
type AreaInput = Plan['areas'][number];
type WidgetInput = NonNullable<AreaInput['contentWidgets']>[number];

export const areaPath = (areaId: string, query = ''): string => `/v/nightfall/area/${areaId}?lang=en${query}`;

/** Rooms and doors alone: no notice comes up by itself. */
export function withoutWidgets(plan: Plan): void {
  for (const area of plan.areas) area.contentWidgets = [];
}

export function areaIn(plan: Plan, areaId: string): AreaInput {
  const area = plan.areas.find(({ id }) => id === areaId);
  if (!area) throw new Error(`the demo has no ${areaId}`);
  return area;
}

/** A thing in the middle of the lounge's picture that opens a picture. */
export const pictureThing = (name: string, rest: Partial<WidgetInput> = {}): WidgetInput =>
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
  }) as WidgetInput;

export const hotspots = (page: Page): Locator =>
  page.getByRole('list', { name: 'Doors and things in the picture' });

export const door = (page: Page, name: string): Locator =>
  hotspots(page).getByRole('link', { name: new RegExp(`^${name}`) });

/** The list item that tells in which form a label stands. */
export const label = (page: Page, name: string): Locator =>
  hotspots(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^${name}`) }) });

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Waits until the sharp picture of a flat area stands. */
export async function sharp(page: Page): Promise<void> {
  await expect(page.locator('[data-phase="here"] [data-state="sharp"]')).toBeVisible();
}

/** Waits until the panorama is drawn by the viewer. */
export async function drawn(page: Page): Promise<void> {
  await expect(page.locator('[data-phase="here"] [data-drawn="true"] canvas')).toBeVisible();
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export async function rectOf(locator: Locator): Promise<Rect> {
  const rect = await locator.boundingBox();
  if (!rect) throw new Error('it has no box on the screen');
  return rect;
}

/** The picture's own box on the screen, most of it beyond the edges on a phone. */
export const pictureRect = (page: Page): Promise<Rect> =>
  page.locator('[data-phase="here"] [data-state]').evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });

/** Fingers, as a touch screen tells them. */
export async function pinch(page: Page, about: { x: number; y: number }, factor: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const points = (spread: number) => [
    { x: about.x - spread, y: about.y, id: 1 },
    { x: about.x + spread, y: about.y, id: 2 },
  ];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof points>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', points(40));
  for (let step = 1; step <= 8; step += 1)
    await send('touchMove', points(40 * (1 + ((factor - 1) * step) / 8)));
  await send('touchEnd', []);
  await session.detach();
}

/** Both taps as a hand makes them, by the events' own clock, however long the machine takes over each. */
const tapSeconds = 0.06;

export async function doubleTap(page: Page, at: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const from = Date.now() / 1_000;
  for (const [step, type] of (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).entries())
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [at] : [],
      timestamp: from + step * tapSeconds,
    });
  await session.detach();
}

export async function doubleClick(page: Page, at: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const from = Date.now() / 1_000;
  for (const [step, type] of (
    ['mousePressed', 'mouseReleased', 'mousePressed', 'mouseReleased'] as const
  ).entries())
    await session.send('Input.dispatchMouseEvent', {
      type,
      ...at,
      button: 'left',
      clickCount: step < 2 ? 1 : 2,
      timestamp: from + step * tapSeconds,
    });
  await session.detach();
}

export async function swipe(
  page: Page,
  from: { x: number; y: number },
  by: { x: number; y: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: share === undefined ? [] : [{ x: from.x + by.x * share, y: from.y + by.y * share, id: 1 }],
    });
  await send('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await send('touchMove', step / 10);
  await send('touchEnd');
  await session.detach();
}
