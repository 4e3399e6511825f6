/** What is around every page: colours, the skip link, and where the focus goes with a navigation. */
import { getProfile, getVenue } from '@foyer/contract';
import { expect, test } from 'vitest';
import { FakeServer, ada } from '../../testing/fakeServer.ts';
import { emulateMedia, openPage, type AppPage } from '../../testing/page.ts';

test('AREA-05g the page has the colours of its venue, and changes them with a publication', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/imprint', { server });
  const colours = () => {
    const style = page.window.getComputedStyle(page.document.documentElement);
    return ['--ground', '--brand', '--secondary', 'color-scheme'].map((name) => style.getPropertyValue(name));
  };
  expect(colours()).toEqual(['#000a33', '#f70041', '#373f60', 'dark']);
  server.publish((architecture) => {
    architecture.style = {
      ...architecture.style,
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
  let onPush = (): void => undefined;
  const page = await openPage('/v/nightfall/area/lounge', {
    prepare: ({ history, History: { prototype } }) => {
      const push = prototype.pushState.bind(history);
      prototype.pushState = (...entry) => {
        push(...entry);
        onPush();
      };
    },
  });
  const links = page.getByRole('contentinfo');
  const [asked, other] = [
    links.getByRole('link', { name: 'Privacy policy' }),
    links.getByRole('link', { name: 'Imprint' }),
  ];
  await expect.element(other).toBeVisible();
  const { window, document } = page;
  // The address changes before the page does.
  onPush = () => {
    document.body.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    (other.element() as HTMLElement).focus();
  };
  (asked.element() as HTMLElement).click();
  await expect.element(page.heading('Privacy policy')).toBeVisible();
  await page.atRest();
  await expect.element(other).toHaveFocus();
});

test('with forced colours a pressed button differs from one that is not', async () => {
  await emulateMedia({ 'forced-colors': 'active' });
  const page = await openPage('/v/nightfall/area/lounge?lang=en');
  await expect.element(page.getByRole('button', { name: 'Text' })).toBeVisible();
  const colourOf = (pressed: boolean) =>
    page.window.getComputedStyle(page.getByRole('button', { pressed }).first().element()).backgroundColor;
  expect(colourOf(true)).not.toBe(colourOf(false));
});

/** The own profile is open over the imprint. */
async function openProfile(): Promise<AppPage> {
  const page = await openPage('/v/nightfall/imprint', { server: new FakeServer().signIn(ada) });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect.element(page.getByRole('dialog', { name: 'My profile' })).toBeVisible();
  return page;
}
/** By selector: an open panel hides what is beside it from roles, and leaves it clickable. */
const privacyLink = (page: AppPage) => page.getByCSS('footer a[href$="/privacy-policy"]');

test('GUARD-01d a navigation closes an open panel', async () => {
  const page = await openProfile();
  await privacyLink(page).click();
  await expect.element(page.heading('Privacy policy')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('GUARD-07e a navigation waits while a panel has unsaved changes, and goes on when it has none', async () => {
  const page = await openProfile();
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabelText('Company').fill('Northwind');
  await privacyLink(page).click();
  const discard = page.getByRole('button', { name: 'Discard' });
  await expect.element(discard).toBeVisible();
  expect(page.path).toBe('/v/nightfall/imprint');
  expect(page.document.querySelector('h1')?.textContent).toBe('Imprint');
  await discard.click();
  await expect.element(page.heading('Privacy policy')).toBeVisible();
});

test('ASSET-04d calls to the own server carry the token of the session', async () => {
  const server = new FakeServer().signIn(ada);
  await openPage('/v/nightfall/area/lounge', { server });
  await expect.poll(() => server.calls(getProfile).length).toBeGreaterThan(0);
  for (const { headers } of [...server.calls(getVenue), ...server.calls(getProfile)])
    expect(headers['authorization']).toMatch(/^Bearer \S+\.\S+\.\S+$/);
});
