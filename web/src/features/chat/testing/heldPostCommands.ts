/** The commands about posts of walls that are held until a host approves them. */
import { approveChatPost, declineChatPost, getHeldChatPosts } from '@foyer/contract';
import { chatPageSize } from '@foyer/contract/limits';
import type { FakeChatStore } from './fakeChatStore.ts';

/** Handles the commands about held posts. */
export function answerHeldPostCommands(chat: FakeChatStore): void {
  chat.handle(getHeldChatPosts, ({ roomId }) => {
    const all = chat.room(roomId).held ?? [];
    const held = chat.isHost ? all : all.filter(({ authorId }) => authorId === chat.ownId);
    return { held: held.slice(0, chatPageSize), users: chat.users, hasMore: held.length > chatPageSize };
  });
  chat.handle(approveChatPost, ({ roomId, id }) => {
    const room = chat.room(roomId);
    const { authorId, text, clientId, replyTo, upload } = room.releaseHeld(id);
    room.post(chat.userOf(authorId) ?? { uid: authorId }, text, {
      clientId,
      ...(replyTo !== undefined && { replyTo }),
      ...(upload && { upload }),
    });
    return undefined;
  });
  chat.handle(declineChatPost, ({ roomId, id }) => {
    chat.room(roomId).releaseHeld(id);
    return undefined;
  });
}
