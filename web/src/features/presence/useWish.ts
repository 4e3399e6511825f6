import type { PresenceChoice } from '@foyer/contract';
import { useState } from 'react';
import { setStatus } from '../../platform/presence/actions.ts';

/** Offline: here, and on nobody's list. */
export type Wish = 'Available' | 'Busy' | 'Offline';
export const wishes: readonly Wish[] = ['Available', 'Busy', 'Offline'];

/** Who is busy and wishes not to be seen is not to be rung up either. */
const choiceOf = (wish: Wish, { status }: PresenceChoice): PresenceChoice =>
  wish === 'Offline' ? { status, invisible: true } : { status: wish, invisible: false };

interface Asked {
  readonly wish: Wish;
  /** How one appeared then; until that changes what was chosen is on its way. */
  readonly own: PresenceChoice;
  readonly isAnswered: boolean;
}

/** How one wishes to appear: what was chosen last, from the choice until the server says what is so. */
export function useWish(own: PresenceChoice): {
  readonly wish: Wish;
  readonly isAsking: boolean;
  readonly hasFailed: boolean;
  readonly choose: (wish: Wish) => Promise<void>;
} {
  const [asked, setAsked] = useState<Asked>();
  const [hasFailed, setHasFailed] = useState(false);
  const choose = async (wish: Wish): Promise<void> => {
    setAsked({ wish, own, isAnswered: false });
    setHasFailed(false);
    try {
      await setStatus(choiceOf(wish, own));
      // The answer comes a moment before what everybody is told.
      setAsked({ wish, own, isAnswered: true });
    } catch {
      setHasFailed(true);
      setAsked(undefined);
    }
  };
  const isAsking = asked?.isAnswered === false;
  const isOnItsWay = isAsking || asked?.own === own;
  const wish = (isOnItsWay && asked?.wish) || (own.invisible ? 'Offline' : own.status);
  return { wish, isAsking, hasFailed, choose };
}
