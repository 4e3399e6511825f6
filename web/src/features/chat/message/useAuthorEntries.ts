import { usePersonEntries, type ChatPerson, type ChatPersonEntry } from '../../../extensions/chatRoom.ts';
import { useIsGuest, useOwnId } from '../useOwnId.ts';

const none: readonly ChatPersonEntry[] = [];

/** What other features do with the author of a message, such as showing their profile. None for and by guests. */
export function useAuthorEntries(author: ChatPerson): readonly ChatPersonEntry[] {
  const entries = usePersonEntries(author);
  const ownId = useOwnId();
  const isGuest = useIsGuest();
  return isGuest || author.uid === ownId || author.uid.startsWith('anon-') ? none : entries;
}
