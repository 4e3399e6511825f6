/** Where one stands is in the address; everything that tells it moves along. */
import {
  areaIn,
  areaPath,
  door,
  drawn,
  heading,
  label,
  pictureThing,
  sharp,
  withoutWidgets,
} from './areaPage.ts';
import { expect, test } from './harness.ts';

test('AREA-10a area, viewpoint and open widget stand in the address, and whoever gets it sees the same', async ({
  page,
  context,
  foyer,
}) => {
  await foyer.live((plan) => {
    withoutWidgets(plan);
    areaIn(plan, 'lobby').contentWidgets = [
      pictureThing('Poster', {
        placements: [{ viewpointId: 'reception', position: { kind: '360', yaw: 180, pitch: 0 } }],
      }),
    ];
  });
  await page.goto(areaPath('lobby'));
  await drawn(page);
  await page.getByRole('link', { name: /^Next viewpoint/ }).click();
  // A chip at the edge would turn the view to it.
  await expect(label(page, 'Poster')).toHaveAttribute('data-form', /full|brief|bare/);
  await door(page, 'Poster').click();
  await expect(page.getByRole('dialog', { name: 'Poster' })).toBeVisible();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby\?.*viewpoint=reception/);
  await expect(page).toHaveURL(/widget=poster/);
  const friend = await context.newPage();
  await friend.goto(page.url());
  await expect(friend.getByRole('dialog', { name: 'Poster' })).toBeFocused();
  await friend.keyboard.press('Escape');
  await expect(label(friend, 'Help desk')).toHaveAttribute('data-form', /full|brief|bare/);
});

test('AREA-10b Back closes what is open before it leaves the area', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    withoutWidgets(plan);
    areaIn(plan, 'lounge').contentWidgets = [pictureThing('Poster')];
  });
  await page.goto(areaPath('library'));
  await sharp(page);
  await door(page, 'Lounge').click();
  await expect(heading(page, 'Lounge')).toBeAttached();
  await door(page, 'Poster').click();
  await expect(page.getByRole('dialog', { name: 'Poster' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'Lounge')).toBeAttached();
  await page.goBack();
  await expect(heading(page, 'Library')).toBeAttached();
});

test('AREA-10c the page title, the focus and the spoken line move with the area', async ({ page, foyer }) => {
  await foyer.live(withoutWidgets);
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await expect(page).toHaveTitle(/Lounge/);
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeFocused();
  await expect(page).toHaveTitle(/Library/);
  await expect(
    page.getByRole('status').filter({ hasText: /^Library\. \d doors?, 0 things\.$/ }),
  ).toBeAttached();
});

test('AREA-10d an unknown viewpoint is the usual one', async ({ page, foyer }) => {
  await foyer.live(withoutWidgets);
  await page.goto(areaPath('lobby', '&viewpoint=attic'));
  await drawn(page);
  await expect(label(page, 'Plenary')).toHaveAttribute('data-form', /full|brief/);
});

test('AREA-10e one area goes into the next: the old picture stays until the new one is there', async ({
  page,
  foyer,
}) => {
  await foyer.live(withoutWidgets);
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await page.evaluate(() => {
    const bare: string[] = [];
    Object.assign(globalThis, { bare });
    const look = (): void => {
      const pictures = [...document.querySelectorAll('[data-phase] img, [data-phase] canvas')];
      if (pictures.length === 0) bare.push('bare');
      requestAnimationFrame(look);
    };
    look();
  });
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeFocused();
  await sharp(page);
  expect(await page.evaluate(() => (globalThis as unknown as { bare: string[] }).bare)).toEqual([]);
});
