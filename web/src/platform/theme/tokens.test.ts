import type { Style } from '@foyer/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, hexOr, lch, mix } from './color.ts';
import { cssVariables, deriveTheme, type ThemeColors } from './tokens.ts';

const venues: Readonly<Record<string, Style>> = {
  default: {},
  'yellow on dark green': {
    textColor: '#FFFFFF',
    primaryColor: '#FFC83D',
    secondaryColor: '#2F5D50',
    backgroundColor: '#06231C',
  },
  'violet on white': {
    textColor: '#14122B',
    primaryColor: '#6D28D9',
    secondaryColor: '#E4E0F5',
    backgroundColor: '#FFFFFF',
  },
  'white on black': {
    textColor: '#FFFFFF',
    primaryColor: '#FFFFFF',
    secondaryColor: '#3A3A3A',
    backgroundColor: '#000000',
  },
  'cyan on plum': {
    textColor: '#FFF3FB',
    primaryColor: '#00E5FF',
    secondaryColor: '#7A2E68',
    backgroundColor: '#3B0A30',
  },
};

/** Every pair of text and background in the interface, with the contrast it needs. */
function pairsOf(theme: ThemeColors): [name: string, text: string, ground: string, ratio: number][] {
  const worst = theme.scheme === 'dark' ? '#ffffff' : '#000000';
  const island = mix(theme.ground, worst, theme.islandAlpha);
  const texts = [
    ['ink', theme.ink],
    ['ink-2', theme.ink2],
    ['ink-3', theme.ink3],
    ['primary-text', theme.primaryText],
    ...Object.entries(theme.severity),
  ] as const;
  return [
    ['ink on ground', theme.ink, theme.ground, 7],
    ...texts.map(([name, text]): [string, string, string, number] => [
      `${name} on raised`,
      text,
      theme.raised,
      4.5,
    ]),
    ...texts.map(([name, text]): [string, string, string, number] => [
      `${name} on solid`,
      text,
      theme.solid,
      4.5,
    ]),
    ['on-primary', theme.onPrimary, theme.primary, 4.5],
    ['on-secondary', theme.onSecondary, theme.secondary, 4.5],
    ['ink on an island over any picture', theme.ink, island, 4.5],
    ['ink-2 on an island over any picture', theme.ink2, island, 4.5],
    ...Object.entries(theme.status).map(([name, mark]): [string, string, string, number] => [
      name,
      mark,
      theme.raised,
      3,
    ]),
  ];
}

const unreadable = (theme: ThemeColors): string[] =>
  pairsOf(theme)
    .filter(([, text, ground, ratio]) => contrast(text, ground) < ratio - 0.005)
    .map(
      ([name, text, ground, ratio]) =>
        `${name}: ${text} on ${ground} is ${contrast(text, ground).toFixed(2)}, needs ${ratio}`,
    );

test('AREA-05a a venue without colors has the default ones, and is dark (SHELL-03)', () => {
  expect(deriveTheme({})).toMatchObject({
    scheme: 'dark',
    ground: '#000a33',
    ink: '#ffffff',
    ink2: '#d2d4db',
    solid: '#121b41',
    raised: '#1f274b',
    brand: '#f70041',
    onPrimary: '#ffffff',
    secondary: '#373f60',
  });
});

test.each(Object.entries(venues))('AREA-05b text can be read everywhere in the venue %s', (_, style) => {
  expect(unreadable(deriveTheme(style))).toEqual([]);
});

test('AREA-05c text is readable everywhere whichever four colors a designer chose', () => {
  const color = fc
    .integer({ min: 0, max: 0xff_ff_ff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  const style = fc.record({
    textColor: color,
    primaryColor: color,
    secondaryColor: color,
    backgroundColor: color,
  });
  fc.assert(
    fc.property(style, (colors) => {
      expect(unreadable(deriveTheme(colors))).toEqual([]);
    }),
    { numRuns: 500, seed: 26 },
  );
});

test('AREA-05d a color that carries text keeps its hue, and the brand color stays unchanged', () => {
  const theme = deriveTheme({ primaryColor: '#F70041', backgroundColor: '#000A33' });
  expect(theme.brand).toBe('#f70041');
  expect(Math.abs(lch(theme.primary).h - lch('#f70041').h)).toBeLessThan(3);
  expect(lch(theme.primary).l).toBeLessThan(lch('#f70041').l);
});

test('AREA-05e a light background results in a light scheme with dark text', () => {
  const theme = deriveTheme(venues['violet on white'] ?? {});
  expect(theme.scheme).toBe('light');
  expect(lch(theme.ink).l).toBeLessThan(0.4);
});

test.each([
  'red;} body{display:none',
  'url(https://x.example/)',
  'var(--ink)',
  '#12345',
  '',
  'expression(1)',
])('AREA-05f %j is not a color and never reaches a style', (value) => {
  expect(hexOr(value, '#F70041')).toBe('#f70041');
  const variables = cssVariables(
    deriveTheme({ primaryColor: value, backgroundColor: value, textColor: value }),
  );
  expect(variables).toEqual(cssVariables(deriveTheme({})));
});
