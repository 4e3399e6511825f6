/** What the login specs share: the ways in of a server that has them all, and what a person finds on the screen. */
import type { Locator } from '@playwright/test';
import { bizzaboEventId, startBizzabo, type BizzaboStandIn } from '@foyer/standins/bizzabo';
import { startCvent, type CventStandIn } from '@foyer/standins/cvent';
import { startSmtp, type SmtpStandin } from '@foyer/standins/smtp';
import { test as base, type FoyerOptions, type Page } from './harness.ts';

export interface Houses {
  readonly cvent: CventStandIn;
  readonly bizzabo: BizzaboStandIn;
  readonly smtp: SmtpStandin;
  /** Providers of a login file, by what they are. */
  readonly providers: Readonly<Record<'cvent' | 'bizzabo' | 'corp' | 'password', object>>;
  /** A server that can send mails. */
  readonly env: Readonly<Record<string, string>>;
}

/** A spec whose server has these ways in; the platforms and the mail server behind them are stand-ins. */
export const loginTest = (ways: (houses: Houses) => FoyerOptions) =>
  base.extend<object, { houses: Houses }>({
    houses: [
      async ({}, provide) => {
        const [cvent, bizzabo, smtp] = await Promise.all([startCvent(), startBizzabo(), startSmtp()]);
        await provide({
          cvent,
          bizzabo,
          smtp,
          env: { SMTP_URL: smtp.url, MAIL_FROM: 'doors@nightfall.example' },
          providers: {
            cvent: {
              type: 'cvent',
              displayName: 'Cvent ticket',
              baseUrl: cvent.baseUrl,
              clientId: 'cvent-client',
              clientSecret: 'cvent-secret',
            },
            bizzabo: {
              type: 'bizzabo',
              displayName: 'Bizzabo ticket',
              baseUrl: bizzabo.baseUrl,
              eventId: bizzaboEventId,
              apiKey: 'bizzabo-key',
            },
            corp: {
              type: 'oidc',
              id: 'corp',
              displayName: 'Northwind account',
              issuer: 'http://127.0.0.1:9/',
              clientId: 'foyer',
              clientSecret: 'secret',
            },
            password: { type: 'password', displayName: 'Email and password' },
          },
        });
        await Promise.all([cvent.stop(), bizzabo.stop(), smtp.close()]);
      },
      { scope: 'worker' },
    ],
    server: async ({ houses }, provide) => provide(ways(houses)),
  });

export const email = (page: Page): Locator => page.getByLabel('Email', { exact: true });
export const password = (page: Page): Locator => page.getByLabel('Password', { exact: true });
export const number = (page: Page): Locator => page.getByLabel(/^(Confirmation|Registration) number$/);
export const enter = (page: Page): Locator => page.getByRole('button', { name: 'Enter', exact: true });
export const greeting = (page: Page): Locator => page.getByRole('heading', { name: 'Good to see you' });
/** What the form says: `error` in the colour of danger, `info` in green. */
export const message = (page: Page, tone: 'error' | 'info' = 'error'): Locator =>
  page.locator(`[data-tone="${tone}"]`);
export const way = (page: Page, name: string): Locator =>
  page.getByRole('listitem').getByRole('button', { name });
export const accountMenu = (page: Page): Locator => page.getByRole('button', { name: 'Account menu' });

/** Changes the HTML of the login page on its way, and with it the answers that it holds. */
export async function changeLoginPage(page: Page, change: (html: string) => string): Promise<void> {
  await page.route('**/login', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
}

/** Nothing is wider than the screen. */
export const fitsAcross = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
