import userIcon from '@phosphor-icons/core/regular/user.svg?raw';
import type { ChatPerson, ChatPersonEntry, ChatRoomExtensions } from '../../extensions/chatRoom.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { openAttendeeProfile } from '../../platform/profile/profilePanel.ts';

function useProfileEntry({ uid, name }: ChatPerson): ChatPersonEntry {
  const { t } = useTranslation('chat');
  return {
    key: 'profile',
    icon: userIcon,
    label: t('actions.profile', { name }),
    run: () => openAttendeeProfile(uid),
  };
}

export const extensions: ChatRoomExtensions = { personEntries: [{ order: 10, useEntry: useProfileEntry }] };
