/** The icons of reactions that were sent. Areas download them only where there are reactions. */
import confetti from '@phosphor-icons/core/fill/confetti-fill.svg?raw';
import wave from '@phosphor-icons/core/fill/hand-waving-fill.svg?raw';
import clap from '@phosphor-icons/core/fill/hands-clapping-fill.svg?raw';
import heart from '@phosphor-icons/core/fill/heart-fill.svg?raw';
import idea from '@phosphor-icons/core/fill/lightbulb-fill.svg?raw';
import type { Reaction } from '@foyer/contract';

/** Raw SVG. */
export const risingIcons: Readonly<Record<Reaction, string>> = { clap, heart, idea, wave, confetti };
