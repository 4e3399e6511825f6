/** A first visit that needs a login: little loads before the visitor types, the rest afterwards. */
import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, signIn, test, type Page } from './harness/fixtures.ts';

test.use({ server: { login: { providers: [{ type: 'password', displayName: 'Email and password' }] } } });

/** The tracker is downloaded when the page has loaded, and sends hits. */
const isOfTracker = (url: string): boolean =>
  /\/assets\/(?:tracker|analyticsEvents)-|\/capture\/hit\?/.test(url);

/** The names of the loaded files, without the hashes of the build. */
function watchResponses(page: Page): { names: () => string[]; scriptGz: () => Promise<number> } {
  const names: string[] = [];
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (isOfTracker(response.url())) return;
    names.push(new URL(response.url()).pathname.replace(/^\/assets\/(.+)-[\w-]{8}\./, '$1.'));
    if (response.url().endsWith('.js')) scripts.push(response);
  });
  return {
    names: () => names,
    async scriptGz() {
      const bodies = await Promise.all(scripts.map((script) => script.body()));
      return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    },
  };
}

const email = (page: Page) => page.getByLabel('Email', { exact: true });

async function expectLightVisit(page: Page, path: string): Promise<{ names: () => string[] }> {
  const loaded = watchResponses(page);
  await page.goto(path);
  await expect(email(page)).toBeVisible();
  await expect(page.getByTestId('login-background')).toHaveJSProperty('complete', true);
  await page.waitForLoadState('networkidle');
  expect(loaded.names().length, loaded.names().join('\n')).toBeLessThanOrEqual(8);
  expect(await loaded.scriptGz()).toBeLessThanOrEqual(150_000);
  return loaded;
}

test('a first visit to the login makes at most 8 requests with 150 kB of script; the rest loads while someone types', async ({
  page,
  foyer,
}) => {
  const { names } = await expectLightVisit(page, '/login');
  const later = ['session.js', 'area.js'];
  expect(later.filter((name) => names().includes(name))).toEqual([]);
  await email(page).press('a');
  await expect.poll(() => later.filter((name) => !names().includes(name))).toEqual([]);
  const before = names().filter((name) => name.endsWith('.js')).length;
  await signIn(page, await foyer.createAccount());
  const lateScripts = names()
    .filter((name) => name.endsWith('.js'))
    .slice(before);
  expect(lateScripts.filter((name) => later.includes(name))).toEqual([]);
});

for (const path of ['/', '/v/nightfall/area/lounge'])
  test(`a first visit to ${path} that leads to the login makes no more requests`, async ({ page }) => {
    await expectLightVisit(page, path);
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a first visit to the login makes no more requests on a phone', async ({ page }) => {
    await expectLightVisit(page, '/login');
  });
});
