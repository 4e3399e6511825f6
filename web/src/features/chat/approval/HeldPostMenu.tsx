/** What a host can do about the author of a held post, as in the menu of any other post. */
import dots from '@phosphor-icons/core/regular/dots-three.svg?raw';
import type { ChatRoom } from '@foyer/contract';
import type { ChatPerson } from '../../../extensions/chatRoom.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { menuEntry } from '../menuEntry.tsx';
import { messageNoun } from '../message/messageNoun.ts';
import { useAuthorEntries } from '../message/useAuthorEntries.ts';
import { useRestrictionEntries } from '../message/useRestrictionEntries.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly room: ChatRoom;
  readonly author: ChatPerson;
}

export function HeldPostMenu({ room, author }: Props) {
  const { t } = useTexts();
  const { t: chat } = useTranslation('chat');
  const entries = [
    ...useAuthorEntries(author).map(({ key, icon, label, run }) => menuEntry(key, icon, label, run)),
    ...useRestrictionEntries(room, author),
  ];
  const label = t('of', { action: chat(`${messageNoun(room)}.actions`), name: author.name });
  return <Menu label={label} entries={entries} trigger={<IconButton svg={dots} size={18} label={label} />} />;
}
