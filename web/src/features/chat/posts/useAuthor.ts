import type { ChatUser } from '@foyer/contract';
import { useLoggedInUser } from '../../../platform/state/useLoggedInUser.ts';
import { useChat } from '../useChat.ts';
import { useOwnId } from '../useOwnId.ts';

/** The author of a message. The user is known also before the server has returned any message of theirs. */
export function useAuthor(uid: string): ChatUser {
  const ownId = useOwnId();
  const user = useLoggedInUser();
  const known = useChat(({ users }) => users.get(uid));
  if (known) return known;
  if (uid !== ownId) return { uid };
  return user ? { uid, name: user.name } : { uid, guest: true };
}
