/** Helpers of the journeys in areas. */
import type { VenueInput } from '@foyer/contract';
import { expect, type Locator, type Page } from '@playwright/test';

type Architecture = VenueInput['architectures'][number];

export const areaPath = (areaId: string): string => `/v/nightfall/area/${areaId}?lang=en`;

/** Removes all content widgets, so that no notification opens automatically. */
export function withoutWidgets(architecture: Architecture): void {
  for (const area of architecture.areas) area.contentWidgets = [];
}

export function findArea(architecture: Architecture, areaId: string): Architecture['areas'][number] {
  const area = architecture.areas.find(({ id }) => id === areaId);
  if (!area) throw new Error(`The venue has no area ${areaId}.`);
  return area;
}

export const door = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Doors and items in this area' })
    .getByRole('link', { name: new RegExp(`^${name}`) });

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Waits until the sharp picture of a flat area is there. */
export async function expectSharp(page: Page): Promise<void> {
  await expect(page.locator('[data-phase="current"] [data-state="sharp"]')).toBeVisible();
}

/** Waits until the viewer has drawn the panorama. */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.locator('[data-phase="current"] [data-drawn="true"] canvas')).toBeVisible();
}
