import type { CSSProperties } from 'react';
import { hueOf } from '../../platform/profile/face.ts';

/** A little of a face's colour falls on the panel around it. */
export const faceGlow = (userId: string): CSSProperties => ({
  backgroundImage: `linear-gradient(oklch(0.38 0.1 ${hueOf(userId)} / 0.5), transparent 190px)`,
});
