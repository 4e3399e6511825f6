/** What is around every page: colours, the skip link, and where the focus goes with a navigation. */
import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { FakeServer } from '../testing/fakeServer.ts';
import { openPage } from '../testing/page.ts';

test('AREA-05g the page has the colours of its venue, and changes them with a publication', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/imprint', { server });
  const colours = () => {
    const style = page.window.getComputedStyle(page.document.documentElement);
    return ['--ground', '--brand', '--secondary', 'color-scheme'].map((name) => style.getPropertyValue(name));
  };
  expect(colours()).toEqual(['#000a33', '#f70041', '#373f60', 'dark']);
  server.publish((plan) => {
    plan.style = {
      ...plan.style,
      textColor: '#14122B',
      primaryColor: '#6D28D9',
      secondaryColor: '#E4E0F5',
      backgroundColor: '#FFFFFF',
    };
  });
  page.setOnline(true);
  await expect.poll(colours).toEqual(['#ffffff', '#6d28d9', '#e4e0f5', 'light']);
});

test('the skip link leads to the content', async () => {
  const page = await openPage('/v/nightfall/imprint');
  await page.press('{Tab}{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('SHELL-03g a page that finishes loading leaves the focus where the attendee has moved it meanwhile', async () => {
  const page = await openPage('/v/nightfall/area/lounge');
  const areas = page.getByRole('contentinfo').getByRole('navigation', { name: 'Areas' });
  await expect.element(areas.getByRole('link', { name: 'Library' })).toBeVisible();
  const { window, document } = page;
  const landings: string[] = [];
  window.addEventListener('focusin', ({ target }) => {
    if (target instanceof window.HTMLElement && target.closest('main')) landings.push(target.innerText);
  });
  const [link, next] = document.querySelectorAll<HTMLElement>('footer nav a:not([aria-current])');
  link?.focus();
  link?.click();
  const { href } = window.location;
  while (window.location.href === href) await Promise.resolve();
  document.body.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  next?.focus();
  await areas.getByRole('link', { name: 'Library' }).click();
  await expect.element(page.heading('Library')).toHaveFocus();
  expect(landings).toHaveLength(1);
});

test('with forced colours a pressed button differs from one that is not', async () => {
  const devtools = cdp() as unknown as { send(method: string, parameters?: object): Promise<unknown> };
  const reducedMotion = { name: 'prefers-reduced-motion', value: 'reduce' };
  const emulate = (features: readonly object[]) => devtools.send('Emulation.setEmulatedMedia', { features });
  await emulate([reducedMotion, { name: 'forced-colors', value: 'active' }]);
  onTestFinished(async () => void (await emulate([reducedMotion])));
  const page = await openPage('/v/nightfall/area/lounge?lang=en');
  await expect.element(page.getByRole('button', { name: 'Reading' })).toBeVisible();
  const colourOf = (pressed: boolean) =>
    page.window.getComputedStyle(page.getByRole('button', { pressed }).first().element()).backgroundColor;
  expect(colourOf(true)).not.toBe(colourOf(false));
});
