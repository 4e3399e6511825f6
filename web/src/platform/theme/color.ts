/** The color operations of the theme: lightness in OKLCH, mixing in sRGB. */
import { toDisplayable, toLinear, toOklch, type Oklch, type Rgb } from './oklch.ts';

/** `#rrggbb` in lower case. */
export type Hex = string;

function read(color: Hex): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

const byte = (channel: number): number => Math.round(Math.min(1, Math.max(0, channel)) * 255);
const write = (color: Rgb): Hex =>
  `#${color.map((channel) => byte(channel).toString(16).padStart(2, '0')).join('')}`;

/** Returns a valid color as `#rrggbb`, else the fallback, so that no other text reaches a style. */
export function hexOr(value: string | undefined, fallback: Hex): Hex {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value ?? '')?.[1]?.toLowerCase();
  if (digits === undefined) return fallback.toLowerCase();
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

function luminance(color: Hex): number {
  const [r, g, b] = read(color).map(toLinear) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of WCAG, 1 to 21. */
export function contrast(a: Hex, b: Hex): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const lch = (color: Hex): Oklch => toOklch(read(color));

/** The displayable color that is closest in chroma. */
export const hexOf = (l: number, c: number, h: number): Hex => write(toDisplayable({ l, c, h }));

/** The same color, lighter or darker. */
export function withLightness(color: Hex, l: number): Hex {
  const { c, h } = lch(color);
  return hexOf(Math.min(1, Math.max(0, l)), c, h);
}

/** @param share of `over`, 0 to 1 */
export function mix(over: Hex, under: Hex, share: number): Hex {
  const below = read(under);
  return write(
    read(over).map((channel, i) => channel * share + (below[i] ?? 0) * (1 - share)) as unknown as Rgb,
  );
}

/** `r g b`, 0 to 255, for `rgb(… / alpha)`. */
export const triplet = (color: Hex): string => read(color).map(byte).join(' ');

export const lightnessStep = 0.005;

/**
 * The color with the nearest lightness in one direction for which `fits` returns true.
 * @param direction 1 for lighter, -1 for darker
 * @returns undefined if there is none
 */
export function shiftLightness(
  color: Hex,
  direction: 1 | -1,
  fits: (candidate: Hex) => boolean,
): { hex: Hex; by: number } | undefined {
  const { l, c, h } = lch(color);
  if (fits(color)) return { hex: color, by: 0 };
  for (let by = lightnessStep; by <= 1; by += lightnessStep) {
    const next = l + direction * by;
    if (next < 0 || next > 1) break;
    const candidate = hexOf(next, c, h);
    if (fits(candidate)) return { hex: candidate, by };
  }
  const end = direction === 1 ? '#ffffff' : '#000000';
  return fits(end) ? { hex: end, by: Math.abs((direction === 1 ? 1 : 0) - l) } : undefined;
}

/** Moves the lightness of a color away from the background until the contrast suffices. */
export const makeLegible = (color: Hex, under: Hex, ratio: number): Hex => {
  const fits = (candidate: Hex) => contrast(candidate, under) >= ratio;
  const away = lch(under).l < 0.6 ? 1 : -1;
  return (
    (shiftLightness(color, away, fits) ?? shiftLightness(color, away === 1 ? -1 : 1, fits))?.hex ?? color
  );
};
