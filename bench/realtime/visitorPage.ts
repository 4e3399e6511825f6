/** Somebody who comes in by the login page and opens the chat of the venue. */
import type { Page } from '@playwright/test';
import { adminKey } from '../foyer.fixture.ts';

export interface Visitor {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export async function addVisitor(url: string, visitor: Visitor): Promise<void> {
  const answer = await fetch(`${url}/api/admin/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(visitor),
  });
  if (!answer.ok) throw new Error(`the account was refused: ${answer.status} ${await answer.text()}`);
}

/** Logs in, and comes to an area of the big venue. */
export async function comeIn(page: Page, url: string, { email, password }: Visitor): Promise<void> {
  await page.goto(`${url}/v/expo/area/hall-0?lang=en`);
  await page.locator('input[autocomplete=username]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').waitFor();
}

export const panel = (page: Page) => page.locator('[data-dialog="chat"]');
export const log = (page: Page) => panel(page).getByRole('log');

/** Opens the chat of everybody, and waits for its newest messages. */
export async function openRoom(page: Page): Promise<void> {
  await page.locator('[data-dock="chat"]').click();
  await panel(page)
    .getByRole('navigation', { name: 'Rooms' })
    .getByRole('button', { name: 'Everyone at the event' })
    .click();
  await log(page).waitFor();
}
