/** The commands about posts of walls that are held until a host approves them. */
import { approveChatPost, declineChatPost, getHeldChatPosts } from '@foyer/contract';
import { chatPageSize } from '@foyer/contract/limits';
import type { FakeChatStore } from './fakeChatStore.ts';

/** Handles the commands about held posts. */
export function answerHeldPostCommands(chat: FakeChatStore): void {
  chat.handle(getHeldChatPosts, ({ roomId }) => {
    const { held: all, declined: allDeclined, messages } = chat.room(roomId);
    const declined = allDeclined.filter(({ authorId }) => authorId === chat.ownId);
    const held = chat.isHost ? all : all.filter(({ authorId }) => authorId === chat.ownId);
    const seqs = new Set([...held, ...declined].map(({ replyTo }) => replyTo));
    return {
      held: held.slice(0, chatPageSize),
      declined: [...declined],
      repliedTo: messages.filter(({ seq }) => seqs.has(seq)),
      users: chat.users,
      hasMore: held.length > chatPageSize,
    };
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
    const room = chat.room(roomId);
    const held = room.held.find((post) => post.id === id);
    if (held && held.authorId !== chat.ownId) room.decline(id);
    else room.withdraw(id);
    return undefined;
  });
}
