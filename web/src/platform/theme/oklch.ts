/** Conversion between sRGB and OKLCH (Björn Ottosson's matrices). Channels 0 to 1, hue in degrees. */

export type Rgb = readonly [red: number, green: number, blue: number];

export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

export const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

export function toOklch(color: Rgb): Oklch {
  const [r, g, b] = color.map(toLinear) as unknown as Rgb;
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const greenRed = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const c = Math.hypot(greenRed, blueYellow);
  // Grey has no hue.
  const h = c < 0.000_04 ? 0 : ((Math.atan2(blueYellow, greenRed) * 180) / Math.PI + 360) % 360;
  return { l, c: c < 0.000_04 ? 0 : c, h };
}

function toRgb({ l, c, h }: Oklch): Rgb {
  const angle = (h * Math.PI) / 180;
  const greenRed = c * Math.cos(angle);
  const blueYellow = c * Math.sin(angle);
  const long = (l + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3;
  const medium = (l - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3;
  const short = (l - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3;
  return [
    fromLinear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    fromLinear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    fromLinear(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

const tolerance = 0.000_05;
const isDisplayable = (color: Rgb): boolean =>
  color.every((channel) => channel >= -tolerance && channel <= 1 + tolerance);

/** The displayable color of this lightness and hue with the highest chroma up to the requested one. */
export function toDisplayable(color: Oklch): Rgb {
  const exact = toRgb(color);
  if (isDisplayable(exact)) return exact;
  let low = 0;
  let high = color.c;
  while (high - low > 0.000_1) {
    const c = (low + high) / 2;
    if (isDisplayable(toRgb({ ...color, c }))) low = c;
    else high = c;
  }
  return toRgb({ ...color, c: low });
}
