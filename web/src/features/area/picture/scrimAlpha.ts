/** Computes the opacity of the scrims from the picture, so that text on them is always legible. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** @param hex `#rgb` or `#rrggbb` */
export function rgbOf(hex: string): Rgb {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const value = Number.parseInt(full, 16);
  return { r: (value >> 16) & 255, g: (value >> 8) & 255, b: value & 255 };
}

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance of WCAG 2, 0..1. */
export const luminance = ({ r, g, b }: Rgb): number =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

export function contrast(a: Rgb, b: Rgb): number {
  const [darker, lighter] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const blend = (over: Rgb, under: Rgb, alpha: number): Rgb => ({
  r: over.r * alpha + under.r * (1 - alpha),
  g: over.g * alpha + under.g * (1 - alpha),
  b: over.b * alpha + under.b * (1 - alpha),
});

export const minAlpha = 0.3;
/** Enough for every picture with the usual colors of venues. */
export const defaultMaxAlpha = 0.8;
const maxAlpha = 0.96;
const minContrast = 4.5;

/** The least alpha at which `ink` is legible over `under`. */
function alphaOver(under: Rgb, ink: Rgb, background: Rgb): number {
  for (let alpha = minAlpha; alpha < maxAlpha; alpha += 0.01) {
    if (contrast(ink, blend(background, under, alpha)) >= minContrast) return alpha;
  }
  return maxAlpha;
}

/**
 * The alpha of a scrim over a band of the picture. The pixel at the 95th percentile towards the ink decides.
 * @param band RGBA bytes; an empty band gives the default maximum
 */
export function scrimAlpha(band: Uint8ClampedArray, ink: Rgb, background: Rgb): number {
  const pixels: { rgb: Rgb; light: number }[] = [];
  for (let at = 0; at + 3 < band.length; at += 4) {
    const rgb = { r: band[at] ?? 0, g: band[at + 1] ?? 0, b: band[at + 2] ?? 0 };
    pixels.push({ rgb, light: luminance(rgb) });
  }
  if (pixels.length === 0) return defaultMaxAlpha;
  const towardsInk = luminance(ink) >= luminance(background) ? 1 : -1;
  pixels.sort((a, b) => towardsInk * (a.light - b.light));
  const decisive = pixels[Math.min(pixels.length - 1, Math.floor(pixels.length * 0.95))];
  return decisive ? Math.round(alphaOver(decisive.rgb, ink, background) * 100) / 100 : defaultMaxAlpha;
}
