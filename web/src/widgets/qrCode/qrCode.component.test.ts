/** The QR codes of both types: what they lead to, in words as well, and full screen. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { emulateMedia, openPage, phone, type AppPage } from '../../testing/page.ts';
import { decodeQrCode } from '../testing/decodeQrCode.ts';
import { expectOpen, hotspot, lounge, panel, serverWith, type ContentWidget } from '../testing/widgetPage.ts';

const place = (size?: { readonly width: number; readonly height: number }): ContentWidget['placements'] => [
  { viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 }, ...(size && { size }) },
];
const voteUrl = 'https://www.menti.com/al5x8gq2k9';
const vote: ContentWidget = {
  id: 'vote',
  type: 'MentimeterQrCodeWidget',
  name: 'Vote',
  configurations: [
    {
      id: 'vote',
      name: 'vote',
      cookieProviders: [],
      uris: [{ locale: 'en', uri: voteUrl }],
      votingCode: '12345678',
    },
  ],
  placements: place(),
};
const entry = (
  uris: readonly { readonly locale: 'en' | 'de' | 'ar'; readonly uri: string }[],
  size?: { readonly width: number; readonly height: number },
): ContentWidget => ({
  id: 'entry',
  type: 'SuperEventQrEntryPointWidget',
  name: 'Entry',
  configurations: [
    {
      id: 'entry',
      name: 'entry',
      cookieProviders: [],
      uris: [...uris],
      ...(size && { displayMode: 'EMBEDDED' as const }),
    },
  ],
  placements: place(size),
});

const code = (page: AppPage): Locator => page.getByRole('img', { name: /QR/ });

test('WIDGET-10c the code of a vote leads to its page, with the link and the voting code beside it', async () => {
  const server = serverWith(vote);
  const page = await openPage(lounge, { server });
  await hotspot(page, 'Vote').click();
  await expect.element(code(page)).toBeVisible();
  expect(await decodeQrCode(page, code(page))).toBe(voteUrl);
  const link = panel(page, 'Vote').getByRole('link', { name: 'Open menti.com/al5x8gq2k9 in a new tab' });
  await expect.element(link).toHaveAttribute('href', voteUrl);
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  const copied: string[] = [];
  Object.defineProperty(page.window.navigator, 'clipboard', {
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  await expect.element(panel(page, 'Vote').getByText('1234 5678')).toHaveAttribute('dir', 'ltr');
  await panel(page, 'Vote').getByRole('button', { name: 'Copy code' }).click();
  await expect.element(panel(page, 'Vote').getByRole('status')).toMatchTextContent('Copied');
  expect(copied).toEqual(['12345678']);
  page.document.addEventListener('click', (event) => event.preventDefault());
  await link.click();
  const subject = 'area=lounge widget=vote type=MentimeterQrCodeWidget';
  await expectEvents(server, ['widget', 'url'], [`widget open ${subject}`, `url access ${subject}`]);
});

test('WIDGET-13c the code leads to the address of the current language, on an Arabic phone as well', async () => {
  const server = serverWith(
    entry([
      { locale: 'en', uri: 'https://example.org/entry' },
      { locale: 'ar', uri: 'https://example.org/ar/entry' },
    ]),
  );
  const page = await openPage(`${lounge}?widget=entry&lang=ar`, { server, ...phone });
  await expectOpen(page, 'Entry');
  await expect.element(code(page)).toBeVisible();
  expect(await decodeQrCode(page, code(page))).toBe('https://example.org/ar/entry');
  const link = panel(page, 'Entry').getByRole('link', { name: /example\.org\/ar\/entry/ });
  await expect.element(link.getByCSS('bdi')).toHaveAttribute('dir', 'ltr');
  expect(page.fitsAcross).toBe(true);
  await page.expectAccessible();
});

test('WIDGET-13d EMBEDDED shows the code in the picture, and opens it large', async () => {
  const uri = 'https://example.org/entry';
  const server = serverWith(entry([{ locale: 'en', uri }], { width: 0.2, height: 0.3 }));
  const page = await openPage(lounge, { server });
  const enlarge = page.getByRole('button', { name: 'Show Entry large' });
  await expect.element(enlarge).toBeVisible();
  expect(await decodeQrCode(page, enlarge.getByCSS('svg'))).toBe(uri);
  await enlarge.click();
  await expectOpen(page, 'Entry');
});

test('WIDGET-13e without an address the panel says so', async () => {
  const page = await openPage(`${lounge}?widget=entry`, { server: serverWith(entry([])) });
  await expect.element(panel(page, 'Entry').getByText('Entry has no link yet')).toBeVisible();
});

test('WIDGET-13f an address that is too long for a code is shown as a link only', async () => {
  const uri = `https://example.org/${'ش'.repeat(1_500)}`;
  const server = serverWith(entry([{ locale: 'en', uri }], { width: 0.2, height: 0.3 }));
  const page = await openPage(lounge, { server });
  await page.getByRole('button', { name: 'Show Entry large' }).click();
  await expectOpen(page, 'Entry');
  const link = panel(page, 'Entry').getByRole('link', { name: 'Open example.org/… in a new tab' });
  await expect.element(link).toHaveAttribute('href', uri);
  expect(code(page).query()).toBeNull();
});

test('WIDGET-10d the code can be shown full screen, and Escape leaves it without closing the panel', async () => {
  const page = await openPage(`${lounge}?widget=vote`, { server: serverWith(vote) });
  await expect.element(panel(page, 'Vote').getByText('1234 5678')).toBeVisible();
  const before = page.boxOf(panel(page, 'Vote').getByText('1234 5678')).height;
  await panel(page, 'Vote').getByRole('button', { name: 'Full screen' }).click();
  await expect.element(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
  expect(page.document.fullscreenElement).not.toBeNull();
  expect(page.boxOf(page.getByText('1234 5678')).height).toBeGreaterThan(2 * before);
  await page.press('{Escape}');
  await expect
    .element(panel(page, 'Vote').getByRole('button', { name: 'Full screen', exact: true }))
    .toBeVisible();
  expect(page.document.fullscreenElement).toBeNull();
  await expect.element(panel(page, 'Vote')).toBeVisible();
});

test('WIDGET-13g full screen, a long word of the name breaks into lines', async () => {
  const name = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsausschuss';
  const server = serverWith({ ...entry([{ locale: 'en', uri: 'https://example.org/entry' }]), name });
  const page = await openPage(`${lounge}?widget=entry`, { server });
  await page.getByRole('button', { name: 'Full screen' }).click();
  const title = page.getByCSS('.qrCode_title');
  await expect.element(title).toBeVisible();
  expect(page.boxOf(title).right).toBeLessThanOrEqual(page.window.innerWidth);
  expect(title.element().scrollWidth).toBe(title.element().clientWidth);
});

test('WIDGET-13h only the code, the address and the voting code are printed, black on white', async () => {
  const page = await openPage(`${lounge}?widget=vote`, { server: serverWith(vote) });
  const number = page.getByText('1234 5678');
  await expect.element(number).toBeVisible();
  await emulateMedia({}, 'print');
  await expect.element(code(page)).toBeVisible();
  const shown = [...page.document.body.querySelectorAll('*')].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0,
  );
  const card = page.getByCSS('.qrCode_card').element();
  expect(shown.filter((element) => !card.contains(element) && !element.contains(card))).toEqual([]);
  expect(shown.filter((element) => element.matches('button'))).toEqual([]);
  const styleOf = (element: Element): CSSStyleDeclaration => page.window.getComputedStyle(element);
  expect(styleOf(number.element()).color).toBe('rgb(0, 0, 0)');
  expect(styleOf(page.document.body).backgroundColor).toBe('rgb(255, 255, 255)');
  await expect.element(page.getByText('menti.com/al5x8gq2k9')).toBeVisible();
});
