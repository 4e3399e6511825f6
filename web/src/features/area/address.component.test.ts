/** What the URL of an area contains, and what happens after a navigation. */
import { expect, test } from 'vitest';
import { openPage } from '../../testing/page.ts';
import {
  findArea,
  areaPath,
  demoWithoutWidgets,
  hotspot,
  waitForPanorama,
  expectForm,
  labelForm,
  imageWidget,
  waitForSharpPicture,
} from './testing/areaPage.ts';

test('AREA-10a area, viewpoint and open widget are in the URL, and opening it shows the same', async () => {
  const server = demoWithoutWidgets((architecture) => {
    findArea(architecture, 'lobby').contentWidgets = [
      imageWidget('Poster', {
        placements: [{ viewpointId: 'reception', position: { kind: '360', yaw: 180, pitch: 0 } }],
      }),
    ];
  });
  const page = await openPage(areaPath('lobby'), { server });
  await waitForPanorama(page);
  await page.getByRole('link', { name: /^Next viewpoint/ }).click();
  // A click on a chip would turn the view to it.
  await expectForm(page, 'Poster', labelForm);
  await hotspot(page, 'Poster').click();
  await expect.element(page.getByRole('dialog', { name: 'Poster' })).toBeVisible();
  await expect.poll(() => page.path).toMatch(/^\/v\/nightfall\/area\/lobby\?.*viewpoint=reception/);
  expect(page.path).toMatch(/widget=poster/);
  const secondPage = await openPage(page.path, { server });
  await expect.element(secondPage.getByRole('dialog', { name: 'Poster' })).toHaveFocus();
  await secondPage.press('{Escape}');
  await expectForm(secondPage, 'Help desk', labelForm);
});

test('AREA-10l Back closes an open dialog before it leaves the area', async () => {
  const server = demoWithoutWidgets((architecture) => {
    findArea(architecture, 'lounge').contentWidgets = [imageWidget('Poster')];
  });
  const page = await openPage(areaPath('library'), { server });
  await waitForSharpPicture(page);
  await hotspot(page, 'Lounge').click();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await hotspot(page, 'Poster').click();
  await expect.element(page.getByRole('dialog', { name: 'Poster' })).toBeVisible();
  page.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  page.back();
  await expect.element(page.heading('Library')).toBeInTheDocument();
});

test('AREA-10c page title, focus and announcement change with the area', async () => {
  const page = await openPage(areaPath('lounge'), { server: demoWithoutWidgets() });
  await waitForSharpPicture(page);
  await expect.poll(() => page.document.title).toMatch(/Lounge/);
  await hotspot(page, 'Library').click();
  await expect.element(page.heading('Library')).toHaveFocus();
  await expect.poll(() => page.document.title).toMatch(/Library/);
  await expect
    .element(page.getByRole('status').filter({ hasText: /^Library\. \d doors?, 0 items\.$/ }))
    .toBeInTheDocument();
});

test('AREA-10d an unknown viewpoint in the URL shows the default one', async () => {
  const page = await openPage(areaPath('lobby', '&viewpoint=attic'), { server: demoWithoutWidgets() });
  await waitForPanorama(page);
  await expectForm(page, 'Plenary', /full|brief/);
});

test('AREA-10e the old picture stays until the new one has loaded', async () => {
  const page = await openPage(areaPath('lounge'), { server: demoWithoutWidgets() });
  await waitForSharpPicture(page);
  let framesWithoutPicture = 0;
  const checkFrame = (): void => {
    if (!page.document.querySelector('[data-phase] img, [data-phase] canvas')) framesWithoutPicture += 1;
    page.window.requestAnimationFrame(checkFrame);
  };
  checkFrame();
  await hotspot(page, 'Library').click();
  await expect.element(page.heading('Library')).toHaveFocus();
  await waitForSharpPicture(page);
  expect(framesWithoutPicture).toBe(0);
});
