import type { ChatUser } from '@foyer/contract';
import { useLoggedInUser } from '../../../platform/state/useLoggedInUser.ts';
import { useChat } from '../useChat.ts';
import { useOwnId } from '../useOwnId.ts';

/** The user as the author of what they are sending, also before the server has returned any message of theirs. */
export function useOwnAuthor(): ChatUser {
  const uid = useOwnId();
  const user = useLoggedInUser();
  const known = useChat(({ users }) => users.get(uid));
  return known ?? (user ? { uid, name: user.name } : { uid, guest: true });
}
