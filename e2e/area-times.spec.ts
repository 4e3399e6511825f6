/** What stands in an area now, by the server's clock. */
import { areaIn, areaPath, door, heading, pictureThing, sharp, withoutWidgets } from './areaPage.ts';
import { commonClock } from './commonClock.ts';
import { expect, test } from './harness.ts';

const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
const configuration = (id: string, assetId: string, rest: { begin?: string; end?: string } = {}) => ({
  id,
  name: id,
  displayMode: 'EMBEDDED_DIALOG' as const,
  assets: [{ locale: 'en' as const, assetId }],
  ...rest,
});

test('AREA-08b a widget is there only while a configuration of it is active; it comes and goes by itself', async ({
  page,
  foyer,
}) => {
  await foyer.live((plan) => {
    withoutWidgets(plan);
    areaIn(plan, 'lounge').contentWidgets = [
      pictureThing('Over', { configurations: [configuration('past', 'poster-light', { end: at(-60_000) })] }),
      pictureThing('Coming', {
        configurations: [configuration('soon', 'poster-light', { begin: at(600_000) })],
        placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.2, y: 0.75 } }],
      }),
      pictureThing('Going', {
        configurations: [configuration('now', 'poster-light', { begin: at(-60_000), end: at(600_000) })],
        placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.8, y: 0.75 } }],
      }),
    ];
  });
  const pass = await commonClock(page);
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await expect(door(page, 'Going')).toBeVisible();
  await expect(door(page, 'Over')).toHaveCount(0);
  await expect(door(page, 'Coming')).toHaveCount(0);
  await pass(700_000);
  await expect(door(page, 'Coming')).toBeVisible();
  await expect(door(page, 'Going')).toHaveCount(0);
});

test('AREA-08c of two configurations the one that is active now is opened', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    withoutWidgets(plan);
    areaIn(plan, 'lounge').contentWidgets = [
      pictureThing('Poster', {
        configurations: [
          configuration('past', 'poster-garden', { end: at(-1_000) }),
          configuration('now', 'poster-transit', { begin: at(-1_000) }),
        ],
      }),
    ];
  });
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await door(page, 'Poster').click();
  await expect(page.getByRole('dialog').getByRole('img', { name: /tracks at night/ })).toBeVisible();
});

test('the door to where something is on beckons, says so, and comes first', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    withoutWidgets(plan);
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
      },
    ];
  });
  await page.goto(areaPath('lounge'));
  await sharp(page);
  const beckoning = page.locator('[data-beckons="true"]');
  await expect(beckoning).toHaveCount(1);
  await expect(beckoning).toHaveText(/^Library/);
  await expect(page.getByRole('list', { name: 'Doors and things' }).getByRole('link').first()).toHaveText(
    /^Library/,
  );
  await beckoning.click();
  await expect(heading(page, 'Library')).toBeAttached();
});
