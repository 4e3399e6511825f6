import { ChatFace } from './ChatFace.tsx';
import type { KnownUser } from './useKnownPeople.ts';

export interface PersonLineProps {
  readonly user: KnownUser;
  /** Size of the picture in pixels. */
  readonly size: number;
}

/** A user in search results: picture, name and role. */
export function PersonLine({ user, size }: PersonLineProps) {
  return (
    <>
      <ChatFace user={user} size={size} withStatus />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-name font-strong">{user.name}</bdi>
        <bdi className="block truncate text-caption text-ink-2">{user.role}</bdi>
      </span>
    </>
  );
}
