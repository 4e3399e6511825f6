import type { Style } from '@foyer/contract';
import { expect, test } from 'vitest';
import { contrast, mix, type Hex } from '../../platform/theme/color.ts';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';

test('HEAD-02b HEAD-09a the header is 60 high without presence, solid on the legal pages and transparent elsewhere', async () => {
  const page = await openPage('/v/nightfall/imprint');
  const header = page.getByRole('banner');
  const background = () => page.window.getComputedStyle(header.element()).backgroundColor;
  await expect.element(page.heading('Imprint')).toBeVisible();
  expect(page.boxOf(header).height).toBe(60);
  expect(background()).toBe('rgb(18, 27, 65)');
  await page.getByRole('link', { name: 'Lounge' }).click();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expect.poll(background).toBe('rgba(0, 0, 0, 0)');
});

test('HEAD-02e everything in a header without presence keeps a distance from the edge of the screen', async () => {
  const page = await openPage('/v/nightfall/area/lounge');
  const header = page.getByRole('banner');
  await expect.element(header.getByText('Lounge', { exact: true })).toBeVisible();
  expect(page.boxOf(header).height).toBe(60);
  const tops = [...header.element().querySelectorAll('.island')].map(
    (each) => each.getBoundingClientRect().top,
  );
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(6);
});

test('in Arabic the page and its header run from right to left', async () => {
  const page = await openPage('/v/nightfall/imprint?lang=ar');
  expect(page.document.documentElement.dir).toBe('rtl');
  await expect
    .poll(() => page.boxOf(page.getByRole('banner').getByRole('link').first()).x)
    .toBeGreaterThan(720);
});

/** A computed color, `rgb(r, g, b)` or `rgba(r, g, b, alpha)`. */
function readColor(color: string): { hex: Hex; alpha: number } {
  const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return { hex: `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`, alpha };
}

/** The texts of the header with their contrast over a white or a black picture, whichever is less. */
function contrastsInHeader(page: AppPage): Record<string, number> {
  const styleOf = (element: Element) => page.window.getComputedStyle(element);
  const header = page.getByRole('banner').element();
  const texts = [...header.querySelectorAll('*')].filter(
    (element) =>
      element.checkVisibility() &&
      !element.matches('.sr-only') &&
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim()),
  );
  return Object.fromEntries(
    texts.map((text) => {
      let surface: Element | null = text;
      while (surface && readColor(styleOf(surface).backgroundColor).alpha === 0)
        surface = surface.parentElement?.closest('header *') ?? null;
      const { hex, alpha } = surface
        ? readColor(styleOf(surface).backgroundColor)
        : { hex: '#000000', alpha: 0 };
      const ink = readColor(styleOf(text).color).hex;
      const overPicture = ['#000000', '#ffffff'].map((picture) => contrast(ink, mix(hex, picture, alpha)));
      return [text.textContent, Math.min(...overPicture)];
    }),
  );
}

const schemes: Readonly<Record<string, Style>> = {
  dark: {},
  light: {
    textColor: '#14122B',
    primaryColor: '#6D28D9',
    secondaryColor: '#E4E0F5',
    backgroundColor: '#FFFFFF',
  },
};

test.for(
  Object.entries(schemes).flatMap(([scheme, style]) =>
    ['picture', 'text'].map((view) => ({ scheme, style, view })),
  ),
)(
  'AREA-05h the texts of the header are readable over any picture: $scheme, $view',
  async ({ style, view }) => {
    const server = new FakeServer().change((architecture) => {
      architecture.style = { ...architecture.style, ...style };
    });
    const page = await openPage(`/v/nightfall/area/lounge?view=${view}`, { server });
    await expect.element(page.getByRole('banner').getByText('Lounge', { exact: true })).toBeVisible();
    for (const size of [undefined, phone]) {
      if (size) page.resize(size.width, size.height);
      await expect
        .poll(() => page.getByRole('banner').getByRole('button', { name: 'Open menu' }).query() !== null)
        .toBe(size !== undefined);
      const contrasts = contrastsInHeader(page);
      expect(Object.keys(contrasts)).toContain('Lounge');
      expect(Object.entries(contrasts).filter(([, ratio]) => ratio < 4.5)).toEqual([]);
    }
  },
);
