import type { CSSProperties } from 'react';
import { hueOf } from '../../ui/initials.ts';

/** The background of a profile panel: a gradient in the color of the user's avatar. */
export const panelGlow = (userId: string): CSSProperties => ({
  backgroundImage: `linear-gradient(oklch(0.38 0.1 ${hueOf(userId)} / 0.5), transparent 190px)`,
});

/** The element that receives the focus when a profile closes that was opened from a menu. */
export const profileOpener = '[data-opens="profile"]';
