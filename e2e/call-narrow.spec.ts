/** Calls by keyboard alone, on the narrowest screens, and from right to left. */
import { expectAccessible } from './accessible.ts';
import {
  accept,
  allowed,
  callButton,
  callPanel,
  expect,
  expectReleased,
  expectSees,
  fakeDevices,
  openPreview,
  openProfile,
  preview,
  ringing,
  test,
  tile,
  withLogin,
  type Page,
} from './callPage.ts';
import { lobby } from './profilePage.ts';
import type { Locator } from '@playwright/test';

const devices = await fakeDevices();
const launchOptions = { ...devices, args: [...devices.args, ...allowed] };
test.use({ server: withLogin, launchOptions });

/** Goes on with the Tab key until it is there, or back, as somebody without a mouse does. */
async function tabTo(page: Page, to: Locator, way = 'Tab'): Promise<void> {
  await expect(to).toBeVisible();
  for (let steps = 0; steps < 60; steps++) {
    if (await to.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(way);
  }
  throw new Error(`${way} does not lead to ${String(to)}`);
}
const inCall = (page: Page, name: string): Locator =>
  callPanel(page).getByRole('button', { name, exact: true });
async function pressKey(page: Page, to: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, to);
  await page.keyboard.press(key);
}

test('CHAT-12af a call is made, taken, held and ended without a mouse', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await openProfile(ada, bo);
  await pressKey(ada.page, callButton(ada.page));
  await pressKey(ada.page, preview(ada.page).getByRole('button', { name: 'Call', exact: true }));
  await pressKey(bo.page, ringing(bo.page).getByRole('button', { name: 'Accept with camera' }));
  await expectSees(ada, 'Bo');
  await pressKey(ada.page, inCall(ada.page, 'Mute'), 'Space');
  await expect(tile(bo.page, 'Ada')).toContainText('Microphone off');
  // The button that was pressed is the button one stands on, whatever it says now.
  await expect(inCall(ada.page, 'Unmute')).toBeFocused();

  await tabTo(ada.page, inCall(ada.page, 'Larger'), 'Shift+Tab');
  await ada.page.keyboard.press('Enter');
  await expect(callPanel(ada.page)).toHaveAttribute('data-size', 'large');
  await ada.page.keyboard.press('Escape');
  await expect(callPanel(ada.page)).toHaveAttribute('data-size', 'small');
  await expect(tile(bo.page, 'Ada')).toBeVisible();

  await pressKey(bo.page, inCall(bo.page, 'Sound and picture'));
  await pressKey(bo.page, callPanel(bo.page).getByRole('combobox', { name: 'Microphone' }));
  // Only then does it hear the key.
  await expect(bo.page.locator('[role="listbox"]:focus, [role="listbox"] :focus')).toBeVisible();
  await bo.page.keyboard.press('Escape');
  await expect(bo.page.getByRole('listbox')).toHaveCount(0);
  await expect(callPanel(bo.page)).toBeVisible();

  await pressKey(bo.page, inCall(bo.page, 'Leave'));
  await expect(callPanel(bo.page)).toHaveCount(0);
  for (const { page } of [ada, bo]) await expectReleased(page);
});

/** Whatever lies beyond the edge of its box, or of the screen. */
const cutIn = (place: Locator): Promise<string[]> =>
  place.evaluate((root) =>
    [root, ...root.querySelectorAll('button, p, h2, [data-member]')]
      .filter((element) => element.getClientRects().length > 0 && !element.matches('.sr-only'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isText = element.textContent.trim() !== '' && !element.matches('.truncate');
        const isWider = isText && element.scrollWidth > element.clientWidth + 1;
        return isWider || left < -1 || right > innerWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/** What is pressed can be reached, by scrolling where the screen is low. */
async function expectReachable(buttons: Locator): Promise<void> {
  for (const button of await buttons.all()) {
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
    // Nothing lies above it.
    await button.click({ trial: true });
  }
}

test('CHAT-12ag nothing of a call is cut at 360, at 400 % and on a phone that lies, in Arabic as well', async ({
  come,
}) => {
  const [ada, bo] = [
    await come('Augusta Ada King-Noel, Countess of Lovelace'),
    await come('عبد الرحمن بن محمد الأنصاري الخزرجي'),
  ];
  await bo.page.goto(`${lobby}?lang=ar`);
  await bo.page.setViewportSize({ width: 320, height: 256 });
  await openPreview(ada, bo);
  await preview(ada.page).getByRole('button', { name: 'Call', exact: true }).click();
  await expect(ringing(bo.page)).toContainText(ada.name);
  expect(await cutIn(ringing(bo.page))).toEqual([]);
  await expectReachable(ringing(bo.page).getByRole('button'));
  await accept(bo, 'القبول مع الكاميرا');
  await expectSees(bo, ada.name);
  for (const size of [
    { width: 360, height: 640 },
    { width: 320, height: 256 },
    { width: 844, height: 390 },
  ]) {
    await bo.page.setViewportSize(size);
    for (const [wanted, button] of [
      ['small', 'تصغير'],
      ['large', 'تكبير'],
    ] as const) {
      if ((await callPanel(bo.page).getAttribute('data-size')) !== wanted)
        await inCall(bo.page, button).click();
      await expect(callPanel(bo.page)).toHaveAttribute('data-size', wanted);
      expect(await cutIn(callPanel(bo.page)), `${wanted} at ${size.width}`).toEqual([]);
      await expectReachable(callPanel(bo.page).getByRole('button'));
    }
  }
  await expectAccessible(bo.page, '[data-dialog="call"]');
});
