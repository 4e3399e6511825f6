/** Unsaved changes of a profile are kept, and the user is asked before they are discarded. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { saveProfile } from '@foyer/contract';
import type { FakeServer } from '../../../testing/fakeServer.ts';
import type { AppPage } from '../../../testing/page.ts';
import {
  lounge,
  openLounge,
  openOwn,
  openOwnFromMenu,
  panel,
  profileServer,
  saveProfiles,
  visitOwn,
} from '../testing/profilePage.ts';

const question = (page: AppPage): Locator =>
  page.getByRole('alertdialog', { name: 'You have unsaved changes' });
const company = (page: AppPage): Locator => panel(page).getByLabelText('Company');
const choose = (page: AppPage, name: string): Promise<void> =>
  question(page).getByRole('button', { name }).click();
const close = (page: AppPage): Promise<void> => panel(page).getByRole('button', { name: 'Close' }).click();
/** Starts to navigate to another area. */
const goToLibrary = (page: AppPage): Promise<void> => page.getByCSS('footer').getByText('Library').click();

async function expectStillHere(page: AppPage): Promise<void> {
  await expect.element(company(page)).toHaveValue('Nordlys');
  await expect.element(company(page)).toHaveFocus();
  expect(page.path).toBe(lounge);
}

/** Opens the own profile with an unsaved company. */
async function openUnsaved(server: FakeServer): Promise<AppPage> {
  const page = await openOwn(server);
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
  await company(page).fill('Nordlys');
  return page;
}

test('a profile that couldn’t be saved keeps what was typed, and the next try saves it', async () => {
  const server = profileServer().lose(saveProfile);
  const page = await openUnsaved(server);
  const save = panel(page).getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(panel(page).getByRole('alert')).toMatchTextContent('couldn’t be saved');
  await expect.element(company(page)).toHaveValue('Nordlys');
  saveProfiles(server);
  await save.click();
  await expect.element(panel(page).getByText('Profile saved.')).toBeVisible();
});

test('GUARD-07 the panel asks about unsaved changes before it closes', async () => {
  const page = await openUnsaved(profileServer());
  await page.press('{Escape}');
  await expect.element(question(page)).toHaveFocus();
  await choose(page, 'Keep editing');
  await expectStillHere(page);
  await close(page);
  await choose(page, 'Save');
  await expect.element(panel(page)).not.toBeInTheDocument();
  await visitOwn(page);
  await expect.element(panel(page).getByText('Nordlys')).toBeVisible();
});

test('GUARD-07 Escape dismisses the question and returns to the same field', async () => {
  const page = await openUnsaved(profileServer());
  await page.press('{Escape}');
  await expect.element(question(page)).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(question(page)).not.toBeInTheDocument();
  await expectStillHere(page);
  await goToLibrary(page);
  await expect.element(question(page)).toBeVisible();
  await page.press('{Escape}');
  await expect.element(question(page)).not.toBeInTheDocument();
  await expectStillHere(page);
});

test('GUARD-07 navigating to another area waits for the decision about unsaved changes', async () => {
  const server = profileServer();
  const page = await openUnsaved(server);
  await goToLibrary(page);
  await expect.element(question(page)).toBeVisible();
  expect(page.path).toBe(lounge);
  await choose(page, 'Discard');
  await expect.poll(() => page.path).toMatch(/\/library$/);
  await expect.element(panel(page)).not.toBeInTheDocument();
  expect(server.calls(saveProfile)).toEqual([]);
});

test('GUARD-07t leaving the area in the history asks about unsaved changes each time', async () => {
  const page = await openLounge(profileServer());
  await page.getByCSS('footer').getByText('Library').click();
  await expect.poll(() => page.path).toMatch(/\/library$/);
  const library = page.path;
  await openOwnFromMenu(page);
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
  await company(page).fill('Nordlys');
  // Past the entry of the panel.
  const leave = () => page.window.history.go(-2);
  for (const answer of ['Keep editing', 'Keep editing', 'Discard']) {
    leave();
    await expect.element(question(page)).toBeVisible();
    await expect.poll(() => page.path).toBe(library);
    await choose(page, answer);
    await expect.element(question(page)).not.toBeInTheDocument();
  }
  await expect.poll(() => page.path).toBe(lounge);
  await expect.element(panel(page)).not.toBeInTheDocument();
});

test.each([
  ['closing the panel', close],
  ['navigating to another area', goToLibrary],
])('GUARD-07 a save that fails while %s returns to the form and keeps the values', async (_, leave) => {
  const server = profileServer().lose(saveProfile);
  const page = await openUnsaved(server);
  await leave(page);
  await choose(page, 'Save');
  await expect.element(panel(page).getByRole('alert')).toMatchTextContent('couldn’t be saved');
  await expect.element(question(page)).not.toBeInTheDocument();
  expect(page.path).toBe(lounge);
  await expect.element(company(page)).toHaveValue('Nordlys');
  await company(page).fill('Nordlys AS');
  page.back();
  await expect.element(question(page)).toBeVisible();
  expect(page.path).toBe(lounge);
  saveProfiles(server);
  await choose(page, 'Save');
  await expect.element(panel(page)).not.toBeInTheDocument();
  await visitOwn(page);
  await expect.element(panel(page).getByText('Nordlys AS')).toBeVisible();
});

test('GUARD-07 a save with an invalid field returns to that field', async () => {
  const page = await openUnsaved(profileServer());
  await company(page).fill('x'.repeat(256));
  await goToLibrary(page);
  await choose(page, 'Save');
  await expect.element(panel(page).getByRole('alert')).toHaveTextContent('Please check the marked fields.');
  await expect.element(company(page)).toHaveFocus();
  await expect.element(question(page)).not.toBeInTheDocument();
});

test('changes made while a profile is being saved are kept and marked as unsaved', async () => {
  const server = profileServer();
  const page = await openUnsaved(server);
  const save = panel(page).getByRole('button', { name: /^(Save|Saving)$/ });
  const gate = server.hold(saveProfile);
  await save.click();
  await gate.reached;
  await company(page).fill('Nordlys and sons');
  await panel(page).getByLabelText('Job title').fill('Head of Light');
  gate.release();
  await expect
    .element(panel(page).getByText('Changes you’ve made since then aren’t saved yet.'))
    .toBeVisible();
  await expect.element(company(page)).toHaveValue('Nordlys and sons');
  await expect.element(panel(page).getByLabelText('Job title')).toHaveValue('Head of Light');
  await save.click();
  await expect.element(panel(page).getByText('Head of Light, Nordlys and sons')).toBeVisible();
});
