/**
 * The harness of the journeys: real servers with a venue, requests as a designer, and pages on which a console error,
 * captured error, page error or request to another host fails the test.
 */
import { test as base, expect, type Page, type Request } from '@playwright/test';
import type { FrontendLogMessage, VenueInput } from '@foyer/contract';
import { FaultProxy } from '@foyer/standins/faultProxy';
import { outsideFlags, startOutside, type OutsideStandIn } from '@foyer/standins/outside';
import { ignoreSignOutErrors } from './signOutErrors.ts';
import { Foyer, type TestAccount, type FoyerOptions } from './foyer.ts';

interface Fixtures {
  /** Errors in the console, or captured by the server, that this test allows: `allowed.console.push(/…/)`. */
  allowed: { console: RegExp[]; hosts: string[] };
  /** The server options of a file: `test.use({ server: { login: { providers: [{ type: 'password' }] } } })`. */
  server: FoyerOptions;
  /** The hosts that the pages reach outside of the server. Requests to those that are not allowed fail the test. */
  outside: OutsideStandIn;
  /** The server. Its venue and login options are restored when the test ends. */
  foyer: Foyer;
  /** A proxy between a browser and the server, with another port, that can stall and disconnect. */
  network: FaultProxy;
}

interface WorkerFixtures {
  /** The servers of a worker, started on first use. */
  servers: (options: FoyerOptions) => Promise<Foyer>;
  /** The stand-in of a worker for all hosts outside. */
  outsideOfWorker: OutsideStandIn;
}

/** The error that a request reports to the server instead of the console; undefined for other requests. */
function capturedError(request: Request): string | undefined {
  if (request.method() !== 'POST' || !request.url().endsWith('/api/capture/log')) return undefined;
  const { loglevel, logCategory, messageDetails } = request.postDataJSON() as FrontendLogMessage;
  const { message, details = '' } = messageDetails;
  return loglevel === 'ERROR' ? `[${logCategory}] ${message} ${details}` : undefined;
}

/** Collects console errors, captured errors, page errors and requests to other hosts, which fail the test. */
export function collectErrors(page: Page, own: string, allowed: Fixtures['allowed'], errors: string[]): void {
  const removeExplained = ignoreSignOutErrors(page, errors);
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = `${message.text()} (${message.location().url})`;
    if (allowed.console.some((pattern) => pattern.test(text))) return;
    errors.push(`console.error: ${text}`);
    removeExplained();
  });
  page.on('pageerror', (error) => errors.push(`page error: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'data:' || url.protocol === 'blob:') return;
    if (url.origin !== own && !allowed.hosts.includes(url.host)) errors.push(`request to ${url.origin}`);
    const captured = capturedError(request);
    if (captured !== undefined && !allowed.console.some((pattern) => pattern.test(captured)))
      errors.push(`captured error: ${captured}`);
  });
}

/** The explanation of an error may arrive shortly after it. */
export const expectNoErrors = (errors: readonly string[]): Promise<void> =>
  expect.poll(() => errors, { message: 'errors reported by the browser', timeout: 5_000 }).toEqual([]);

export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: [
    async ({}, provide) => {
      const started = new Map<string, Promise<Foyer>>();
      await provide((options) => {
        const key = JSON.stringify(options);
        const foyer = started.get(key) ?? Foyer.start(options);
        started.set(key, foyer);
        return foyer;
      });
      await Promise.all([...started.values()].map(async (foyer) => (await foyer).close()));
    },
    { scope: 'worker' },
  ],
  outsideOfWorker: [
    async ({}, provide) => {
      const outside = await startOutside();
      await provide(outside);
      await outside.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, outsideOfWorker }, provide) =>
      provide({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), ...outsideFlags(outsideOfWorker.port)],
      }),
    { scope: 'worker' },
  ],
  outside: async ({ outsideOfWorker }, provide) => {
    outsideOfWorker.reset();
    await provide(outsideOfWorker);
  },
  server: [{}, { option: true }],
  foyer: [
    async ({ servers, server }, provide) => {
      const foyer = await servers(server);
      await provide(foyer);
      await foyer.reset();
    },
    { auto: true },
  ],
  baseURL: async ({ foyer }, provide) => provide(foyer.url),
  allowed: async ({}, provide) => provide({ console: [], hosts: [] }),
  network: async ({ foyer, allowed }, provide) => {
    const network = await FaultProxy.start(foyer.url);
    allowed.hosts.push(new URL(network.url).host);
    allowed.console.push(/ERR_|503|WebSocket connection|\[VERSION\]|\[SESSION\]|\[VENUE\]|\[ASSET\]/);
    await provide(network);
    await network.close();
  },
  context: async ({ context, foyer, allowed }, provide) => {
    const errors: string[] = [];
    context.on('page', (page) => collectErrors(page, foyer.url, allowed, errors));
    await provide(context);
    await expectNoErrors(errors);
  },
});

/** Opens a session in the browser of this page, without the login form. */
export async function openSession(page: Page, url: string, { email, password }: TestAccount): Promise<void> {
  const response = await page.context().request.post(`${url}/api/session/sign-in`, {
    data: { email, password },
    headers: { origin: new URL(url).origin },
  });
  if (!response.ok()) throw new Error(`sign-in of ${email}: ${response.status()} ${await response.text()}`);
}

/** Opens a path of the venue as a signed-in user. */
export async function visitAs(
  page: Page,
  foyer: Foyer,
  account: TestAccount,
  path = '/v/nightfall/area/lounge',
): Promise<void> {
  await openSession(page, foyer.url, account);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

/** Signs in on the login page and waits until the user is signed in. */
export async function signIn(page: Page, { email, password }: TestAccount): Promise<void> {
  const passwordOption = page.getByRole('button', { name: 'Email and password' });
  const field = page.getByLabel('Email', { exact: true });
  await expect(passwordOption.or(field).first()).toBeVisible();
  if (!(await field.isVisible())) await passwordOption.click();
  await field.fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

export { expect };
export type { TestAccount, Foyer, FoyerOptions, Page, VenueInput };
