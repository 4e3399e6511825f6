/** The icons of the reactions, for buttons. */
import confetti from '@phosphor-icons/core/regular/confetti.svg?raw';
import wave from '@phosphor-icons/core/regular/hand-waving.svg?raw';
import clap from '@phosphor-icons/core/regular/hands-clapping.svg?raw';
import heart from '@phosphor-icons/core/regular/heart.svg?raw';
import idea from '@phosphor-icons/core/regular/lightbulb.svg?raw';
import type { Reaction } from '@foyer/contract';

/** Raw SVG. */
export const reactionIcons: Readonly<Record<Reaction, string>> = { clap, heart, idea, wave, confetti };
export const reactions = Object.keys(reactionIcons) as Reaction[];
