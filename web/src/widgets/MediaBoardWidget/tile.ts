import type { CSSProperties } from 'react';
import styles from './tile.module.css';

/** Degrees by which the hue is turned, up to 40 to each side: always the same for the same card. */
function turnOf(id: string): number {
  let sum = 0;
  for (let at = 0; at < id.length; at += 1) sum = (sum * 31 + id.charCodeAt(at)) >>> 0;
  return (sum % 9) * 10 - 40;
}

/** The class and style of what a card has in place of a picture. */
export const tileOf = (id: string): { readonly className: string; readonly style: CSSProperties } => ({
  className: styles.tile ?? '',
  style: { '--turn': turnOf(id) } as CSSProperties,
});
