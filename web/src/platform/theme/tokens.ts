/**
 * Derives all colors of the interface from a venue's four colors. Text always has enough contrast: a color that does not
 * allow it is changed in lightness and keeps its hue.
 */
import { defaultStyle, type Style } from '@foyer/contract';
import {
  contrast,
  hexOf,
  hexOr,
  lch,
  makeLegible,
  mix,
  shiftLightness,
  triplet,
  withLightness,
  type Hex,
} from './color.ts';

export type Scheme = 'dark' | 'light';

export interface ThemeColors {
  readonly scheme: Scheme;
  /** The tint of surfaces: the venue's background, changed only if no text is readable on it. */
  readonly ground: Hex;
  readonly ink: Hex;
  readonly ink2: Hex;
  readonly ink3: Hex;
  readonly solid: Hex;
  readonly raised: Hex;
  readonly primary: Hex;
  readonly onPrimary: Hex;
  /** The venue's unchanged color; never used as or under text. */
  readonly brand: Hex;
  readonly primaryText: Hex;
  readonly secondary: Hex;
  readonly onSecondary: Hex;
  readonly islandAlpha: number;
  readonly status: Readonly<Record<'available' | 'busy' | 'idle' | 'offline', Hex>>;
  readonly severity: Readonly<Record<'danger' | 'warning' | 'info', Hex>>;
  readonly shadow: Hex;
}

const white = '#ffffff';
const textRatio = 4.5;
const inkRatio = 7;
const markRatio = 3;

const status = {
  dark: { available: '#4be3a4', busy: '#ff8f7d', idle: '#ffc857', offline: '#9aa3c7' },
  light: { available: '#0a7a4d', busy: '#b3261e', idle: '#8a5a00', offline: '#6a7089' },
} as const;
const severity = {
  dark: { danger: '#ffab9d', warning: '#ffc857', info: '#8fd0ff' },
  light: { danger: '#a3200f', warning: '#8a5a00', info: '#0b5fa5' },
} as const;

const nearBlack = (ground: Hex): Hex => hexOf(0.18, 0.03, lch(ground).h);

function inkFor(text: Hex, ground: Hex, scheme: Scheme): Hex {
  if (contrast(text, ground) >= inkRatio) return text;
  return scheme === 'dark' ? white : nearBlack(ground);
}

interface Surfaces {
  readonly ground: Hex;
  readonly ink: Hex;
  readonly ink2: Hex;
  readonly ink3: Hex;
  readonly solid: Hex;
  readonly raised: Hex;
}

/** Mixes ink into the raised surface, at least the share, and more if the contrast requires it. */
function softInk(ink: Hex, raised: Hex, share: number): Hex {
  for (let part = share; part < 1; part += 0.01) {
    const mixed = mix(ink, raised, part);
    if (contrast(mixed, raised) >= textRatio) return mixed;
  }
  return ink;
}

function surfacesOn(ground: Hex, text: Hex, scheme: Scheme): Surfaces {
  const ink = inkFor(text, ground, scheme);
  const raised = mix(ink, ground, scheme === 'dark' ? 0.12 : 0.04);
  return {
    ground,
    ink,
    raised,
    solid: scheme === 'dark' ? mix(ink, ground, 0.07) : ground,
    ink2: softInk(ink, raised, scheme === 'dark' ? 0.8 : 0.74),
    ink3: softInk(ink, raised, scheme === 'dark' ? 0.64 : 0.62),
  };
}

/** On a background of medium lightness neither white nor black is readable: changes it until ink has a contrast of 7:1. */
function surfaces(background: Hex, text: Hex, scheme: Scheme): Surfaces {
  const readable = ({ ink, raised, ground }: Surfaces) =>
    contrast(ink, ground) >= inkRatio && contrast(ink, raised) >= textRatio;
  const found = shiftLightness(background, scheme === 'dark' ? -1 : 1, (ground) =>
    readable(surfacesOn(ground, text, scheme)),
  );
  return surfacesOn(found?.hex ?? background, text, scheme);
}

/** A fill and its text: white needs a darker fill, near-black a lighter one. The smaller change wins, with a bonus of 0.08 for white. */
function fill(color: Hex, ground: Hex): { fill: Hex; on: Hex } {
  const black = nearBlack(ground);
  const underWhite = shiftLightness(color, -1, (candidate) => contrast(white, candidate) >= textRatio);
  const underBlack = shiftLightness(color, 1, (candidate) => contrast(black, candidate) >= textRatio);
  if (underWhite && (!underBlack || underWhite.by <= underBlack.by + 0.08))
    return { fill: underWhite.hex, on: white };
  return { fill: underBlack?.hex ?? white, on: black };
}

/** The smallest alpha from a minimum at which a text keeps its contrast above any picture. */
function alphaFor(minimum: number, ground: Hex, scheme: Scheme, text: Hex): number {
  const worst = scheme === 'dark' ? white : '#000000';
  for (let percent = Math.round(minimum * 100); percent < 100; percent += 1) {
    if (contrast(text, mix(ground, worst, percent / 100)) >= textRatio) return percent / 100;
  }
  return 1;
}

const each = <K extends string>(
  colors: Readonly<Record<K, Hex>>,
  change: (color: Hex) => Hex,
): Record<K, Hex> =>
  Object.fromEntries(Object.entries<Hex>(colors).map(([key, color]) => [key, change(color)])) as Record<
    K,
    Hex
  >;

/** Derives the theme from a venue's style; missing and invalid colors are replaced by the defaults. */
export function deriveTheme(style: Style): ThemeColors {
  const background = hexOr(style.backgroundColor, defaultStyle.backgroundColor);
  const scheme: Scheme = lch(background).l < 0.6 ? 'dark' : 'light';
  const base = surfaces(background, hexOr(style.textColor, defaultStyle.textColor), scheme);
  const { ground, ink, ink2, raised } = base;
  const brand = hexOr(style.primaryColor, defaultStyle.primaryColor);
  const primary = fill(brand, ground);
  const given = hexOr(style.secondaryColor, defaultStyle.secondaryColor);
  const secondary = contrast(ink, given) >= textRatio ? { fill: given, on: ink } : fill(given, ground);
  const primaryText = makeLegible(brand, raised, textRatio);
  return {
    ...base,
    scheme,
    brand,
    primary: primary.fill,
    onPrimary: primary.on,
    primaryText,
    secondary: secondary.fill,
    onSecondary: secondary.on,
    islandAlpha: alphaFor(scheme === 'dark' ? 0.72 : 0.82, ground, scheme, ink2),
    status: each(status[scheme], (color) => makeLegible(color, raised, markRatio)),
    severity: each(severity[scheme], (color) => makeLegible(color, raised, textRatio)),
    shadow: withLightness(ground, 0.08),
  };
}

/** The theme as CSS variables; `styles/tokens.css` has the same names with the default venue's values. */
export function cssVariables(theme: ThemeColors): Readonly<Record<`--${string}`, string>> {
  const dark = theme.scheme === 'dark';
  const ground = triplet(theme.ground);
  const ink = triplet(theme.ink);
  const shadow = dark ? triplet(theme.shadow) : '30 32 60';
  const strength = dark ? 1 : 0.5;
  const cast = (alpha: number) => `rgb(${shadow} / ${(alpha * strength).toFixed(3)})`;
  return {
    '--ground': theme.ground,
    '--ground-rgb': ground,
    '--ink': theme.ink,
    '--ink-rgb': ink,
    '--ink-2': theme.ink2,
    '--ink-3': theme.ink3,
    '--solid': theme.solid,
    '--raised': theme.raised,
    '--primary': theme.primary,
    '--on-primary': theme.onPrimary,
    '--brand': theme.brand,
    '--primary-text': theme.primaryText,
    '--secondary': theme.secondary,
    '--on-secondary': theme.onSecondary,
    '--line': `rgb(${ink} / 0.12)`,
    '--field-line': `rgb(${ink} / 0.2)`,
    '--highlight': `rgb(255 255 255 / ${dark ? 0.14 : 0.9})`,
    '--island': `rgb(${ground} / ${theme.islandAlpha})`,
    '--scrim': `rgb(${ground} / 0.58)`,
    '--scrim-light': `rgb(${ground} / 0.4)`,
    '--focus-contrast': `rgb(${ground} / 0.9)`,
    '--shadow-1': `0 1px 2px ${cast(0.3)}, 0 8px 24px ${cast(0.32)}`,
    '--shadow-2': `0 2px 6px ${cast(0.3)}, 0 24px 64px ${cast(0.46)}`,
    '--shadow-3': `0 4px 12px ${cast(0.4)}, 0 40px 120px ${cast(0.74)}`,
    '--available': theme.status.available,
    '--busy': theme.status.busy,
    '--idle': theme.status.idle,
    '--offline': theme.status.offline,
    '--danger': theme.severity.danger,
    '--danger-fill': `rgb(255 120 100 / 0.15)`,
    '--warning': theme.severity.warning,
    '--warning-fill': `rgb(${triplet(theme.severity.warning)} / 0.14)`,
    '--info': theme.severity.info,
    '--info-fill': `rgb(${triplet(theme.severity.info)} / 0.14)`,
  };
}
