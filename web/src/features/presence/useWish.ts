import type { PresenceChoice } from '@foyer/contract';
import { useState } from 'react';
import { choosePresence } from '../../platform/presence/actions.ts';

/** Offline: here, and on nobody's list. */
export type Wish = 'Available' | 'Busy' | 'Offline';
export const wishes: readonly Wish[] = ['Available', 'Busy', 'Offline'];

/** Who is busy and wishes not to be seen is not to be rung up either. */
const choiceOf = (wish: Wish, { status }: PresenceChoice): PresenceChoice =>
  wish === 'Offline' ? { status, invisible: true } : { status: wish, invisible: false };

/** How one wishes to appear: what was chosen last, from the choice until the server says what is so. */
export function useWish(own: PresenceChoice): {
  readonly wish: Wish;
  readonly isAsking: boolean;
  readonly hasFailed: boolean;
  readonly choose: (wish: Wish) => Promise<void>;
} {
  const [asked, setAsked] = useState<Wish>();
  const [hasFailed, setHasFailed] = useState(false);
  const choose = async (wish: Wish): Promise<void> => {
    setAsked(wish);
    setHasFailed(false);
    try {
      await choosePresence(choiceOf(wish, own));
    } catch {
      setHasFailed(true);
    }
    setAsked(undefined);
  };
  const wish = asked ?? (own.invisible ? 'Offline' : own.status);
  return { wish, isAsking: asked !== undefined, hasFailed, choose };
}
