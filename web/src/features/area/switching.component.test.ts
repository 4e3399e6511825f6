/** Another tab logs in or out while the user drags the picture of the area. */
import { expect, test } from 'vitest';
import { ada, type FakeUser } from '../../testing/fakeServer.ts';
import { logInElsewhere, logOutElsewhere } from '../../testing/otherTab.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';
import {
  areaPath,
  demoWithoutWidgets,
  dragMouse,
  expectForm,
  horizontalCenter,
  hotspot,
  labelForm,
  opening,
  pictureRect,
  swipe,
  tap,
  waitForPanorama,
  waitForSharpPicture,
} from './testing/areaPage.ts';

const bo: FakeUser = { ...ada, userId: 'u-bo', email: 'bo@example.com', name: 'Bo Berg' };
const middle = { x: 720, y: 450 };

const isShownTo = (page: AppPage, { name = '' }: FakeUser): Promise<void> =>
  expect.element(page.getByRole('button', { name: `Account menu: ${name}` })).toBeInTheDocument();

test('SESSION-10 another account that logs in during a drag sees the picture at rest, its release opens no door, and drags and clicks work', async () => {
  const page = await openPage(areaPath('lounge'), { server: demoWithoutWidgets().signIn() });
  await waitForSharpPicture(page);
  const { left } = pictureRect(page);
  await page.mouse('mousePressed', middle);
  for (const by of [10, 20, 30]) await page.mouse('mouseMoved', { ...middle, x: middle.x + by });
  await expect.poll(() => pictureRect(page).left).toBeGreaterThan(left + 20);

  logInElsewhere(page.server, bo);
  await isShownTo(page, bo);
  await waitForSharpPicture(page);
  const { x, y, width, height } = page.boxOf(hotspot(page, 'Library'));
  const door = { x: x + width / 2, y: y + height / 2 };
  await page.mouse('mouseMoved', door);
  await page.mouse('mouseReleased', door);
  await page.nextFrame();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  expect(pictureRect(page).left).toBe(left);

  await dragMouse(page, middle, { x: 60, y: 0 });
  await expect.poll(() => pictureRect(page).left).toBeGreaterThan(left + 20);
  const { x: doorX, y: doorY, width: doorWidth, height: doorHeight } = page.boxOf(opening(page, 'expo'));
  const inDoor = { x: doorX + doorWidth / 2, y: doorY + doorHeight * 0.7 };
  await page.mouse('mousePressed', inDoor);
  await page.mouse('mouseReleased', inDoor);
  await expect.element(page.heading('Expo hall')).toBeInTheDocument();
});

test('SESSION-10 a finger that turns a panorama while another tab logs out moves nothing for the next user, who can turn and tap', async () => {
  const page = await openPage(areaPath('lobby'), { server: demoWithoutWidgets().signIn(), ...phone });
  await waitForPanorama(page);
  const place = horizontalCenter(page, 'Plenary');
  const finger = { x: 200, y: 600 };
  await page.touch('touchStart', [finger]);
  for (const by of [20, 40, 60]) await page.touch('touchMove', [{ ...finger, x: finger.x + by }]);
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeGreaterThan(place + 20);

  logOutElsewhere(page.server);
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible();
  expect(page.document.body.textContent).not.toContain(ada.name);
  await page.touch('touchMove', [{ ...finger, x: finger.x + 80 }]);
  logInElsewhere(page.server, bo);
  await waitForPanorama(page);
  await page.touch('touchMove', [{ ...finger, x: finger.x + 100 }]);
  await page.touch('touchEnd', []);
  await page.nextFrame();
  expect(horizontalCenter(page, 'Plenary')).toBeCloseTo(place, 0);

  await swipe(page, finger, { x: 60, y: 0 });
  await expect.poll(() => horizontalCenter(page, 'Plenary')).toBeGreaterThan(place + 20);
  await page.press('0');
  await expectForm(page, 'Plenary', labelForm);
  await tap(page, hotspot(page, 'Plenary'));
  await expect.element(page.heading('Plenary')).toBeInTheDocument();
});
