/** Unsaved changes of a profile: kept, asked about, and never lost. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { saveProfile } from '@foyer/contract';
import type { FakeServer } from '../../testing/fakeServer.ts';
import type { AppPage } from '../../testing/page.ts';
import { lounge, openOwn, panel, profileServer, saveProfiles, visitOwn } from './profile.testing.ts';

const question = (page: AppPage): Locator =>
  page.getByRole('alertdialog', { name: 'You have unsaved changes' });
const company = (page: AppPage): Locator => panel(page).getByLabelText('Company');
const answer = (page: AppPage, name: string): Promise<void> =>
  question(page).getByRole('button', { name }).click();
const close = (page: AppPage): Promise<void> => panel(page).getByRole('button', { name: 'Close' }).click();
/** Starts to leave for another area. */
const walkOn = (page: AppPage): Promise<void> => page.getByCSS('footer').getByText('Library').click();

async function expectStillHere(page: AppPage): Promise<void> {
  await expect.element(company(page)).toHaveValue('Nordlys');
  await expect.element(company(page)).toHaveFocus();
  expect(page.path).toBe(lounge);
}

/** The own profile with an unsaved company. */
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
  await answer(page, 'Keep editing');
  await expectStillHere(page);
  await close(page);
  await answer(page, 'Save');
  await expect.element(panel(page)).not.toBeInTheDocument();
  await visitOwn(page);
  await expect.element(panel(page).getByText('Nordlys')).toBeVisible();
});

test('GUARD-07 Escape dismisses the question, and editing goes on in the same field', async () => {
  const page = await openUnsaved(profileServer());
  await page.press('{Escape}');
  await expect.element(question(page)).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(question(page)).not.toBeInTheDocument();
  await expectStillHere(page);
  await walkOn(page);
  await expect.element(question(page)).toBeVisible();
  await page.press('{Escape}');
  await expect.element(question(page)).not.toBeInTheDocument();
  await expectStillHere(page);
});

test('GUARD-07 leaving for another area waits for the answer about unsaved changes', async () => {
  const server = profileServer();
  const page = await openUnsaved(server);
  await walkOn(page);
  await expect.element(question(page)).toBeVisible();
  expect(page.path).toBe(lounge);
  await answer(page, 'Discard');
  await expect.poll(() => page.path).toMatch(/\/library$/);
  await expect.element(panel(page)).not.toBeInTheDocument();
  expect(server.calls(saveProfile)).toEqual([]);
});

test.each([
  ['closing the panel', close],
  ['leaving for another area', walkOn],
])('GUARD-07 a save that fails while %s leads back to the form, with everything typed', async (_, leave) => {
  const server = profileServer().lose(saveProfile);
  const page = await openUnsaved(server);
  await leave(page);
  await answer(page, 'Save');
  await expect.element(panel(page).getByRole('alert')).toMatchTextContent('couldn’t be saved');
  await expect.element(question(page)).not.toBeInTheDocument();
  expect(page.path).toBe(lounge);
  await expect.element(company(page)).toHaveValue('Nordlys');
  await company(page).fill('Nordlys AS');
  page.back();
  await expect.element(question(page)).toBeVisible();
  expect(page.path).toBe(lounge);
  saveProfiles(server);
  await answer(page, 'Save');
  await expect.element(panel(page)).not.toBeInTheDocument();
  await visitOwn(page);
  await expect.element(panel(page).getByText('Nordlys AS')).toBeVisible();
});

test('GUARD-07 a save with an invalid field leads back to that field', async () => {
  const page = await openUnsaved(profileServer());
  await company(page).fill('x'.repeat(256));
  await walkOn(page);
  await answer(page, 'Save');
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
