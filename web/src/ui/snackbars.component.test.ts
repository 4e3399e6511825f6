import { expect, test } from 'vitest';
import { ada, FakeServer } from '../testing/fakeServer.ts';
import { interceptFiles } from '../testing/interceptFiles.ts';
import { openPage, phone } from '../testing/page.ts';

test('ERROR-08d a snackbar shows below the header and disappears after five seconds', async () => {
  const page = await openPage('/v/nightfall/area/lounge?widget=unknown', { stopTimeAt: Date.now() });
  const line = page.getByText('This link no longer leads anywhere.');
  await expect
    .poll(async () => {
      await page.advance(100);
      return line.query();
    })
    .not.toBeNull();
  expect(page.boxOf(line).top).toBeGreaterThanOrEqual(page.boxOf(page.getByRole('banner')).bottom);
  // Its timeout of five seconds began within the last 100 ms.
  await page.advance(4_800);
  await expect.element(line).toBeVisible();
  await page.advance(300);
  await expect.element(line).not.toBeInTheDocument();
});

test('ERROR-08f in an area the snackbars are downloaded before the first one, so that it shows without a network', async () => {
  let isLost = false;
  let downloads = 0;
  await interceptFiles('*/assets/SnackbarList*', () => {
    downloads += 1;
    return isLost ? 'lost' : 'real';
  });
  const page = await openPage('/v/nightfall/area/lounge');
  await expect.poll(() => downloads).toBe(1);
  isLost = true;
  page.window.history.pushState(null, '', withSnackbar);
  page.window.dispatchEvent(new page.window.PopStateEvent('popstate'));
  await expect.element(page.getByText('This link no longer leads anywhere.')).toBeVisible();
  expect(downloads).toBe(1);
});

/** A link to a widget that does not exist: the page shows a snackbar. */
const withSnackbar = '/v/nightfall/area/lounge?widget=unknown';

for (const [device, size] of [
  ['a desktop', {}],
  ['a tablet', { width: 1024, height: 768 }],
  ['a phone', phone],
] as const) {
  test(`a snackbar on ${device} is below the head of a panel, also of one that opens after it`, async () => {
    const server = new FakeServer();
    server.signIn(ada);
    // Stopped: the snackbar stays.
    const page = await openPage(withSnackbar, { ...size, server, stopTimeAt: Date.now() });
    const text = page.getByText('This link no longer leads anywhere.');
    const dock = page.getByCSS('[data-dock="chat"]');
    await expect
      .poll(async () => {
        await page.advance(100);
        return text.query() && dock.query();
      })
      .not.toBeNull();
    const snackbar = page.getByCSS('[role="status"] li').filter({ hasText: 'This link' });
    const before = page.boxOf(snackbar);
    await dock.click();
    const heads = page.getByCSS('[data-dialog="chat"] [data-panel-head]');
    await expect.poll(() => heads.elements().length).toBeGreaterThan(0);
    await page.atRest();
    const { top } = page.boxOf(snackbar);
    for (const head of heads.elements())
      expect(top).toBeGreaterThanOrEqual(head.getBoundingClientRect().bottom);
    await page.press('{Escape}');
    await expect.element(page.getByCSS('[data-dialog="chat"]')).not.toBeInTheDocument();
    await page.atRest();
    expect(page.boxOf(snackbar)).toEqual(before);
  });
}
