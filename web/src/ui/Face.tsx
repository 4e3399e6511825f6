import type { PresenceStatus } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { usePicture } from '../platform/profile/usePicture.ts';
import { runAfter } from '../platform/time/timers.ts';
import { Avatar } from './Avatar.tsx';
import { StatusMark } from './StatusMark.tsx';

/** In a list that flies by, what is seen no longer than this fetches no picture. */
const flyingMs = 120;

function useIsResting(): boolean {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => runAfter(flyingMs, () => setIsResting(true)), []);
  return isResting;
}

export interface FaceProps {
  readonly person: {
    readonly uid: string;
    /** The generation of their picture. */
    readonly picture?: string | undefined;
  };
  /** What they are called: for the initials, as the name itself stands beside the face. */
  readonly name: string;
  /** Pixels. */
  readonly size: number;
  /** As a mark at its lower edge; its word stands elsewhere. */
  readonly status?: PresenceStatus | undefined;
  readonly className?: string;
}

/** Somebody's face: their picture once it has come, initials until then. */
export function Face({ person: { uid, picture }, name, size, status, className = '' }: FaceProps) {
  const isResting = useIsResting();
  const generation = isResting && picture !== undefined ? Number(picture) : undefined;
  const url = usePicture({ userId: uid, generation, size: size > 64 ? '512' : '96' });
  return (
    <span className="relative shrink-0">
      <Avatar userId={uid} name={name} size={size} picture={url} className={className} />
      {status && (
        <span className="absolute -end-0.5 -bottom-0.5 grid size-4 place-items-center rounded-full bg-ground">
          <StatusMark status={status} />
        </span>
      )}
    </span>
  );
}
