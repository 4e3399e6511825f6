/** Reactions: what one sends, everyone in the area sees at once (WIDGET-02). */
import { expect, test, type Page } from './harness.ts';
import { RealtimeLine } from './realtimeLine.ts';
import { atRest, expectAccessible } from './accessible.ts';
import { inLounge, lounge } from './widgetVenue.ts';

const reactions: Parameters<typeof inLounge>[number] = {
  id: 'reactions',
  type: 'AreaReactionsWidget',
  name: 'Reactions',
  configurations: [{ id: 'signs', name: 'Signs' }],
};

const group = (page: Page) => page.getByRole('group', { name: 'Reactions' });

async function enter(page: Page, path = lounge): Promise<void> {
  await page.goto(`${path}?lang=en`);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

/** From now on it is noted which signs were ever shown: one is gone again before a busy machine looks for it. */
const noteSigns = (page: Page) =>
  page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      for (const sign of document.querySelectorAll<HTMLElement>('.reactions-place [data-reaction]'))
        if (sign.checkVisibility()) seen.add(sign.dataset['reaction'] ?? '');
      document.documentElement.dataset['signsSeen'] = [...seen].join(' ');
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
const hasSeen = (page: Page, sign: string, within: { readonly timeout?: number } = {}) =>
  expect(page.locator('html')).toHaveAttribute('data-signs-seen', new RegExp(`\\b${sign}\\b`), within);

/** Presses until the line stands: what is pressed before is of no use to anybody, and lost. */
async function pressUntilSeen(page: Page, press: () => Promise<void>, sign: string): Promise<void> {
  await noteSigns(page);
  await expect(async () => {
    await press();
    await hasSeen(page, sign, { timeout: 1_000 });
  }).toPass();
}
const pressSign = (page: Page, name: string) => () => group(page).getByRole('button', { name }).click();

test('WIDGET-02d a sign rises for everyone in the area, and in no other', async ({
  page,
  context,
  foyer,
}) => {
  await foyer.live((plan) => {
    inLounge(reactions)(plan);
    for (const area of plan.areas) if (area.id === 'library') area.contentWidgets = [reactions];
  });
  const [near, far] = [await context.newPage(), await context.newPage()];
  const [line, farLine] = [new RealtimeLine(near), new RealtimeLine(far)];
  await enter(page);
  await enter(near);
  await enter(far, '/v/nightfall/area/library');
  await pressUntilSeen(page, pressSign(page, 'Clap'), 'clap');
  await near.bringToFront();
  await line.hears('area.enter');
  await farLine.hears('area.enter');
  for (const tab of [near, far]) await expect(tab.locator('.reactions-place')).toBeAttached();
  await noteSigns(near);
  await noteSigns(far);
  await pressSign(page, 'Heart')();
  await hasSeen(near, 'heart');
  // What one presses there comes after what it would have been told of here.
  await pressSign(far, 'Wave')();
  await hasSeen(far, 'wave');
  await expect(far.locator('html')).toHaveAttribute('data-signs-seen', 'wave');
});

test('WIDGET-02e without motion nothing rises: a quiet count, and words for ears', async ({
  page,
  foyer,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await foyer.live(inLounge(reactions));
  await enter(page);
  await expect(async () => {
    await pressSign(page, 'Idea')();
    await expect(page.locator('.quiet-signs')).toHaveText(/^\d+$/, { timeout: 1_000 });
  }).toPass();
  await expect(page.locator('.rising-sign')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /\d ideas?/ })).toHaveCount(1, { timeout: 20_000 });
});

test('WIDGET-02f an area without the widget has no reactions', async ({ page, foyer }) => {
  await foyer.live(inLounge());
  await enter(page);
  await expect(page.getByRole('toolbar')).toBeVisible();
  await expect(group(page)).toHaveCount(0);
});

test('WIDGET-02g the dock with reactions has no fault that axe finds, and the keyboard reaches each', async ({
  page,
  foyer,
}) => {
  await foyer.live(inLounge(reactions));
  await enter(page);
  await expect(group(page)).toBeVisible();
  await atRest(page);
  await expectAccessible(page);
  const names = ['Clap', 'Heart', 'Idea', 'Wave', 'Confetti'];
  await group(page).getByRole('button', { name: 'Clap' }).focus();
  for (const name of names) {
    await expect(group(page).getByRole('button', { name })).toBeFocused();
    await page.keyboard.press('Tab');
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('WIDGET-02h reactions fold into one button, and a list of signs', async ({ page, foyer }) => {
    await foyer.live(inLounge(reactions));
    await enter(page);
    const wave = async () => {
      await page.getByRole('toolbar').getByRole('button', { name: 'Reactions' }).click();
      await page.getByRole('menuitem', { name: 'Wave' }).click();
    };
    await pressUntilSeen(page, wave, 'wave');
  });
});
