/** What is in an area at a time, by the server's clock. */
import { expect, test } from 'vitest';
import type { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, type AppPage } from '../../testing/page.ts';
import {
  areaIn,
  areaPath,
  demoAreas,
  door,
  hotspots,
  pictureThing,
  passUntil,
  sharpPicture,
  type ContentWidget,
} from './area.testing.ts';

const now = Date.parse('2026-10-08T18:00:00Z');
const at = (ms: number): string => new Date(now + ms).toISOString();

async function openLounge(server: FakeServer): Promise<AppPage> {
  const page = await openPage(areaPath('lounge'), { server, stopTimeAt: now });
  await passUntil(page, sharpPicture);
  return page;
}

/** A picture that a thing shows at a time. */
const configuration = (id: string, assetId: string, times: { begin?: string; end?: string }) => ({
  id,
  name: id,
  displayMode: 'EMBEDDED_DIALOG',
  assets: [{ locale: 'en', assetId }],
  ...times,
});
const placedAt = (x: number): ContentWidget['placements'] => [
  { viewpointId: 'main', position: { kind: '2D', x, y: 0.75 } },
];

test('AREA-08b a widget is there only while a configuration of it is active; it comes and goes by itself', async () => {
  const server = demoAreas((plan) => {
    areaIn(plan, 'lounge').contentWidgets = [
      pictureThing('Over', { configurations: [configuration('past', 'poster-light', { end: at(-60_000) })] }),
      pictureThing('Coming', {
        configurations: [configuration('soon', 'poster-light', { begin: at(600_000) })],
        placements: placedAt(0.2),
      }),
      pictureThing('Going', {
        configurations: [configuration('now', 'poster-light', { begin: at(-60_000), end: at(600_000) })],
        placements: placedAt(0.8),
      }),
    ];
  });
  const page = await openLounge(server);
  await expect.element(door(page, 'Going')).toBeVisible();
  await expect.element(door(page, 'Over')).not.toBeInTheDocument();
  await expect.element(door(page, 'Coming')).not.toBeInTheDocument();
  await page.pass(601_000);
  await expect.element(door(page, 'Coming')).toBeVisible();
  await expect.element(door(page, 'Going')).not.toBeInTheDocument();
});

test('AREA-08b the clock of the server counts, not that of the browser', async () => {
  const server = demoAreas((plan) => {
    areaIn(plan, 'lounge').contentWidgets = [
      pictureThing('Coming', {
        configurations: [configuration('soon', 'poster-light', { begin: at(600_000) })],
      }),
    ];
  });
  server.clockOffsetMs = 601_000;
  const page = await openLounge(server);
  await expect.element(door(page, 'Coming')).toBeVisible();
});

test('AREA-08c of two configurations the one that is active now opens', async () => {
  const server = demoAreas((plan) => {
    areaIn(plan, 'lounge').contentWidgets = [
      pictureThing('Poster', {
        configurations: [
          configuration('past', 'poster-garden', { end: '2020-01-01T00:00:00Z' }),
          configuration('now', 'poster-transit', { begin: '2020-01-01T00:00:00Z' }),
        ],
      }),
    ];
  });
  const page = await openPage(areaPath('lounge'), { server });
  await door(page, 'Poster').click();
  await expect.element(page.getByRole('dialog').getByRole('img', { name: /tracks at night/ })).toBeVisible();
});

test('AREA-08 the door to an area with a current event is highlighted, says so, and comes first', async () => {
  const server = demoAreas((plan) => {
    areaIn(plan, 'library').contentWidgets = [
      {
        id: 'talk',
        type: 'TextNotificationWidget',
        name: 'Talk',
        configurations: [
          {
            id: 'now',
            name: 'now',
            begin: at(-60_000),
            end: at(600_000),
            texts: [{ locale: 'en', text: '<p>Come and listen.</p>' }],
          },
        ],
      } as unknown as ContentWidget,
    ];
  });
  const page = await openLounge(server);
  const highlighted = page.getByCSS('[data-beckons="true"]');
  await expect.poll(() => highlighted.element().textContent).toMatch(/^Library/);
  expect(hotspots(page).getByRole('link').first().element().textContent).toMatch(/^Library/);
  await highlighted.click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
});
