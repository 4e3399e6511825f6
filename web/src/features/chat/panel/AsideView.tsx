import type { ChatRoom } from '@foyer/contract';
import { AlertSettings } from '../alerts/AlertSettings.tsx';
import { BrowseGroups } from '../groups/BrowseGroups.tsx';
import { ModerationView } from '../moderation/ModerationView.tsx';
import { Invite } from '../groups/Invite.tsx';
import { Members } from '../groups/Members.tsx';
import { NewGroup } from '../groups/NewGroup.tsx';
import { RoomSearch } from '../rooms/RoomSearch.tsx';
import type { Aside } from '../model/viewState.ts';

/** Whether the aside refers to the open room. */
export const needsRoom = (aside: Aside): boolean => ['members', 'invite', 'search'].includes(aside);

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
    case 'moderation':
      return <ModerationView />;
    case 'members':
      return room && <Members room={room} />;
    case 'invite':
      return room && <Invite room={room} />;
    default:
      return room && <RoomSearch room={room} />;
  }
}
