/** Choosing a language, and what the choice changes. */
import { expect, test } from 'vitest';
import { FakeServer } from '../testing/fakeServer.ts';
import { openPage, type AppPage } from '../testing/page.ts';

async function chooseLanguage(page: AppPage, name: string): Promise<void> {
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name }).click();
}

const withLocales = (supportedLocales: FakeServer['uiConfig']['i18n']['supportedLocales']): FakeServer => {
  const server = new FakeServer();
  server.uiConfig = { ...server.uiConfig, i18n: { defaultLocale: 'en', supportedLocales } };
  return server;
};

test('HEAD-07b the selector shows when there are several languages, and a choice applies at once', async () => {
  const page = await openPage('/v/nightfall/area/lounge');
  await expect.element(page.getByRole('combobox', { name: 'Language: English' })).toBeVisible();
  await chooseLanguage(page, 'Deutsch');
  await expect.element(page.getByRole('link', { name: 'Datenschutz', exact: true })).toBeVisible();
  expect(page.document.documentElement.lang).toBe('de');
});

test('AREA-06b names of areas and the title of the tab change at once with the language', async () => {
  const page = await openPage('/v/nightfall/area/lounge');
  const footer = page.getByRole('contentinfo');
  await expect.element(footer.getByRole('link', { name: 'Library' })).toBeVisible();
  await chooseLanguage(page, 'العربية');
  await expect.element(footer.getByRole('link', { name: 'المكتبة' })).toBeVisible();
  await expect.poll(() => page.document.title).toMatch(/^الاستراحة/);
});

test('LANG-02f a chosen language is stored, a language from the URL is not', async () => {
  const page = await openPage('/v/nightfall/imprint?lang=ar');
  await expect.poll(() => page.document.documentElement.lang).toBe('ar');
  await page.goto('/v/nightfall/imprint');
  await expect.element(page.heading('Imprint')).toBeVisible();
  await chooseLanguage(page, 'Deutsch');
  await expect.element(page.heading('Impressum')).toBeVisible();
  await page.reload();
  await expect.element(page.heading('Impressum')).toBeVisible();
});

test('LANG-02g without a usable local storage a language can still be chosen', async () => {
  const page = await openPage('/v/nightfall/imprint', {
    prepare: (inPage) => {
      Object.defineProperty(inPage, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'QuotaExceededError');
        },
      });
    },
  });
  await chooseLanguage(page, 'Deutsch');
  await expect.element(page.heading('Impressum')).toBeVisible();
});

test('LANG-03c HEAD-07c with one language there is no selector', async () => {
  const page = await openPage('/v/nightfall/imprint', { server: withLocales(['en']) });
  await expect.element(page.heading('Imprint')).toBeVisible();
  expect(page.getByRole('combobox').elements()).toEqual([]);
});

test('LANG-03d without any language the page is in English and shows a configuration error', async () => {
  const page = await openPage('/v/nightfall/imprint', {
    server: withLocales([]),
    allowedErrors: [/\[LANGUAGE\]/],
  });
  await expect.element(page.getByText('No language is configured for this venue.')).toBeVisible();
  await expect.element(page.heading('Imprint')).toBeVisible();
});

test('SHELL-03h the selector keeps the focus while its list is loading', async () => {
  const page = await openPage('/v/nightfall/imprint');
  const language = page.getByRole('combobox', { name: 'Language' });
  await expect.element(language).toBeVisible();
  (language.element() as HTMLElement).focus();
  let losses = 0;
  new page.window.MutationObserver(() => {
    if (page.focused === page.document.body) losses += 1;
  }).observe(page.document.body, { childList: true, subtree: true });
  await page.press('{ArrowDown}');
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await expect.element(page.getByRole('option').first()).toBeVisible();
  expect(losses).toBe(0);
});
