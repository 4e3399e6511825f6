/** Widgets for the browser tests, put into the demo's lounge: a flat picture, so pages come quickly. */
import type { Locator } from '@playwright/test';
import { expect, type VenueInput } from './harness.ts';

type Plan = VenueInput['architectures'][number];
type WidgetInput = NonNullable<Plan['areas'][number]['contentWidgets']>[number];
type PictureInput = Extract<WidgetInput, { type: 'ImageWidget' }>['configurations'][number];
type NoticeInput = Extract<WidgetInput, { type: 'TextNotificationWidget' }>['configurations'][number];

export const lounge = '/v/nightfall/area/lounge';

const middle = { kind: '2D', x: 0.5, y: 0.42 } as const;

/** A picture that hangs in the middle of the lounge; `Poster` to everybody. */
export const poster = (
  configurations: readonly Partial<PictureInput>[] = [{}],
  size?: { width: number; height: number },
): WidgetInput => ({
  id: 'poster',
  type: 'ImageWidget',
  name: 'Poster',
  configurations: configurations.map((configuration, index) => ({
    id: `picture-${index}`,
    name: 'picture',
    assets: [{ locale: 'en', assetId: 'poster-light' }],
    ...configuration,
  })),
  placements: [{ viewpointId: 'main', position: middle, ...(size && { size }) }],
});

/** A notice in the lounge, its thing beside the poster. */
export const notice = (text: string, configuration: Partial<NoticeInput> = {}): WidgetInput => ({
  id: 'news',
  type: 'TextNotificationWidget',
  name: 'News',
  configurations: [
    {
      id: 'notice',
      name: 'notice',
      titles: [{ locale: 'en', text: 'Good to know' }],
      texts: [{ locale: 'en', text }],
      ...configuration,
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.3, y: 0.42 } }],
});

/** The lounge with these widgets and no others. */
export const inLounge =
  (...widgets: WidgetInput[]) =>
  (plan: Plan): void => {
    const area = plan.areas.find(({ id }) => id === 'lounge');
    if (!area) throw new Error('the demo has no lounge');
    area.contentWidgets = widgets;
  };

/** However often one presses Tab, the focus comes to rest inside. */
export async function expectFocusHeld(panel: Locator, presses: number): Promise<void> {
  const holds = (): Promise<boolean> => panel.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(holds).toBe(true);
  for (let press = 0; press < presses; press += 1) {
    await panel.page().keyboard.press('Tab');
    await expect.poll(holds).toBe(true);
  }
}
