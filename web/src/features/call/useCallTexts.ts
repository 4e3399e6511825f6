/** The names of participants and the title of the call. */
import type { CallParticipant } from '@foyer/contract';
import { useChat } from '../chat/index.ts';
import { isolate } from '../../platform/i18n/texts.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { memberOf, targetOf } from './model/ownCallState.ts';
import { useCalls } from './useCalls.ts';
import { useOtherParticipants } from './useOwnCall.ts';

export interface CallTexts {
  readonly nameOf: (member: Pick<CallParticipant, 'user'>) => string;
  /** The name of the group, else the names of the other participants. */
  readonly title: string;
  /** The name of the room or user to call, if known. */
  readonly targetName: string | undefined;
}

const maxNames = 2;

export function useCallTexts(): CallTexts {
  const { t, language } = useTranslation('call');
  const nameOf = ({ user }: Pick<CallParticipant, 'user'>): string => user.name ?? t('nameless');
  const targetName = useCalls(({ own }) => targetOf(own)?.name);
  const names = useOtherParticipants().map((member) => isolate(nameOf(member), language));
  const roomId = useCalls(({ own }) => {
    const target = targetOf(own);
    return memberOf(own)?.call.roomId ?? (target && 'roomId' in target ? target.roomId : '');
  });
  const group = useChat(({ rooms }) => rooms.get(roomId)?.name);
  if (group !== undefined) return { nameOf, targetName, title: group };
  if (names.length === 0)
    return {
      nameOf,
      targetName,
      title: targetName === undefined ? t('title') : t('titleWith', { names: targetName }),
    };
  const shown = new Intl.ListFormat(language, { type: 'unit' }).format(names.slice(0, maxNames));
  const count = names.length - maxNames;
  const title = count > 0 ? t('titleMore', { names: shown, count }) : t('titleWith', { names: shown });
  return { nameOf, targetName, title };
}
