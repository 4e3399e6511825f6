/** For component tests of presence: a server with attendees, and locators for the page. */
import { setPresenceStatus, type AttendeePresence, type ChosenPresence } from '@foyer/contract';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { FakeServer, ada } from '../../../testing/fakeServer.ts';
import { openPage, type AppPage, type PageOptions } from '../../../testing/page.ts';

export const lounge = '/v/nightfall/area/lounge';

/** An attendee, by default in the lounge. */
export const attendee = (name: string, facts: Partial<AttendeePresence> = {}): AttendeePresence => ({
  uid: `u-${name}`,
  name,
  areaId: 'lounge',
  ...facts,
});

export const attendees = (...names: readonly string[]): AttendeePresence[] =>
  names.map((name) => attendee(name));

/** A server with Ada Lind signed in and these other attendees. */
export function serverWith(...others: readonly AttendeePresence[]): FakeServer {
  const server = new FakeServer().signIn(ada);
  server.setAttendees(others);
  for (const { uid, name, title, company } of others)
    server.profiles.set(uid, {
      ...(name !== undefined && { name }),
      ...(title !== undefined && { title }),
      ...(company !== undefined && { company }),
    });
  return server;
}

/** The server accepts Ada's choice of a status and sends it after the response. */
export function acceptChoice(server: FakeServer): void {
  server.onCommand(setPresenceStatus, (choice) => {
    setOwn(server, choice);
    return undefined;
  });
}

export function setOwn(server: FakeServer, choice: ChosenPresence): void {
  server.presenceChoice = { ...choice, idle: false };
  server.setAttendees(server.attendees);
}

/** Changes attendees on the server, which sends the change. */
export const change = (server: FakeServer, name: string, facts: Partial<AttendeePresence>): void =>
  server.setAttendees(server.attendees.map((each) => (each.name === name ? { ...each, ...facts } : each)));
export const add = (server: FakeServer, ...others: readonly AttendeePresence[]): void =>
  server.setAttendees([...server.attendees, ...others]);
export const remove = (server: FakeServer, name: string): void =>
  server.setAttendees(server.attendees.filter((each) => each.name !== name));

export async function openLoungePage(
  server: FakeServer,
  options: PageOptions = {},
  path = lounge,
): Promise<AppPage> {
  const page = await openPage(`${path}?lang=en`, { server, ...options });
  await expect.element(widget(page)).toBeVisible();
  return page;
}

export const widget = (page: AppPage): Locator => page.getByCSS('[data-opens="presence"]');
export const list = (page: AppPage): Locator => page.getByCSS('[data-dialog="presence"]');
export const card = (page: AppPage): Locator => page.getByCSS('[data-dialog="attendee-card"]');
export const profile = (page: AppPage): Locator => page.getByCSS('[data-dialog="profile"]');
/** The attendee's row in the list. */
export const row = (page: AppPage, name: string): Locator =>
  list(page).getByCSS('button.personRow_button').filter({ hasText: name });
/** The names in the list, in order. */
export const names = (page: AppPage): (string | null | undefined)[] =>
  [...page.document.querySelectorAll('[data-dialog="presence"] [data-person]')].map(
    (each) => each.querySelector('bdi')?.textContent,
  );
/** Waits until the list shows exactly these names. */
export const expectNames = (page: AppPage, ...expected: readonly string[]): Promise<void> =>
  expect.poll(() => names(page)).toEqual(expected);

export async function openList(page: AppPage): Promise<void> {
  await widget(page).click();
  await expect.element(list(page).getByRole('heading', { name: 'Who’s here' })).toBeVisible();
}
