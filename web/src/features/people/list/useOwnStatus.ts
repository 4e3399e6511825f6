import type { ChosenPresence } from '@foyer/contract';
import { useState } from 'react';
import { track } from '../../../platform/analytics/track.ts';
import { usePresenceModel } from '../../presence/index.ts';

/** `Offline` means invisible: the user is present but not listed for others. */
export type StatusOption = 'Available' | 'Busy' | 'Offline';
export const statusOptions: readonly StatusOption[] = ['Available', 'Busy', 'Offline'];

/** An invisible user keeps the status from before: a busy one stays busy and is not rung. */
const toPresenceChoice = (option: StatusOption, { status }: ChosenPresence): ChosenPresence =>
  option === 'Offline' ? { status, invisible: true } : { status: option, invisible: false };

interface PendingChoice {
  readonly option: StatusOption;
  /** The status on the server at that time. Until it changes, the pending choice is shown. */
  readonly own: ChosenPresence;
  readonly isSaved: boolean;
}

/** The user's own status. After a choice it is shown at once, until the server sends the new status. */
export function useOwnStatus(own: ChosenPresence): {
  readonly option: StatusOption;
  readonly isSaving: boolean;
  readonly hasFailed: boolean;
  readonly choose: (option: StatusOption) => Promise<void>;
} {
  const { setStatus } = usePresenceModel();
  const [pending, setPending] = useState<PendingChoice>();
  const [hasFailed, setHasFailed] = useState(false);
  const choose = async (option: StatusOption): Promise<void> => {
    setPending({ option, own, isSaved: false });
    setHasFailed(false);
    try {
      await setStatus(toPresenceChoice(option, own));
      track('presence', 'status', { kind: option });
      // The response arrives before the event with the new status.
      setPending({ option, own, isSaved: true });
    } catch {
      setHasFailed(true);
      setPending(undefined);
    }
  };
  const isSaving = pending?.isSaved === false;
  const isPending = isSaving || pending?.own === own;
  const option = (isPending && pending?.option) || (own.invisible ? 'Offline' : own.status);
  return { option, isSaving, hasFailed, choose };
}
