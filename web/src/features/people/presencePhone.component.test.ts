/** Presence on a phone: the attendees in the menu, and an attendee's card (HEAD-02 to HEAD-04). */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { subscribeToCalls } from '@foyer/contract';
import { RejectedCall, type FakeServer } from '../../testing/fakeServer.ts';
import { phone, type AppPage } from '../../testing/page.ts';
import {
  card,
  openLoungePage,
  list,
  openList,
  attendees,
  attendee,
  profile,
  row,
  serverWith,
  widget,
} from './testing/presencePage.ts';

const menu = (page: AppPage): Locator => page.getByRole('dialog', { name: 'Menu' });
const inMenu = (page: AppPage, name: string): Locator => menu(page).getByRole('button', { name });
const countOf = (within: Locator): number => within.element().querySelectorAll('[data-person]').length;

async function openMenu(server: FakeServer): Promise<AppPage> {
  const page = await openLoungePage(server, phone);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(menu(page).getByRole('heading', { name: 'Who’s here' })).toBeVisible();
  return page;
}

test('HEAD-02c HEAD-03d a phone’s header has 60 pixels, its menu shows four people and leads to the list of all', async () => {
  const server = serverWith(
    ...attendees('Ann', 'Bo', 'Cy', 'Di', 'Ed'),
    attendee('Far', { areaId: 'lobby' }),
  );
  const page = await openMenu(server);
  expect(getComputedStyle(page.getByCSS('header').first().element()).height).toBe('60px');
  await expect.element(widget(page)).toHaveTextContent('6');
  await expect
    .element(menu(page).getByRole('heading', { name: 'Who’s here' }))
    .toHaveTextContent('Who’s here 6');
  expect(countOf(menu(page))).toBe(4);
  await page.expectAccessible('[role="dialog"]');
  await inMenu(page, 'Show all').click();
  await expect.element(menu(page)).not.toBeInTheDocument();
  await expect.poll(() => countOf(list(page))).toBe(5);
});

test('HEAD-03e the menu shows no people outside of all areas', async () => {
  const page = await openMenu(serverWith(...attendees('Bo')));
  await menu(page).getByRole('link', { name: 'Imprint' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(inMenu(page, 'My profile')).toBeVisible();
  await expect.element(menu(page).getByRole('heading', { name: 'Who’s here' })).not.toBeInTheDocument();
});

test('HEAD-04a HEAD-04b a card floats above the menu; its attendee closes it, another attendee replaces it', async () => {
  const page = await openMenu(
    serverWith(attendee('Léa Fontaine', { title: 'Scenographer' }), attendee('Bo')),
  );
  await inMenu(page, 'Léa Fontaine').click();
  await expect.element(card(page).getByRole('heading', { name: 'Léa Fontaine' })).toBeVisible();
  await expect.element(card(page)).toMatchTextContent('Available, Lounge');
  await expect.element(inMenu(page, 'Léa Fontaine')).toHaveAttribute('aria-expanded', 'true');
  await page.expectAccessible('[data-dialog="attendee-card"]');
  await inMenu(page, 'Bo').click();
  await expect.element(card(page).getByRole('heading', { name: 'Bo' })).toBeVisible();
  await inMenu(page, 'Bo').click();
  await expect.element(card(page)).not.toBeInTheDocument();
  await expect.element(menu(page)).toBeVisible();
});

test('HEAD-04c a tap outside closes the card and nothing else, and so does Back', async () => {
  const page = await openMenu(serverWith(attendee('Bo')));
  await inMenu(page, 'Bo').click();
  await expect.element(card(page)).toBeVisible();
  await page.touch('touchStart', [{ x: 30, y: 300 }]);
  await page.touch('touchEnd', []);
  await expect.element(card(page)).not.toBeInTheDocument();
  await expect.element(menu(page)).toBeVisible();
  await inMenu(page, 'Bo').click();
  await expect.element(card(page)).toBeVisible();
  await inMenu(page, 'Log out').click();
  await expect.element(card(page)).not.toBeInTheDocument();
  await expect.element(menu(page)).toBeVisible();
  await inMenu(page, 'Bo').click();
  await expect.element(card(page)).toBeVisible();
  page.back();
  await expect.element(card(page)).not.toBeInTheDocument();
  await expect.element(menu(page)).toBeVisible();
});

test('HEAD-04e the card leads to the profile, and to the area of the attendee', async () => {
  const page = await openMenu(serverWith(attendee('Bo'), attendee('Cy', { areaId: 'library' })));
  await inMenu(page, 'Bo').click();
  await card(page).getByRole('button', { name: 'Go to profile' }).click();
  await expect.element(profile(page).getByRole('heading', { name: 'Bo' })).toBeVisible();
  await expect.element(menu(page)).not.toBeInTheDocument();
  await profile(page).getByRole('button', { name: 'Close' }).click();
  await openList(page);
  await list(page).getByRole('button', { name: 'Everywhere 3' }).click();
  await row(page, 'Cy').click();
  await expect.element(card(page)).toMatchTextContent('Available, Library');
  await card(page).getByRole('link', { name: 'Go in' }).click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await expect.element(card(page)).not.toBeInTheDocument();
  await expect.element(list(page)).not.toBeInTheDocument();
});

test('HEAD-04f the button "Call" of the card opens the preview of a call', async () => {
  const page = await openMenu(serverWith(attendee('Bo')));
  await inMenu(page, 'Bo').click();
  await card(page).getByRole('button', { name: 'Call', exact: true }).click();
  await expect.element(page.getByCSS('[data-dialog="call-preview"]')).toMatchTextContent('Call with Bo');
  await expect.element(menu(page)).not.toBeInTheDocument();
});

test('HEAD-04g where the event has no calls, the card offers none', async () => {
  const server = serverWith(attendee('Bo')).onCommand(subscribeToCalls, () => {
    throw new RejectedCall({ code: 'functionUnsupported' });
  });
  const page = await openMenu(server);
  await inMenu(page, 'Bo').click();
  await expect.element(card(page).getByRole('button', { name: 'Start chat' })).toBeVisible();
  await expect.element(card(page).getByRole('button', { name: 'Call', exact: true })).not.toBeInTheDocument();
});
