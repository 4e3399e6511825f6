/**
 * Chat (CHAT): rooms with messages, in the same order on every node. No acknowledged message is lost.
 *
 * A room is private (two users), a group or a private group (with members and an owner), or built-in: the room of an
 * area or of the venue (`area`, `global`), which has no members but visitors. Discussions of content pieces and social
 * walls (`card`, `wall`) are built-in rooms, too, but unlisted: they have no rows of visitors, nothing in them is unread,
 * and only tabs that have opened one receive its messages. Each room counts its changes: a new
 * message, an edit or a deletion takes the next *sequence number* (`seq`). A message is identified by the number that it
 * got when it was posted (`seq`); its last edit or deletion has its own (`updatedSeq`). So a client that has everything
 * up to a number asks for the changes after it. The *read position* of a user (`readSeq`) is the last change that the
 * user has seen; later messages of others are unread. Users do not see the read positions of others.
 *
 * `rooms/` says which rooms there are and who can read them, `messages/` who may post and how messages are stored,
 * `likes/` who likes them, `comments/` how many there are in discussions, `approval/` posts of walls that wait for a host,
 * `delivery/` which tabs receive them, `moderation/` what hosts can do, `uploads/` files in messages.
 */
import {
  approveChatPost,
  closeChatRoom,
  closeCommentCounts,
  setChatUserBlocked,
  createChatGroup,
  declineChatPost,
  deleteChatMessage,
  editChatMessage,
  transferChatOwnership,
  addChatMembers,
  joinChatGroup,
  leaveChatRoom,
  listChatGroups,
  listChatMembers,
  listChatRooms,
  markChatRead,
  setChatNotifications,
  openChatRoom,
  openCommentCounts,
  getChatMessages,
  removeChatMember,
  renameChatGroup,
  reportChatMessage,
  getChatChanges,
  getChatLikes,
  getChatPosts,
  getChatReplies,
  getHeldChatPosts,
  searchChatMessages,
  sendChatMessage,
  muteChatUser,
  sendChatTyping,
} from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { onCommand, type AnyCommandHandler } from '#platform/realtime/commands';
import type { Connection } from '#platform/realtime/connection';
import { KeyedMutex } from '#platform/concurrency/semaphore';
import { type Actor, actorOf } from './actor.ts';
import type { ChatCallRooms } from './callRooms.ts';
import type { ChatMessageLikes } from './likes/likes.ts';
import { type ChatServices, createServices } from './services.ts';
import type { ChatPorts } from './ports.ts';
import { chatPages, chatRoutes } from './routes.ts';
import { chatMigrations, type ChatTables } from './tables.ts';

const hourMs = 3_600_000;

export interface ChatFeature extends Feature {
  /** Implements the port of the call feature. */
  readonly callRooms: Pick<ChatCallRooms, 'find' | 'blockersOf' | 'getUser' | 'postNotice'>;
  /** Implements the port of the media boards. */
  readonly messageLikes: Pick<ChatMessageLikes, 'add' | 'remove' | 'hasUuid' | 'list'>;
}

export const chatFeature = defineFeature({ migrations: chatMigrations, create });

function create(platform: Platform<ChatTables>, ports: ChatPorts): ChatFeature {
  const { log, clock } = platform;
  const services = createServices(platform, ports);
  const { delivery, readReceipts, rooms, users, spool } = services;
  return {
    routes: chatRoutes(services),
    pages: chatPages(services),
    commands: [
      ...roomCommands(services),
      ...groupCommands(services),
      ...messageCommands(services),
      ...moderationCommands(services),
    ],
    connections: {
      areaChanged: (connection) => {
        rooms
          .onAreaChanged(connection)
          .catch((error: unknown) => log.warn({ err: error }, 'opening the room of an area failed'));
      },
      closed: (connection) => {
        delivery.subscribers.remove(connection);
        services.commentCounts.closeAll(connection);
      },
    },
    callRooms: services.callRooms,
    messageLikes: services.messageLikes,
    onAccountChanged: (accountId) => users.invalidate(accountId),
    personalData: {
      export: async (accountId) => ({ chat: await services.personalData.export(accountId) }),
      erase: (accountId) => services.personalData.erase(accountId),
    },
    jobs: [
      {
        name: 'delete old chat messages and unused uploads',
        everyMs: hourMs,
        run: async () => {
          try {
            await services.retention.deleteExpired();
          } finally {
            // After the messages: their uploads are unused now.
            await services.uploads.deleteUnused();
          }
        },
      },
    ],
    start: async () => {
      await spool.prepare(clock());
      readReceipts.start();
    },
    stop: async () => {
      readReceipts.stop();
      services.liveLikes.stop();
      services.heldPostEvents.stop();
      await services.commentCounts.stop();
    },
  };
}

const roomCommands = (
  { rooms, groups, history }: ChatServices,
  /** Opens and closes rooms in the order of a tab's commands: a room that is closed while it is opened stays closed. */
  mutex = new KeyedMutex(),
): AnyCommandHandler[] => [
  onCommand(listChatRooms, (connection) => rooms.list(connection)),
  onCommand(openChatRoom, async (connection, input) => ({
    room: await mutex.run(connection.id, () => rooms.open(connection, input)),
  })),
  onCommand(closeChatRoom, (connection, { roomId }) =>
    mutex.run(connection.id, () => rooms.close(connection, roomId)),
  ),
  onCommand(listChatGroups, (connection, input) => groups.list(actorOf(connection), input)),
  onCommand(listChatMembers, (connection, { roomId }) => groups.listMembers(actorOf(connection), roomId)),
  onCommand(markChatRead, (connection, { roomId, seq }) => history.markRead(connection, roomId, seq)),
  onCommand(setChatNotifications, (connection, input) => history.setNotifications(connection, input)),
];

/** Changes of groups are rate-limited, because each is published to all members. */
function groupCommands({ rooms, groups, rateLimits }: ChatServices): AnyCommandHandler[] {
  const rateLimited = (connection: Connection, userIds: readonly string[] = []): Actor => {
    const actor = actorOf(connection);
    rateLimits.takeGroupChange(actor, userIds.length);
    return actor;
  };
  return [
    onCommand(createChatGroup, async (connection, input) => {
      const actor = rateLimited(connection, input.userIds);
      const info = await groups.create(actor, input);
      return { room: await rooms.subscribeAndView(connection, actor, info) };
    }),
    onCommand(joinChatGroup, async (connection, { roomId }) => {
      const actor = rateLimited(connection);
      const info = await groups.join(actor, roomId);
      return { room: await rooms.subscribeAndView(connection, actor, info) };
    }),
    onCommand(leaveChatRoom, (connection, { roomId }) => groups.leave(rateLimited(connection), roomId)),
    onCommand(addChatMembers, (connection, { roomId, userIds }) =>
      groups.addMembers(rateLimited(connection, userIds), roomId, userIds),
    ),
    onCommand(removeChatMember, (connection, { roomId, userId }) =>
      groups.removeUser(rateLimited(connection), roomId, userId),
    ),
    onCommand(renameChatGroup, (connection, { roomId, name }) =>
      groups.rename(rateLimited(connection), roomId, name),
    ),
    onCommand(transferChatOwnership, (connection, { roomId, userId }) =>
      groups.transferOwnership(rateLimited(connection), roomId, userId),
    ),
  ];
}

const messageCommands = (
  { messages, history, messageLikes, commentCounts }: ChatServices,
  /** Executes the commands of a tab one after another, in the order in which they were sent. */
  mutex = new KeyedMutex(),
): AnyCommandHandler[] => [
  onCommand(sendChatMessage, (connection, input) =>
    mutex.run(connection.id, () => messages.send(actorOf(connection), input)),
  ),
  onCommand(editChatMessage, async (connection, input) => ({
    message: await mutex.run(connection.id, () => messages.edit(actorOf(connection), input)),
  })),
  onCommand(deleteChatMessage, (connection, input) =>
    mutex.run(connection.id, () => messages.delete(actorOf(connection), input)),
  ),
  onCommand(sendChatTyping, (connection, { roomId }) => messages.sendTyping(actorOf(connection), roomId)),
  onCommand(getChatMessages, (connection, input) => history.getMessages(actorOf(connection), input)),
  onCommand(getChatChanges, (connection, input) => history.getChanges(actorOf(connection), input)),
  onCommand(getChatPosts, (connection, input) => history.getPosts(actorOf(connection), input)),
  onCommand(getChatReplies, (connection, input) => history.getReplies(actorOf(connection), input)),
  onCommand(getChatLikes, (connection, input) => messageLikes.get(actorOf(connection), input)),
  onCommand(openCommentCounts, (connection, input) => commentCounts.open(connection, input)),
  onCommand(closeCommentCounts, (connection, { mediaBoardId }) =>
    commentCounts.close(connection, mediaBoardId),
  ),
  onCommand(searchChatMessages, (connection, input) => history.search(actorOf(connection), input)),
];

const moderationCommands = ({ moderation, reports, heldPosts }: ChatServices): AnyCommandHandler[] => [
  onCommand(setChatUserBlocked, (connection, input) => moderation.setBlocked(actorOf(connection), input)),
  onCommand(reportChatMessage, (connection, input) => reports.add(actorOf(connection), input)),
  onCommand(getHeldChatPosts, (connection, input) => heldPosts.list(actorOf(connection), input)),
  onCommand(approveChatPost, (connection, input) => heldPosts.approve(actorOf(connection), input)),
  onCommand(declineChatPost, (connection, input) => heldPosts.decline(actorOf(connection), input)),
  onCommand(muteChatUser, (connection, input) => moderation.setMuted(actorOf(connection), input)),
];
