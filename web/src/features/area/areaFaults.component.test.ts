/** What still works when a part of an area does not load, or is not what it says. */
import { expect, test } from 'vitest';
import { openPage, type AppPage } from '../../testing/page.ts';
import { areaPath, decideFiles, demoAreas, door, drawn, requested, sharp } from './area.testing.ts';

const missing = (page: AppPage) =>
  page.getByText('This area’s picture is missing. You can still use its doors.');
const away = (page: AppPage) =>
  page.getByText('The picture didn’t load. We’ll keep trying, and the doors still work.');

test('AREA-01 a picture that does not exist: its colour, an explanation, and doors that work', async () => {
  await decideFiles('*/lounge/*', () => ({ status: 404 }));
  const page = await openPage(areaPath('lounge'), { server: demoAreas() });
  await expect.element(missing(page)).toBeVisible();
  await expect.element(page.getByTestId('backdrop')).not.toHaveStyle({ backgroundColor: 'rgba(0, 0, 0, 0)' });
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await door(page, 'Library').click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await sharp(page);
  await expect.element(missing(page)).not.toBeInTheDocument();
});

test('AREA-01 bytes that are no picture are a missing picture, in a flat area and in a panorama', async () => {
  const broken = { status: 200, type: 'image/webp', body: 'RIFF and then nothing' };
  await decideFiles('*/backend-assets/*', ({ request }) =>
    /\/(lounge|lobby)\//.test(request.url) ? broken : 'real',
  );
  const page = await openPage(areaPath('lounge'), { server: demoAreas() });
  await expect.element(missing(page)).toBeVisible();
  await door(page, 'Lobby').click();
  await expect.element(page.heading('Lobby')).toBeInTheDocument();
  await expect.element(missing(page)).toBeVisible();
  await expect.element(door(page, 'Plenary')).toBeVisible();
});

test('AREA-01 a picture whose answer was lost is requested again at once by "Try now"', async () => {
  let isAway = true;
  await decideFiles('*/lounge/*', () => (isAway ? 'lost' : 'real'));
  const page = await openPage(areaPath('lounge'), { server: demoAreas() });
  await expect.element(away(page)).toBeVisible();
  isAway = false;
  await page.getByRole('button', { name: 'Try now' }).click();
  await sharp(page);
  await expect.element(away(page)).not.toBeInTheDocument();
});

test('AREA-01 a picture whose answer was lost is requested again after ten seconds', async () => {
  let isAway = true;
  await decideFiles('*/lounge/*', () => (isAway ? 'lost' : 'real'));
  const page = await openPage(areaPath('lounge'), { server: demoAreas(), stopTimeAt: Date.now() });
  await expect
    .poll(async () => {
      await page.pass(200);
      return away(page).query();
    })
    .not.toBeNull();
  isAway = false;
  await page.pass(9_000);
  await expect.element(away(page)).toBeVisible();
  await page.pass(1_000);
  await sharp(page);
  await expect.element(away(page)).not.toBeInTheDocument();
});

test('AREA-01 a panorama whose sharp picture was lost is drawn as soon as the network is back', async () => {
  let isAway = true;
  let lost = 0;
  let found = 0;
  // The viewer fetches its bytes, the painted room before it is an image.
  await decideFiles('*/lobby/*', ({ resourceType }) => {
    if (resourceType === 'Image') return 'real';
    if (isAway) lost += 1;
    else found += 1;
    return isAway ? 'lost' : 'real';
  });
  const page = await openPage(areaPath('lobby'), { server: demoAreas() });
  await expect.element(page.getByCSS('[data-phase="here"] canvas').first()).toBeVisible();
  await expect.poll(() => lost).toBeGreaterThan(0);
  isAway = false;
  // Sooner than it would be requested again anyway. The page may not have noticed the loss yet.
  await expect
    .poll(
      () => {
        if (found === 0) page.setOnline(true);
        return found;
      },
      { timeout: 9_000, interval: 100 },
    )
    .toBeGreaterThan(0);
  await drawn(page);
});

test('AREA-11 without the viewer the room is painted and everything in it works', async () => {
  await decideFiles('*sphere-*.js', () => 'lost');
  const page = await openPage(areaPath('lobby'), {
    server: demoAreas(),
    allowedErrors: [/panorama viewer did not open/],
  });
  await expect.element(page.getByText('can’t show this view in full quality')).toBeVisible();
  await expect.element(page.getByCSS('[data-phase="here"] canvas').first()).toBeVisible();
  expect(requested(page).some((url) => /sphere-.*\.js/.test(url))).toBe(true);
  await door(page, 'Plenary').click();
  await expect.element(page.heading('Plenary')).toBeInTheDocument();
});

test('axe finds nothing in a flat area, a panorama and a moving one', async () => {
  const page = await openPage(areaPath('lounge'), { server: demoAreas() });
  await sharp(page);
  await page.expectAccessible();
  await page.goto(areaPath('lobby'));
  await drawn(page);
  await page.expectAccessible();
  await page.goto(areaPath('plenary'));
  await sharp(page);
  await page.expectAccessible();
});
