import userIcon from '@phosphor-icons/core/regular/user.svg?raw';
import type { ChatPerson, ChatPersonEntry, ChatRoomExtensions } from '../../extensions/chatRoom.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useProfilesModel } from './useProfiles.ts';

function useProfileEntry({ uid, name }: ChatPerson): ChatPersonEntry {
  const { t } = useTranslation('chat');
  const { openAttendee } = useProfilesModel();
  return {
    key: 'profile',
    icon: userIcon,
    label: t('actions.profile', { name }),
    run: () => openAttendee(uid),
  };
}

export const extensions: ChatRoomExtensions = { personEntries: [{ order: 10, useEntry: useProfileEntry }] };
