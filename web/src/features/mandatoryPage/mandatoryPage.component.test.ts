/** Imprint and privacy policy: the sanitized texts of the venue, and the link back. */
import { getMandatoryPages } from '@foyer/contract';
import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage } from '../../testing/page.ts';

const withImprint = (text: string): FakeServer =>
  new FakeServer().change((architecture) => {
    architecture.impress = [{ locale: 'en', text }];
  });

test('PAGE-01a the legal pages show the rich text of the venue in the current language', async () => {
  const server = new FakeServer().change((architecture) => {
    architecture.impress = [
      { locale: 'en', text: '<h2>Who we are</h2><p>A <strong>house</strong> of doors.</p>' },
      { locale: 'de', text: '<h2>Wer wir sind</h2>' },
    ];
  });
  const page = await openPage('/v/nightfall/imprint', { server });
  await expect.element(page.heading('Who we are', 2)).toBeVisible();
  await expect.element(page.getByCSS('strong').filter({ hasText: 'house' })).toBeVisible();
  await page.goto('/v/nightfall/imprint?lang=de');
  await expect.element(page.heading('Wer wir sind', 2)).toBeVisible();
});

test('PAGE-01b the link back leads to the last area, or to the default one', async () => {
  const page = await openPage('/v/nightfall/imprint');
  await page.getByRole('link', { name: 'Back to the area' }).click();
  await expect.poll(() => page.path).toBe('/v/nightfall/area/lobby');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Library' }).click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await footer.getByRole('link', { name: 'Privacy policy' }).click();
  await page.getByRole('link', { name: 'Back to the area' }).click();
  await expect.poll(() => page.path).toBe('/v/nightfall/area/library');
});

test('PAGE-01e a text that starts with the title of its page does not repeat it', async () => {
  const page = await openPage('/v/nightfall/imprint');
  await expect.element(page.getByCSS('.rich-text')).toMatchTextContent('Nightfall 26');
  expect(page.getByRole('heading', { name: 'Imprint', exact: true }).elements()).toHaveLength(1);
  await page.goto('/v/nightfall/imprint?lang=de');
  await expect.element(page.getByCSS('.rich-text')).toMatchTextContent('Nightfall 26');
  expect(page.getByRole('heading', { name: 'Impressum', exact: true }).elements()).toHaveLength(1);
});

test('PAGE-01f texts that did not load before the login are loaded again automatically', async () => {
  const server = new FakeServer().requireLogin().reject(getMandatoryPages, { code: 'conflict', status: 418 });
  const page = await openPage('/v/nightfall/imprint', {
    server,
    stopTimeAt: Date.now(),
    allowedErrors: [/\[VENUE\]/],
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('The venue didn’t load')).toBeVisible();
  await page.advance(10_000);
  await expect.poll(() => server.calls(getMandatoryPages).length).toBeGreaterThan(1);
  await expect.element(page.getByText('The venue didn’t load')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  server.respondTo(getMandatoryPages, () => server.mandatoryPages);
  await page.advance(10_000);
  await expect.element(page.getByText('The venue didn’t load')).not.toBeInTheDocument();
  // React shows the code of rich texts, which is downloaded now, after a delay.
  const shownTexts = async () => {
    await page.advance(100);
    return page.getByCSS('.rich-text').elements().length;
  };
  await expect.poll(shownTexts).toBe(1);
});

test.each([
  '<p>x</p><script>alert(1)</script>',
  '<ScRiPt src=//evil.example>',
  '< script >alert(1)</script>',
])('PAGE-02a a message replaces the text %s', async (text) => {
  const page = await openPage('/v/nightfall/imprint', { server: withImprint(text) });
  await expect
    .element(page.getByRole('note'))
    .toMatchTextContent(/contains something that can’t be shown safely/);
  expect(page.getByCSS('.rich-text').elements()).toEqual([]);
});

test('PAGE-02c rich text is sanitized: it runs no script, loads nothing and has no styles', async () => {
  const alerts: unknown[] = [];
  const page = await openPage('/v/nightfall/imprint', {
    server: withImprint(
      `<p id="ok" style="position:fixed" onclick="alert(1)">kept</p><img src=x onerror=alert(2)><svg/onload=alert(3)>
       <iframe srcdoc="x"></iframe><base href="https://evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">
       <a href="javascript:alert(4)">one</a><a href="https://example.org/">two</a><style>*{display:none}</style>
       <noscript><p title="</noscript><img src=x onerror=alert(5)>"></noscript><form><input name=x></form>`,
    ),
    prepare: (inPage) => {
      inPage.alert = (message) => alerts.push(message);
    },
  });
  const text = page.getByCSS('.rich-text');
  await expect.element(page.getByText('kept')).toBeVisible();
  expect(
    text.element().querySelectorAll('img, svg, iframe, base, meta, style, form, input, [style], [onclick]'),
  ).toHaveLength(0);
  await expect.element(text.getByText('one')).not.toHaveAttribute('href');
  await expect.element(text.getByRole('link', { name: 'two' })).toHaveAttribute('rel', 'noopener noreferrer');
  expect(alerts).toEqual([]);
});
