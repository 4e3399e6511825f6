/** Hotspots whose widgets have a begin or an end, by the server's clock. */
import { expect, test } from 'vitest';
import type { FakeServer } from '../../../testing/fakeServer.ts';
import { openPage, type AppPage } from '../../../testing/page.ts';
import {
  findArea,
  areaPath,
  demoWithoutWidgets,
  hotspot,
  hotspots,
  imageWidget,
  passTimeUntil,
  sharpPicture,
  type ContentWidget,
} from '../testing/areaPage.ts';

const now = Date.parse('2026-10-08T18:00:00Z');
const at = (ms: number): string => new Date(now + ms).toISOString();

async function openLounge(server: FakeServer): Promise<AppPage> {
  const page = await openPage(areaPath('lounge'), { server, stopTimeAt: now });
  await passTimeUntil(page, sharpPicture);
  return page;
}

/** A configuration that is active at certain times. */
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

test('AREA-08b a widget is shown only while one of its configurations is active, and appears and disappears by itself', async () => {
  const server = demoWithoutWidgets((architecture) => {
    findArea(architecture, 'lounge').contentWidgets = [
      imageWidget('Over', { configurations: [configuration('past', 'poster-light', { end: at(-60_000) })] }),
      imageWidget('Coming', {
        configurations: [configuration('soon', 'poster-light', { begin: at(120_000) })],
        placements: placedAt(0.2),
      }),
      imageWidget('Going', {
        configurations: [configuration('now', 'poster-light', { begin: at(-60_000), end: at(120_000) })],
        placements: placedAt(0.8),
      }),
    ];
  });
  const page = await openLounge(server);
  await expect.element(hotspot(page, 'Going')).toBeVisible();
  await expect.element(hotspot(page, 'Over')).not.toBeInTheDocument();
  await expect.element(hotspot(page, 'Coming')).not.toBeInTheDocument();
  await page.advance(121_000);
  await expect.element(hotspot(page, 'Coming')).toBeVisible();
  await expect.element(hotspot(page, 'Going')).not.toBeInTheDocument();
});

test('AREA-08g times are compared with the clock of the server, not of the browser', async () => {
  const server = demoWithoutWidgets((architecture) => {
    findArea(architecture, 'lounge').contentWidgets = [
      imageWidget('Coming', {
        configurations: [configuration('soon', 'poster-light', { begin: at(120_000) })],
      }),
    ];
  });
  server.clockOffsetMs = 121_000;
  const page = await openLounge(server);
  await expect.element(hotspot(page, 'Coming')).toBeVisible();
});

test('AREA-08c the active one of two configurations opens', async () => {
  const server = demoWithoutWidgets((architecture) => {
    findArea(architecture, 'lounge').contentWidgets = [
      imageWidget('Poster', {
        configurations: [
          configuration('past', 'poster-garden', { end: '2020-01-01T00:00:00Z' }),
          configuration('now', 'poster-transit', { begin: '2020-01-01T00:00:00Z' }),
        ],
      }),
    ];
  });
  const page = await openPage(areaPath('lounge'), { server });
  await hotspot(page, 'Poster').click();
  await expect
    .element(page.getByRole('dialog').getByRole('img', { name: /Red and white lines/ }))
    .toBeVisible();
});

test('AREA-08 the door to an area with a current event is highlighted, says so, and comes first', async () => {
  const server = demoWithoutWidgets((architecture) => {
    findArea(architecture, 'library').contentWidgets = [
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
  const highlighted = page.getByCSS('[data-highlighted="true"]');
  await expect.poll(() => highlighted.element().textContent).toMatch(/^Library/);
  expect(hotspots(page).getByRole('link').first().element().textContent).toMatch(/^Library/);
  await highlighted.click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
});
