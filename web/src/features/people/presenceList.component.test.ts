/** The list of attendees: rows, statuses, search, filter, focus, and updates while it is open (PRESENCE). */
import { setPresenceStatus } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { holdTimers } from '../../testing/holdTimers.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';
import { pointerHoldMs } from './list/usePointerHold.ts';
import {
  acceptChoice,
  add,
  change,
  openLoungePage,
  expectNames,
  list,
  lounge,
  names,
  openList,
  attendees,
  attendee,
  profile,
  remove,
  row,
  serverWith,
  setOwn,
  widget,
} from './testing/presencePage.ts';

const search = (page: AppPage) => list(page).getByRole('searchbox', { name: 'Search people' });

async function chooseStatus(page: AppPage, status: string): Promise<void> {
  await list(page)
    .getByRole('combobox', { name: /^How others see you/ })
    .click();
  await page.getByRole('option', { name: status }).click();
}

test('PRESENCE-05g the list shows the user first, then the others with their statuses, and follows them', async () => {
  const server = serverWith(
    attendee('Ben Achterberg', { title: 'Acoustics', company: 'Ruimte' }),
    attendee('Ingrid Solberg', { host: true }),
  );
  const page = await openLoungePage(server);
  await openList(page);
  await expect.element(list(page).getByRole('heading', { level: 3 }).first()).toHaveTextContent('You');
  await expect.element(row(page, 'Ada Lind')).toMatchTextContent('Shown as Available');
  await expect
    .element(row(page, 'Ben Achterberg'))
    .toHaveAccessibleName(expect.stringMatching(/Acoustics, Ruimte\s*Available$/));
  await expect.element(row(page, 'Ingrid Solberg')).toHaveAccessibleName(expect.stringMatching(/Host/));
  change(server, 'Ben Achterberg', { status: 'Busy' });
  await expect.element(row(page, 'Ben Achterberg')).toHaveAccessibleName(expect.stringMatching(/Busy$/));
  change(server, 'Ingrid Solberg', { status: 'Idle' });
  await expect.element(row(page, 'Ingrid Solberg')).toHaveAccessibleName(expect.stringMatching(/Idle$/));
  // Invisible attendees are not sent to others.
  remove(server, 'Ben Achterberg');
  await expect.element(row(page, 'Ben Achterberg')).not.toBeInTheDocument();
  await expect.element(widget(page)).toHaveAttribute('aria-label', 'Who’s here: 2 here, 2 at the event');
  await page.expectAccessible('[data-dialog="presence"]');
});

test('PRESENCE-05m a chosen status is shown at once and never flickers back', async () => {
  const server = serverWith(attendee('Ben Achterberg')).onCommand(setPresenceStatus, () => undefined);
  const gate = server.hold(setPresenceStatus);
  const page = await openLoungePage(server);
  await openList(page);
  const own = list(page).getByCSS('.ownRow_row').element();
  const text = () => own.querySelector('[role="combobox"]')?.textContent ?? '';
  const texts = [text()];
  const note = (): void => void (texts.at(-1) === text() || texts.push(text()));
  new page.window.MutationObserver(note).observe(own, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  await chooseStatus(page, 'Busy');
  await gate.reached;
  await expect.element(list(page).getByCSS('[role="combobox"][aria-busy="true"]')).toBeVisible();
  gate.release();
  await expect.element(list(page).getByCSS('[role="combobox"][aria-busy="true"]')).not.toBeInTheDocument();
  // The response arrives before the event.
  setOwn(server, { status: 'Busy', invisible: false });
  await expect.element(row(page, 'Ada Lind')).toMatchTextContent('Shown as Busy');
  expect(texts).toEqual(['Available', 'Busy']);
  acceptChoice(server);
  await chooseStatus(page, 'Invisible');
  await expect.element(row(page, 'Ada Lind')).toMatchTextContent('No one can see you');
  expect(server.commands(setPresenceStatus).at(-1)).toEqual({ status: 'Busy', invisible: true });
});

test('PRESENCE-06a a search finds people by name, company and title, whatever the accents', async () => {
  const server = serverWith(
    attendee('Léa Fontaine', { title: 'Scenographer' }),
    attendee('Karim Haddad', { company: 'Mashrabiya', areaId: 'lobby' }),
    attendee('Jonas Weber'),
  );
  const page = await openLoungePage(server);
  await openList(page);
  await search(page).fill('lea');
  await expectNames(page, 'Léa Fontaine');
  await expect.element(list(page).getByText('1 person found')).toBeInTheDocument();
  await search(page).fill('scenO');
  await expectNames(page, 'Léa Fontaine');
  await search(page).fill('mashra');
  await expect.element(list(page).getByRole('heading', { name: 'No one matches “mashra”' })).toBeVisible();
  await list(page).getByRole('button', { name: 'Search everywhere' }).click();
  await expectNames(page, 'Karim Haddad');
  await search(page).click();
  await page.press('{Escape}');
  await expect.element(search(page)).toHaveValue('');
  await expect.element(list(page)).toBeVisible();
});

test('PRESENCE-06b a filter shows the current area, all areas or one area, each with its count', async () => {
  const server = serverWith(
    attendee('Bo'),
    attendee('Cy', { areaId: 'library' }),
    attendee('Di', { areaId: 'library' }),
  );
  const page = await openLoungePage(server);
  await openList(page);
  const chip = (name: string) => list(page).getByRole('button', { name, exact: true });
  await expect.element(chip('Lounge 2')).toHaveAttribute('aria-pressed', 'true');
  await expectNames(page, 'Bo');
  await chip('Everywhere 4').click();
  await expectNames(page, 'Bo', 'Cy', 'Di');
  const headings = () =>
    list(page)
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent);
  expect(headings()).toEqual(['You', 'Lounge 1', 'Library 2']);
  await list(page).getByRole('combobox', { name: 'Another area' }).click();
  await page.getByRole('option', { name: 'Library, 2' }).click();
  await expectNames(page, 'Cy', 'Di');
  change(server, 'Bo', { areaId: 'library' });
  await expectNames(page, 'Bo', 'Cy', 'Di');
  await expect.element(chip('Lounge 1')).toBeVisible();
  (row(page, 'Cy').element() as HTMLElement).focus();
  await page.press('{Tab}');
  await expect.element(list(page).getByRole('button', { name: 'Start chat with Cy' })).toHaveFocus();
  await page.press('{Tab}');
  await expect.element(list(page).getByRole('link', { name: 'Go in, Library (Cy)' })).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await expect.element(widget(page)).toHaveAccessibleName('Who’s here: 4 here, 4 at the event');
});

test('PRESENCE-06f the list is used with the keyboard alone, and the focus stays with the person', async () => {
  const server = serverWith(...attendees('Ann', 'Bo', 'Cy', 'Di'));
  const page = await openLoungePage(server);
  (widget(page).element() as HTMLElement).focus();
  await page.press('{Enter}');
  await expectNames(page, 'Ann', 'Bo', 'Cy', 'Di');
  (search(page).element() as HTMLElement).focus();
  await page.press('{ArrowDown}');
  await expect.element(row(page, 'Ann')).toHaveFocus();
  await page.press('{ArrowDown}{ArrowDown}');
  await expect.element(row(page, 'Cy')).toHaveFocus();
  await page.press('{End}');
  await expect.element(row(page, 'Di')).toHaveFocus();
  await page.press('{ArrowUp}');
  await expect.element(row(page, 'Cy')).toHaveFocus();
  add(server, attendee('Bea'));
  await expectNames(page, 'Ann', 'Bea', 'Bo', 'Cy', 'Di');
  await expect.element(row(page, 'Cy')).toHaveFocus();
  change(server, 'Bo', { areaId: 'lobby' });
  await expectNames(page, 'Ann', 'Bea', 'Cy', 'Di');
  await expect.element(row(page, 'Cy')).toHaveFocus();
  change(server, 'Cy', { areaId: 'lobby' });
  await expectNames(page, 'Ann', 'Bea', 'Di');
  await expect.element(row(page, 'Di')).toHaveFocus();
  await page.press('{Home}');
  await expect.element(row(page, 'Ann')).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(profile(page).getByRole('heading', { name: 'Ann' })).toBeVisible();
  await page.press('{Escape}');
  await expect.element(row(page, 'Ann')).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(list(page)).not.toBeInTheDocument();
  await expect.element(widget(page)).toHaveFocus();
});

/** Waits for ten waitForFrames and the tasks after each, so that the list would have been updated. */
async function waitForFrames({ window }: AppPage): Promise<void> {
  for (let frame = 0; frame < 10; frame++)
    await new Promise((resolve) => window.requestAnimationFrame(() => window.setTimeout(resolve)));
}

test('PRESENCE-06g no row moves while the pointer moves over the list, and statuses are still updated', async () => {
  const server = serverWith(...attendees('Ann', 'Bo', 'Cy'));
  const page = await openLoungePage(server, { prepare: holdTimers((ms) => ms === pointerHoldMs) });
  await openList(page);
  await expectNames(page, 'Ann', 'Bo', 'Cy');
  await page.atRest();
  const before = page.boxOf(row(page, 'Cy'));
  const pointAt = (dx: number) => page.mouse('mouseMoved', { x: before.x + 60 + dx, y: before.y + 20 });
  await pointAt(0);
  add(server, attendee('Abe'));
  await pointAt(1);
  change(server, 'Bo', { areaId: 'lobby' });
  await pointAt(2);
  change(server, 'Ann', { status: 'Busy' });
  await expect.element(row(page, 'Ann')).toHaveAccessibleName(expect.stringMatching(/Busy$/));
  await expect.element(widget(page)).toHaveAttribute('aria-label', 'Who’s here: 4 here, 5 at the event');
  await waitForFrames(page);
  expect(names(page)).toEqual(['Ann', 'Bo', 'Cy']);
  expect(page.boxOf(row(page, 'Cy')).y).toBe(before.y);
  await page.mouse('mouseMoved', { x: 10, y: 10 });
  await expectNames(page, 'Abe', 'Ann', 'Cy');
});

test('PRESENCE-05j a profile lies over the list, follows status and area of the person, and leads back', async () => {
  const server = serverWith(attendee('Bo'));
  const page = await openLoungePage(server);
  await openList(page);
  await search(page).fill('b');
  await row(page, 'Bo').click();
  await expect.element(profile(page).getByText('Available')).toBeVisible();
  await expect.element(profile(page).getByText('Here nowLounge')).toBeVisible();
  change(server, 'Bo', { status: 'Busy' });
  await expect.element(profile(page).getByText('Busy')).toBeVisible();
  change(server, 'Bo', { areaId: 'library' });
  await expect.element(profile(page).getByRole('link', { name: 'Go in, Library' })).toBeVisible();
  remove(server, 'Bo');
  await expect.element(profile(page).getByText('Offline')).toBeVisible();
  await expect.element(profile(page).getByText('Here now')).not.toBeInTheDocument();
  await profile(page).getByRole('button', { name: 'Back to list' }).click();
  await expect.element(profile(page)).not.toBeInTheDocument();
  await expect.element(list(page).getByRole('searchbox')).toHaveValue('b');
  await list(page).getByRole('searchbox').fill('');
  await row(page, 'Shown as').click();
  await profile(page).getByRole('button', { name: 'Close' }).click();
  await expect.element(list(page)).not.toBeInTheDocument();
});

test('a profile is modal when the window becomes as small as a phone, although the list below it was opened later', async () => {
  const page = await openPage(`${lounge}?lang=en&profile=u-Bo`, { server: serverWith(attendee('Bo')) });
  await expect.element(profile(page).getByRole('heading', { name: 'Bo' })).toBeVisible();
  await widget(page).click();
  await expect.element(list(page)).toBeInTheDocument();
  await expect.element(list(page)).not.toBeVisible();
  page.resize(phone.width, phone.height);
  await expect.element(page.getByCSS('main')).toHaveAttribute('aria-hidden', 'true');
  expect(profile(page).element().closest('[aria-hidden], [inert]')).toBeNull();
});

/** Advances the page's clock in steps until the condition holds. */
const passUntil = (page: AppPage, condition: () => boolean): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.advance(200);
        return condition();
      },
      { interval: 20 },
    )
    .toBe(true);

test('PRESENCE-05k without a connection the last state is shown with its age, and a choice fails', async () => {
  const server = serverWith(attendee('Bo'));
  const page = await openLoungePage(server, {
    stopTimeAt: Date.now(),
    allowedErrors: [/\[(SESSION|CONNECTION|VERSION)\]/],
  });
  const label = () => widget(page).element().getAttribute('aria-label');
  const isPresent = (locator: Locator) => () => locator.query() !== null;
  await openList(page);
  await passUntil(page, isPresent(row(page, 'Bo')));
  expect(label()).toMatch(/2 here, 2 at the event$/);
  server.reachable = false;
  server.disconnect();
  const notConnected = list(page).getByText(
    'Not connected. Last updated a moment ago. We’ll reconnect on our own.',
  );
  await passUntil(page, isPresent(notConnected));
  expect(label()).toMatch(/2 here, 2 at the event, updated a moment ago$/);
  expect(names(page)).toEqual(['Bo']);
  await list(page)
    .getByRole('combobox', { name: /^How others see you/ })
    .click();
  const busy = page.getByRole('option', { name: 'Busy' });
  await passUntil(page, isPresent(busy));
  await busy.click();
  await passUntil(page, isPresent(list(page).getByText('Your status wasn’t changed. Please try again.')));
  await expect.element(row(page, 'Ada Lind')).toMatchTextContent('Shown as Available');
  server.reachable = true;
  page.setOnline(true);
  await passUntil(page, () => notConnected.query() === null);
  expect(label()).toMatch(/2 here, 2 at the event$/);
});
