/** How people and calls are called. */
import type { CallMember } from '@foyer/contract';
import { useChatData } from '../../platform/chat/chatData.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useOthers, useSession } from './session.ts';

export interface CallWords {
  readonly nameOf: (member: Pick<CallMember, 'person'>) => string;
  /** What the call is called: by its group, else by whom it is with. */
  readonly title: string;
  /** Whom one wants to call, where that is known. */
  readonly wanted: string | undefined;
}

const namesShown = 2;

export function useCallWords(): CallWords {
  const { t, language } = useTranslation('call');
  const nameOf = ({ person }: Pick<CallMember, 'person'>): string => person.name ?? t('nameless');
  const wanted = useSession(({ wish }) => wish?.name);
  const names = useOthers().map(nameOf);
  const roomId = useSession(
    ({ call, wish }) => call?.roomId ?? (wish && 'roomId' in wish ? wish.roomId : ''),
  );
  const group = useChatData(({ rooms }) => rooms.get(roomId)?.name);
  if (group !== undefined) return { nameOf, wanted, title: group };
  if (names.length === 0)
    return { nameOf, wanted, title: wanted === undefined ? t('title') : t('titleWith', { names: wanted }) };
  const shown = new Intl.ListFormat(language, { type: 'unit' }).format(names.slice(0, namesShown));
  const count = names.length - namesShown;
  const title = count > 0 ? t('titleMore', { names: shown, count }) : t('titleWith', { names: shown });
  return { nameOf, wanted, title };
}
