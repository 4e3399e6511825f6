/** The first visit without a valid configuration or a server: never a blank page. */
import { getVenue, getVenueVersion } from '@foyer/contract';
import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage } from '../../testing/page.ts';
import { stubFetch } from '../../ui/stubFetch.testing.ts';

type ConfigResponse = readonly [body: string, status: number];
const missing: ConfigResponse = ['', 404];
const imprint = '/v/nightfall/imprint';

/** Replaces the response to `/ui-config.json` while `response` returns one. */
const configOf = (response: () => ConfigResponse | undefined) =>
  stubFetch((path, _, page) => {
    const [body, status] = response() ?? [];
    return path === '/ui-config.json' && status !== undefined
      ? new page.Response(body, { status })
      : undefined;
  });

const brokenConfigurations = [
  ['missing', missing, /must be next to the index page/],
  ['HTML', ['<!doctype html><p>Sign in to this network', 200], /must be next to the index page/],
  [
    'without its firebase section',
    ['{"i18n":{"defaultLocale":"en","supportedLocales":["en"]},"features":{}}', 200],
    /Failed to retrieve Firebase app configuration/,
  ],
] as const;

test.each(brokenConfigurations)(
  'ERROR-06e ERROR-09b a full page reports a configuration that is %s',
  async (_, broken, text) => {
    let response: ConfigResponse | undefined = broken;
    const page = await openPage(imprint, {
      prepare: configOf(() => response),
      allowedErrors: [/\[UI_CONFIG\]/],
    });
    await expect.element(page.heading('The venue isn’t set up yet')).toBeVisible();
    await expect.element(page.getByRole('alert')).toMatchTextContent(text);
    expect(page.getByRole('dialog').elements()).toEqual([]);
    response = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.heading('Imprint')).toBeVisible();
  },
);

test('SHELL-03a the page is dark while the colors of the venue are unknown', async () => {
  const page = await openPage('/somewhere', {
    prepare: configOf(() => missing),
    allowedErrors: [/\[UI_CONFIG\]/],
  });
  await expect.element(page.heading('The venue isn’t set up yet')).toBeVisible();
  expect(page.window.getComputedStyle(page.document.documentElement).colorScheme).toBe('dark');
});

test('ERROR-04k ERROR-09c the page waits for a server that does not respond, and "Try now" retries at once', async () => {
  const server = new FakeServer();
  const page = await openPage(imprint, { server });
  server.lose(getVenueVersion);
  const loading = page.reload();
  await expect.element(page.getByText('The server isn’t answering.')).toBeVisible();
  await expect.element(page.getByRole('timer')).toMatchTextContent(/Trying again in (2[0-9]|30) s/);
  expect(page.getByRole('dialog').elements()).toEqual([]);
  server.respondTo(getVenueVersion, () => server.version);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
  await loading;
});

test('ERROR-09d after "Cancel" a full page says that the venue is not reachable, and offers to retry', async () => {
  const server = new FakeServer();
  const page = await openPage(imprint, { server, allowedErrors: [/\[VENUE\]/] });
  server.lose(getVenue);
  const loading = page.reload();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.heading('We can’t reach the venue right now')).toBeVisible();
  await loading;
  server.respondTo(getVenue, () => server.venue);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
});
