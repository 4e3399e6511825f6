import type { ChatUser } from '@foyer/contract';
import { usePresence } from '../../../platform/state/presence.ts';
import { Face } from '../../../ui/Face.tsx';
import { useChatNames } from '../names/useChatNames.ts';

export interface ChatFaceProps {
  readonly user: ChatUser;
  /** Pixels. */
  readonly size: number;
  /** Shows the presence status if the user is present. */
  readonly withStatus?: boolean;
}

export function ChatFace({ user, size, withStatus = false }: ChatFaceProps) {
  const { userName } = useChatNames();
  const record = usePresence(({ attendees }) => (withStatus ? attendees.get(user.uid) : undefined));
  const status = record && (record.status ?? 'Available');
  return <Face person={user} name={userName(user)} size={size} status={status} />;
}
