/** What the address of an area contains, and what follows it. */
import { expect, test } from 'vitest';
import { openPage } from '../../testing/page.ts';
import {
  areaIn,
  areaPath,
  demoAreas,
  door,
  drawn,
  expectForm,
  inSight,
  pictureThing,
  sharp,
} from './area.testing.ts';

test('AREA-10a area, viewpoint and open widget are in the address, and everyone who opens it sees the same', async () => {
  const server = demoAreas((plan) => {
    areaIn(plan, 'lobby').contentWidgets = [
      pictureThing('Poster', {
        placements: [{ viewpointId: 'reception', position: { kind: '360', yaw: 180, pitch: 0 } }],
      }),
    ];
  });
  const page = await openPage(areaPath('lobby'), { server });
  await drawn(page);
  await page.getByRole('link', { name: /^Next viewpoint/ }).click();
  // A click on a chip would turn the view to it.
  await expectForm(page, 'Poster', inSight);
  await door(page, 'Poster').click();
  await expect.element(page.getByRole('dialog', { name: 'Poster' })).toBeVisible();
  await expect.poll(() => page.path).toMatch(/^\/v\/nightfall\/area\/lobby\?.*viewpoint=reception/);
  expect(page.path).toMatch(/widget=poster/);
  const friend = await openPage(page.path, { server });
  await expect.element(friend.getByRole('dialog', { name: 'Poster' })).toHaveFocus();
  await friend.press('{Escape}');
  await expectForm(friend, 'Help desk', inSight);
});

test('AREA-10b Back closes what is open before it leaves the area', async () => {
  const server = demoAreas((plan) => {
    areaIn(plan, 'lounge').contentWidgets = [pictureThing('Poster')];
  });
  const page = await openPage(areaPath('library'), { server });
  await sharp(page);
  await door(page, 'Lounge').click();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await door(page, 'Poster').click();
  await expect.element(page.getByRole('dialog', { name: 'Poster' })).toBeVisible();
  page.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  page.back();
  await expect.element(page.heading('Library')).toBeInTheDocument();
});

test('AREA-10c the page title, the focus and the announcement follow the area', async () => {
  const page = await openPage(areaPath('lounge'), { server: demoAreas() });
  await sharp(page);
  await expect.poll(() => page.document.title).toMatch(/Lounge/);
  await door(page, 'Library').click();
  await expect.element(page.heading('Library')).toHaveFocus();
  await expect.poll(() => page.document.title).toMatch(/Library/);
  await expect
    .element(page.getByRole('status').filter({ hasText: /^Library\. \d doors?, 0 items\.$/ }))
    .toBeInTheDocument();
});

test('AREA-10d an unknown viewpoint is the default one', async () => {
  const page = await openPage(areaPath('lobby', '&viewpoint=attic'), { server: demoAreas() });
  await drawn(page);
  await expectForm(page, 'Plenary', /full|brief/);
});

test('AREA-10e from one area to the next, the old picture stays until the new one is there', async () => {
  const page = await openPage(areaPath('lounge'), { server: demoAreas() });
  await sharp(page);
  let framesWithoutPicture = 0;
  const look = (): void => {
    if (!page.document.querySelector('[data-phase] img, [data-phase] canvas')) framesWithoutPicture += 1;
    page.window.requestAnimationFrame(look);
  };
  look();
  await door(page, 'Library').click();
  await expect.element(page.heading('Library')).toHaveFocus();
  await sharp(page);
  expect(framesWithoutPicture).toBe(0);
});
