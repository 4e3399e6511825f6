import type { ChatRoom } from '@foyer/contract';
import { AlertSettings } from './AlertSettings.tsx';
import { BrowseGroups } from './BrowseGroups.tsx';
import { Hosts } from './Hosts.tsx';
import { Invite } from './Invite.tsx';
import { Members } from './Members.tsx';
import { NewGroup } from './NewGroup.tsx';
import type { Aside } from './panelView.ts';
import { RoomSearch } from './RoomSearch.tsx';

/** Whether it is about the room that is open. */
export const isAboutRoom = (aside: Aside): boolean => ['members', 'invite', 'search'].includes(aside);

export interface AsideViewProps {
  readonly aside: Aside;
  readonly room: ChatRoom | undefined;
}

export function AsideView({ aside, room }: AsideViewProps) {
  switch (aside) {
    case 'newGroup':
      return <NewGroup />;
    case 'groups':
      return <BrowseGroups />;
    case 'settings':
      return <AlertSettings />;
    case 'hosts':
      return <Hosts />;
    case 'members':
      return room && <Members room={room} />;
    case 'invite':
      return room && <Invite room={room} />;
    default:
      return room && <RoomSearch room={room} />;
  }
}
