import type { PresenceStatus } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { useProfilePicture } from './useProfilePicture.ts';
import { runAfter } from '../platform/time/timers.ts';
import { Avatar } from './Avatar.tsx';
import { StatusMark } from './StatusMark.tsx';

/** Delay before a picture is requested, so that a fast scroll does not download any. */
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
  /** For the initials; the name itself is shown next to the picture. */
  readonly name: string;
  /** Pixels. */
  readonly size: number;
  /** Shown as a mark at the lower edge; its text is shown elsewhere. */
  readonly status?: PresenceStatus | undefined;
  readonly className?: string;
}

/** A user's avatar: initials until the picture has loaded. */
export function Face({ person: { uid, picture }, name, size, status, className = '' }: FaceProps) {
  const isResting = useIsResting();
  const generation = isResting && picture !== undefined ? Number(picture) : undefined;
  const url = useProfilePicture({ userId: uid, generation, size: size > 64 ? '512' : '96' });
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
