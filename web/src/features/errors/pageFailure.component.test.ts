/** The first visit without a valid configuration or a server: never a blank page. */
import { captureMessage, getVenue, getVenueVersion } from '@foyer/contract';
import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage } from '../../testing/page.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
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
  'ERROR-06e ERROR-09b a full page reports a configuration that is %s; the reason is in its details and in the log',
  async (_, broken, text) => {
    let response: ConfigResponse | undefined = broken;
    const logged: string[] = [];
    const page = await openPage(imprint, {
      prepare: (inPage) => {
        configOf(() => response)(inPage);
        const { error } = inPage.console;
        inPage.console.error = (...parts: unknown[]) => {
          logged.push(parts.map(String).join(' '));
          error(...parts);
        };
      },
      allowedErrors: [/\[UI_CONFIG\]/],
    });
    await expect.element(page.heading('The venue isn’t set up yet')).toBeVisible();
    const alert = page.getByRole('alert');
    await expect.element(alert.getByText(/The organisers are still setting it up/)).toBeVisible();
    await expect.element(alert.getByText(text)).not.toBeVisible();
    await alert.getByText('Details for organisers').click();
    await expect.element(alert.getByText(text)).toBeVisible();
    expect(logged.some((line) => line.includes('[UI_CONFIG]') && text.test(line))).toBe(true);
    expect(page.getByRole('dialog').elements()).toEqual([]);
    response = undefined;
    await page.getByRole('button', { name: 'Try now' }).click();
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

test('ERROR-04s a waiting page notices within ten seconds that the server responds again', async () => {
  const server = new FakeServer();
  const page = await openPage(imprint, { server, stopTimeAt: Date.now() });
  server.lose(getVenueVersion);
  const loading = page.reload();
  await expect.element(page.getByRole('timer')).toMatchTextContent('Trying again in 30 s');
  server.respondTo(getVenueVersion, () => server.version);
  await page.advance(10_000);
  await expect.element(page.heading('Imprint')).toBeVisible();
  await loading;
});

test('ERROR-09d after "Cancel" a full page says that the venue is not reachable, and "Try now" retries', async () => {
  const server = new FakeServer();
  const page = await openPage(imprint, { server, allowedErrors: [/\[VENUE\]/] });
  server.lose(getVenue);
  const loading = page.reload();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.heading('We can’t reach the venue right now')).toBeVisible();
  await loading;
  server.respondTo(getVenue, () => server.venue);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
});

test('ERROR-09p a venue that a logged-in user cannot load is reported in the console and not to the server', async () => {
  const server = new FakeServer().signIn().reject(getVenue, { code: 'conflict', status: 418 });
  const logged: string[] = [];
  const page = await openPage('/v/nightfall/area/lounge', {
    server,
    allowedErrors: [/\[VENUE\]/],
    prepare: (inPage) => {
      inPage.console.error = (...parts: unknown[]) => void logged.push(parts.map(String).join(' '));
    },
  });
  await expect.element(page.heading('The venue didn’t load')).toBeVisible();
  expect(logged).toEqual([expect.stringContaining('[VENUE] venue nightfall could not be loaded')]);
  expect(server.calls(captureMessage)).toEqual([]);
});

test.each([
  ['earliest', 0, 5],
  ['latest', 0.999_999, 10],
])(
  'ERROR-09f a page that cannot be loaded is retried automatically, at the %s after the countdown',
  async (_, random, seconds) => {
    const server = new FakeServer();
    server.reachable = false;
    const page = await openPage(imprint, {
      server,
      stopTimeAt: Date.now(),
      allowedErrors: [/\[UI_CONFIG\]/],
      prepare: (inPage) => {
        inPage.Math.random = () => random;
      },
    });
    await expect.element(page.heading('We can’t reach the venue right now')).toBeVisible();
    const timer = page.getByRole('timer');
    await expect.element(timer).toMatchTextContent(`Trying again in ${seconds} s`);
    await page.advance(2_000);
    await expect.element(timer).toMatchTextContent(`Trying again in ${seconds - 2} s`);
    // The next attempt fails too, and the countdown starts again.
    await page.advance((seconds - 2) * 1_000);
    await expect.element(timer).toMatchTextContent(`Trying again in ${seconds} s`);
    server.reachable = true;
    await page.advance(seconds * 1_000);
    await expect.element(page.heading('Imprint')).toBeVisible();
  },
);

test('ERROR-09g every failure of the first load is retried, and the page shows nothing else meanwhile', async () => {
  const server = new FakeServer().reject(getVenue, { code: 'conflict', status: 418 });
  const page = await openPage(imprint, {
    server,
    stopTimeAt: Date.now(),
    allowedErrors: [/\[VENUE\]/],
  });
  await expect.element(page.heading('The venue didn’t load')).toBeVisible();
  const gate = server.hold(getVenue);
  await page.advance(10_000);
  await gate.reached;
  await expect.element(page.heading('The venue didn’t load')).toBeVisible();
  await expect.element(page.getByText('Opening the venue')).not.toBeVisible();
  await expect.element(page.getByRole('timer')).toMatchTextContent('Trying again…');
  server.respondTo(getVenue, () => server.venue);
  gate.release();
  await expect.element(page.heading('Imprint')).toBeVisible();
});

test('ERROR-04t a retry of a page waits as long as the server asks for', async () => {
  const server = new FakeServer().reject(getVenue, { code: 'conflict', status: 418, retryAfter: 60 });
  const page = await openPage(imprint, {
    server,
    stopTimeAt: Date.now(),
    allowedErrors: [/\[VENUE\]/],
  });
  await expect.element(page.getByRole('timer')).toMatchTextContent('Trying again in 60 s');
  const calls = server.calls(getVenue).length;
  page.setOnline(true);
  page.document.dispatchEvent(new page.window.Event('visibilitychange'));
  await page.advance(59_000);
  expect(server.calls(getVenue)).toHaveLength(calls);
  await page.advance(1_000);
  await expect.poll(() => server.calls(getVenue).length).toBe(calls + 1);
});

test('ERROR-09m texts of the configured language that do not download are a full page, and are downloaded again', async () => {
  let isLost = true;
  await interceptFiles('*/assets/language-de*', () => (isLost ? 'lost' : 'real'));
  const server = new FakeServer();
  server.uiConfig = { ...server.uiConfig, i18n: { defaultLocale: 'de', supportedLocales: ['de'] } };
  const page = await openPage(imprint, { server, allowedErrors: [/\[LANGUAGE\]/] });
  await expect.element(page.heading('We can’t reach the venue right now')).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(page.heading('Impressum')).toBeVisible();
});

test('a chosen language that does not download leaves the shown one, and a snackbar says so', async () => {
  let isLost = true;
  await interceptFiles('*/assets/language-de*', () => (isLost ? 'lost' : 'real'));
  const page = await openPage(imprint, { allowedErrors: [/\[LANGUAGE\]/] });
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: /^Language/ }).click();
    await page.getByRole('option', { name }).click();
  };
  await choose('Deutsch');
  await expect.element(page.getByText('This couldn’t be loaded. Please reload the page.')).toBeVisible();
  await expect.element(page.heading('Imprint')).toBeVisible();
  expect(page.window.localStorage.getItem('foyer.language')).toBeNull();
  isLost = false;
  await choose('Deutsch');
  await expect.element(page.heading('Impressum')).toBeVisible();
  expect(page.window.localStorage.getItem('foyer.language')).toBe('de');
});

test('ERROR-09j a failed download of the code of areas, which also reads venues, is repeated at once', async () => {
  await interceptFiles('*/assets/area-*.js*', ({ request: { url } }) =>
    url.includes('?again=') ? 'real' : 'lost',
  );
  const page = await openPage('/v/nightfall/area/lounge');
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
});

test('ERROR-09k a page whose rendering fails is rendered again only on demand', async () => {
  let failures = 0;
  let isFaulty = true;
  const page = await openPage(imprint, {
    stopTimeAt: Date.now(),
    allowedErrors: [/\[GENERAL\]/],
    prepare: ({ document }) => {
      // React calls this method for each element that it renders.
      const createElement = document.createElement.bind(document);
      document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
        if (isFaulty && name === 'article') {
          failures += 1;
          throw new Error('cannot be rendered');
        }
        return createElement(name, options);
      };
    },
  });
  await expect.element(page.heading('The venue didn’t load')).toBeVisible();
  const languages = page.getByRole('combobox', { name: /^Language/ });
  expect(
    languages.elements().filter((button) => page.window.getComputedStyle(button).visibility === 'visible'),
  ).toHaveLength(1);
  await expect.element(page.getByRole('timer')).not.toBeInTheDocument();
  const before = failures;
  await page.advance(60_000);
  expect(failures).toBe(before);
  isFaulty = false;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
});

test('ERROR-09h a page that cannot be loaded tries again at once when the browser is online again', async () => {
  const server = new FakeServer();
  server.reachable = false;
  const page = await openPage(imprint, { server, allowedErrors: [/\[UI_CONFIG\]/] });
  await expect.element(page.heading('We can’t reach the venue right now')).toBeVisible();
  server.reachable = true;
  page.setOnline(true);
  await expect.element(page.heading('Imprint')).toBeVisible();
});
