/** A first visit of somebody who has to sign in: little is fetched before they type, and the rest while they do. */
import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, signIn, test, type Page } from './harness.ts';

test.use({ server: { login: { providers: [{ type: 'password', displayName: 'Email and password' }] } } });

/** The names of what the page has fetched so far, without the hashes of the build. */
function watchFetches(page: Page): { names: () => string[]; scriptGz: () => Promise<number> } {
  const names: string[] = [];
  const scripts: Response[] = [];
  page.on('response', (response) => {
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

async function visitLightly(page: Page, path: string): Promise<void> {
  const fetched = watchFetches(page);
  await page.goto(path);
  await expect(email(page)).toBeVisible();
  await expect(page.getByTestId('login-background')).toHaveJSProperty('complete', true);
  await page.waitForLoadState('networkidle');
  expect(fetched.names().length, fetched.names().join('\n')).toBeLessThanOrEqual(8);
  expect(await fetched.scriptGz()).toBeLessThanOrEqual(150_000);
}

for (const path of ['/login', '/', '/v/nightfall/area/lounge'])
  test(`a first visit that leads to the login asks for at most 8 things and 150 kB of script: ${path}`, ({
    page,
  }) => visitLightly(page, path));

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a first visit to the login asks for no more on a phone', ({ page }) => visitLightly(page, '/login'));
});

test('the session and the area come while somebody types, and not before', async ({ page, foyer }) => {
  const fetched = watchFetches(page);
  await page.goto('/login');
  await expect(email(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const later = ['session.js', 'area.js'];
  expect(later.filter((name) => fetched.names().includes(name))).toEqual([]);
  await email(page).press('a');
  await expect.poll(() => later.filter((name) => !fetched.names().includes(name))).toEqual([]);
  const before = fetched.names().filter((name) => name.endsWith('.js')).length;
  await signIn(page, await foyer.account());
  const lateScripts = fetched
    .names()
    .filter((name) => name.endsWith('.js'))
    .slice(before);
  expect(lateScripts.filter((name) => later.includes(name))).toEqual([]);
});
