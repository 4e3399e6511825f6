import type { ChatPerson } from '@foyer/contract';
import { usePicture } from '../../platform/profile/usePicture.ts';
import { usePresence } from '../../platform/state/presence.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { StatusMark } from '../../ui/StatusMark.tsx';
import { useChatWords } from './useChatWords.ts';

export interface ChatFaceProps {
  readonly person: ChatPerson;
  /** Pixels. */
  readonly size: number;
  /** How they are to be found, where that is known. */
  readonly withStatus?: boolean;
}

export function ChatFace({ person, size, withStatus = false }: ChatFaceProps) {
  const { personName } = useChatWords();
  const generation = person.picture === undefined ? undefined : Number(person.picture);
  const picture = usePicture({ userId: person.uid, generation, size: '96' });
  const record = usePresence(({ attendees }) => attendees.get(person.uid));
  return (
    <span className="relative shrink-0">
      <Avatar userId={person.uid} name={personName(person)} size={size} picture={picture} />
      {withStatus && record && (
        <span className="absolute -end-0.5 -bottom-0.5 grid size-4 place-items-center rounded-full bg-ground">
          <StatusMark status={record.status ?? 'Available'} />
        </span>
      )}
    </span>
  );
}
