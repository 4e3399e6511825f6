/** The icons of the reactions. */
import confettiFill from '@phosphor-icons/core/fill/confetti-fill.svg?raw';
import waveFill from '@phosphor-icons/core/fill/hand-waving-fill.svg?raw';
import clapFill from '@phosphor-icons/core/fill/hands-clapping-fill.svg?raw';
import heartFill from '@phosphor-icons/core/fill/heart-fill.svg?raw';
import ideaFill from '@phosphor-icons/core/fill/lightbulb-fill.svg?raw';
import confetti from '@phosphor-icons/core/regular/confetti.svg?raw';
import wave from '@phosphor-icons/core/regular/hand-waving.svg?raw';
import clap from '@phosphor-icons/core/regular/hands-clapping.svg?raw';
import heart from '@phosphor-icons/core/regular/heart.svg?raw';
import idea from '@phosphor-icons/core/regular/lightbulb.svg?raw';
import type { Reaction } from '@foyer/contract';

/** Raw SVG: `icon` for the button, `rising` for a reaction that was sent. */
export const reactionIcons: Readonly<Record<Reaction, { readonly icon: string; readonly rising: string }>> = {
  clap: { icon: clap, rising: clapFill },
  heart: { icon: heart, rising: heartFill },
  idea: { icon: idea, rising: ideaFill },
  wave: { icon: wave, rising: waveFill },
  confetti: { icon: confetti, rising: confettiFill },
};
export const reactions = Object.keys(reactionIcons) as Reaction[];
