import type { AttendeePresence, PresenceStatus } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { usePicture } from '../../platform/profile/usePicture.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { StatusMark } from '../../ui/StatusMark.tsx';
import { usePersonWords } from './usePersonWords.ts';

/** A row that flies by fetches no picture. */
const flyingMs = 120;

/** The generation of the picture, once the face has been here for a moment. */
function useGeneration({ picture }: AttendeePresence): number | undefined {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsResting(true), flyingMs);
    return () => clearTimeout(timer);
  }, []);
  return isResting && picture !== undefined ? Number(picture) : undefined;
}

export interface PersonFaceProps {
  readonly person: AttendeePresence;
  /** Pixels. */
  readonly size: number;
  /** As a mark at its lower edge; its word stands elsewhere. */
  readonly status?: PresenceStatus;
  readonly className?: string;
}

export function PersonFace({ person, size, status, className = '' }: PersonFaceProps) {
  const { nameOf } = usePersonWords();
  const picture = usePicture({ userId: person.uid, generation: useGeneration(person), size: '96' });
  return (
    <span className="relative shrink-0">
      <Avatar userId={person.uid} name={nameOf(person)} size={size} picture={picture} className={className} />
      {status && (
        <span className="absolute -end-0.5 -bottom-0.5 grid size-4 place-items-center rounded-full bg-ground">
          <StatusMark status={status} />
        </span>
      )}
    </span>
  );
}
