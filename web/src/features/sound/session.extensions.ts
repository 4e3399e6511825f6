import { useSound } from '../../platform/sound/soundState.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

export const extensions: SessionExtensions = {
  hosts: [
    {
      order: 40,
      useCondition: () => useSound(({ current }) => current !== null),
      load: () => import('./SoundIsland.tsx'),
      texts: ['sound'],
    },
  ],
};
