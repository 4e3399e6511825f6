import type { ChatUser } from '@foyer/contract';
import { usePresence } from '../../../platform/state/presence.ts';
import { Face } from '../../../ui/Face.tsx';
import { useChatNames } from '../names/useChatNames.ts';

export interface ChatFaceProps {
  readonly person: ChatUser;
  /** Pixels. */
  readonly size: number;
  /** Shows the presence status if the user is present. */
  readonly withStatus?: boolean;
}

export function ChatFace({ person, size, withStatus = false }: ChatFaceProps) {
  const { personName } = useChatNames();
  const record = usePresence(({ attendees }) => (withStatus ? attendees.get(person.uid) : undefined));
  const status = record && (record.status ?? 'Available');
  return <Face person={person} name={personName(person)} size={size} status={status} />;
}
