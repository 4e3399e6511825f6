/** Helpers of the login journeys: a server with all kinds of login, and the elements of the login page. */
import type { Locator } from '@playwright/test';
import { bizzaboEventId, startBizzabo } from '@foyer/standins/bizzabo';
import { startCvent } from '@foyer/standins/cvent';
import { startSmtp, type SmtpStandin } from '@foyer/standins/smtp';
import { expect, test as base, type FoyerOptions, type Page } from '../harness/fixtures.ts';

interface LoginFixtures {
  /** Options of a server with passwords, registration, ticket platforms and mail; all but the server are stand-ins. */
  loginServer: FoyerOptions;
  smtp: SmtpStandin;
}

export const loginTest = base.extend<object, LoginFixtures>({
  smtp: [
    async ({}, provide) => {
      const smtp = await startSmtp();
      await provide(smtp);
      await smtp.close();
    },
    { scope: 'worker' },
  ],
  loginServer: [
    async ({ smtp }, provide) => {
      const [cvent, bizzabo] = await Promise.all([startCvent(), startBizzabo()]);
      await provide({
        env: { SMTP_URL: smtp.url, MAIL_FROM: 'doors@nightfall.example' },
        login: {
          registration: { allowedDomains: ['nightfall.example'] },
          providers: [
            { type: 'password', displayName: 'Email and password' },
            {
              type: 'bizzabo',
              displayName: 'Bizzabo ticket',
              baseUrl: bizzabo.baseUrl,
              eventId: bizzaboEventId,
              apiKey: 'bizzabo-key',
            },
            {
              type: 'cvent',
              displayName: 'Cvent ticket',
              baseUrl: cvent.baseUrl,
              clientId: 'cvent-client',
              clientSecret: 'cvent-secret',
            },
          ],
        },
      });
      await Promise.all([cvent.stop(), bizzabo.stop()]);
    },
    { scope: 'worker' },
  ],
  server: async ({ loginServer }, provide) => provide(loginServer),
});

export const email = (page: Page): Locator => page.getByLabel('Email', { exact: true });
export const password = (page: Page): Locator => page.getByLabel('Password', { exact: true });
export const newPassword = (page: Page): Locator => page.getByLabel('New password', { exact: true });
export const confirmationNumber = (page: Page): Locator =>
  page.getByLabel(/^(Confirmation|Registration) number$/);
export const enterButton = (page: Page): Locator => page.getByRole('button', { name: 'Enter', exact: true });
export const greeting = (page: Page): Locator => page.getByRole('heading', { name: 'Good to see you' });
/** The message above the form: `error` in red, `info` in green. */
export const message = (page: Page, tone: 'error' | 'info' = 'error'): Locator =>
  page.locator(`[data-tone="${tone}"]`);
/** A login option of the list. */
export const loginOption = (page: Page, name: string): Locator =>
  page.getByRole('listitem').getByRole('button', { name });
export const accountMenu = (page: Page): Locator => page.getByRole('button', { name: 'Account menu' });

/** Chooses email and password in the list, and fills in its form. */
export async function fillCredentials(
  page: Page,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  await loginOption(page, 'Email and password').click();
  await email(page).fill(account.email);
  await password(page).fill(account.password);
}

/** Logs in with the email that the login page has filled in. */
export async function logInWith(page: Page, secret: string): Promise<void> {
  await password(page).fill(secret);
  await enterButton(page).click();
  await expect(accountMenu(page)).toBeVisible();
}

/** The first link in the mails to an address that is not the known one. */
export async function linkFor(smtp: SmtpStandin, address: string, known?: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const mails = await smtp.mailsTo(address, count);
    const link = /https?:\/\/\S+#token=[\w-]+/.exec(mails[count - 1]?.text ?? '')?.[0];
    if (link !== undefined && link !== known) return link;
  }
}
