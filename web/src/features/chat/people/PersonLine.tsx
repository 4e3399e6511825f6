import { ChatFace } from './ChatFace.tsx';
import type { KnownPerson } from './useKnownPeople.ts';

export interface PersonLineProps {
  readonly person: KnownPerson;
  /** Size of the picture in pixels. */
  readonly size: number;
}

/** One person of a search result: picture, name and role. */
export function PersonLine({ person, size }: PersonLineProps) {
  return (
    <>
      <ChatFace person={person} size={size} withStatus />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-name font-strong">{person.name}</bdi>
        <bdi className="block truncate text-caption text-ink-2">{person.role}</bdi>
      </span>
    </>
  );
}
