import type { ChatUser } from '@foyer/contract';
import { useFollowedUser } from '../../presence/index.ts';
import { Face } from '../../../ui/Face.tsx';
import { useChatNames } from '../names/useChatNames.ts';

export interface ChatFaceProps {
  readonly user: ChatUser;
  /** Pixels. */
  readonly size: number;
  /** Shows the presence status once it is known. */
  readonly withStatus?: boolean;
}

export function ChatFace({ user, size, withStatus = false }: ChatFaceProps) {
  const { userName } = useChatNames();
  const status = useFollowedUser(withStatus && user.uid !== '' ? user.uid : undefined)?.status;
  return <Face person={user} name={userName(user)} size={size} status={status} />;
}
