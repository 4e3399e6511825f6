import type { Style } from '@foyer/contract';
import { cssVariables, deriveTheme } from './tokens.ts';

/** Applies a venue's theme through the CSSOM, which a strict content security policy allows. */
export function applyTheme(style: Style): void {
  const theme = deriveTheme(style);
  const { documentElement: root } = document;
  for (const [name, value] of Object.entries(cssVariables(theme))) root.style.setProperty(name, value);
  root.dataset['scheme'] = theme.scheme;
  root.style.setProperty('color-scheme', theme.scheme);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme.ground);
}
