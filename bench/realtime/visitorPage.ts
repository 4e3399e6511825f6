/** A user who logs in on the login page and opens the chat of the venue. */
import type { Page } from '@playwright/test';
import { adminKey } from '../foyer.fixture.ts';

export interface Visitor {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export async function addVisitor(url: string, visitor: Visitor): Promise<void> {
  const response = await fetch(`${url}/api/admin/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(visitor),
  });
  if (!response.ok) throw new Error(`adding the account failed: ${response.status} ${await response.text()}`);
}

/** Logs in and opens an area of the big venue. */
export async function logIn(page: Page, url: string, { email, password }: Visitor): Promise<void> {
  await page.goto(`${url}/v/expo/area/hall-0?lang=en`);
  await page.locator('input[autocomplete=username]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').waitFor();
}

export const chatPanel = (page: Page) => page.locator('[data-dialog="chat"]');
export const chatLog = (page: Page) => chatPanel(page).getByRole('log');

/** Opens the room of the venue and waits for its newest messages. */
export async function openRoom(page: Page): Promise<void> {
  await page.locator('[data-dock="chat"]').click();
  await chatPanel(page)
    .getByRole('navigation', { name: 'Rooms' })
    .getByRole('button', { name: 'Everyone at the event' })
    .click();
  await chatLog(page).waitFor();
}
