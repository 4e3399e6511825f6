import microphone from '@phosphor-icons/core/regular/microphone.svg?raw';
import microphoneSlash from '@phosphor-icons/core/regular/microphone-slash.svg?raw';
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?raw';
import userMinus from '@phosphor-icons/core/regular/user-minus.svg?raw';
import { isBuiltInRoom, type ChatRoom } from '@foyer/contract';
import type { ChatPerson } from '../../../extensions/chatRoom.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import type { MenuEntry } from '../../../ui/Menu.tsx';
import { menuEntry } from '../menuEntry.tsx';
import { createChatView } from '../model/view.ts';
import { unmute, useIsMuted } from '../moderation/mutes.ts';
import { messageNoun } from './messageNoun.ts';
import { useIsGuest, useIsHost, useOwnId } from '../useOwnId.ts';

/** What restricts the author of a message: users block them, hosts also mute them and remove them from the room. */
export function useRestrictionEntries(room: ChatRoom, { uid, name }: ChatPerson): readonly MenuEntry[] {
  const realtime = useVisit().get(createRealtime);
  const { openDialog } = useVisit().get(createChatView);
  const showSnackbar = useShowSnackbar();
  const { t } = useTranslation('chat');
  const isOwn = uid === useOwnId();
  const isHost = useIsHost();
  const isGuest = useIsGuest();
  const isMuted = useIsMuted(uid);
  if (isOwn) return [];
  const about = { uid, name };
  const runUnmute = async (): Promise<void> => {
    try {
      await unmute(realtime, uid);
      showSnackbar(t('done.unmute', { name }), { tone: 'success' });
    } catch {
      showSnackbar(t('actionFailed'), { tone: 'warning' });
    }
  };
  const all: (MenuEntry | false)[] = [
    !isGuest &&
      menuEntry('block', prohibit, t('actions.block', { name }), () =>
        openDialog({ kind: 'block', ...about }),
      ),
    isHost &&
      isMuted &&
      menuEntry('unmute', microphone, t('actions.unmute', { name }), () => void runUnmute()),
    isHost &&
      !isMuted &&
      menuEntry('mute', microphoneSlash, t('actions.mute', { name }), () =>
        openDialog({ kind: 'mute', ...about }),
      ),
    isHost &&
      isBuiltInRoom(room) &&
      menuEntry('removeFromRoom', userMinus, t(`${messageNoun(room)}.removeFromRoom.action`, { name }), () =>
        openDialog({ kind: 'removeFromRoom', roomId: room.id, ...about }),
      ),
  ];
  return all.filter((each) => each !== false);
}
