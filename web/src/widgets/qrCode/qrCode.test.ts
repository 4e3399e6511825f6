import jsQr from 'jsqr';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { urlLength } from '@foyer/contract/limits';
import { errorCorrectionFor } from './codeCapacity.ts';
import { QrCode } from './QrCode.tsx';
import { shortAddress } from './shortAddress.ts';
import { votingCodeGroups } from './votingCodeGroups.ts';

const pixelsPerModule = 4;

/** The code as pixels, `pixelsPerModule` for each module. */
async function draw(text: string) {
  const markup = renderToStaticMarkup(
    createElement(QrCode, { text, errorCorrection: errorCorrectionFor(text) ?? 'L', label: 'code' }),
  );
  const modules = Number(/viewBox="0 0 (\d+) /.exec(markup)?.[1]);
  const side = modules * pixelsPerModule;
  const svg = markup.replace(
    '<svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"`,
  );
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return { side, pixels: new Uint8ClampedArray(pixels) };
}

test.each([
  ['a short address', 'https://www.menti.com/al5x8gq2k9'],
  ['an address with letters of other scripts', 'https://example.org/مرحبا?q=größe#✓'],
  ['the longest address', `https://example.org/${'a'.repeat(urlLength - 'https://example.org/'.length)}`],
])('WIDGET-13a the code of %s can be decoded', async (_, address) => {
  const { side, pixels } = await draw(address);
  expect(jsQr(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data).toBe(address);
});

test('WIDGET-13b the code has four white modules around it', async () => {
  const { side, pixels } = await draw('https://example.org/');
  const quiet = 4 * pixelsPerModule;
  const isDark = (x: number, y: number): boolean => (pixels[(y * side + x) * 4] ?? 0) < 128;
  const dark = Array.from({ length: side * side }, (_, index) => [index % side, Math.floor(index / side)])
    .map(([x = 0, y = 0]) => ({ x, y }))
    .filter(({ x, y }) => isDark(x, y));
  expect(Math.min(...dark.map(({ x }) => x))).toBe(quiet);
  expect(Math.min(...dark.map(({ y }) => y))).toBe(quiet);
  expect(Math.max(...dark.map(({ x }) => x))).toBe(side - quiet - 1);
  expect(Math.max(...dark.map(({ y }) => y))).toBe(side - quiet - 1);
});

test('WIDGET-10a a voting code is shown in groups of four digits', () => {
  expect(votingCodeGroups('12345678')).toBe('1234 5678');
  expect(votingCodeGroups('1234-567 8')).toBe('1234 5678');
  expect(votingCodeGroups('123456')).toBe('1234 56');
  expect(votingCodeGroups('film-night')).toBe('film-night');
});

test('WIDGET-10b an address is shown as people type it, and a long one by its host', () => {
  expect(shortAddress('https://www.menti.com/al5x8gq2k9')).toBe('menti.com/al5x8gq2k9');
  expect(shortAddress('https://example.org/')).toBe('example.org');
  expect(shortAddress(`https://example.org/${'a'.repeat(60)}`)).toBe('example.org/…');
  // Letters that only look like Latin ones are shown as such.
  expect(shortAddress('https://еxample.org/')).toBe('xn--xample-2of.org');
});
