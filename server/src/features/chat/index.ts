/** Chat (CHAT): rooms in which people talk, on every node in one order, and nothing that was acknowledged is lost. */
import {
  blockInChat,
  createChatGroup,
  deleteChatMessage,
  editChatMessage,
  handOverChatRoom,
  inviteToChatRoom,
  joinChatRoom,
  leaveChatRoom,
  listChatGroups,
  listChatMembers,
  listChatRooms,
  markChatRead,
  muteChatRoom,
  openChatRoom,
  readChatHistory,
  removeFromChatRoom,
  renameChatRoom,
  reportChatMessage,
  resumeChat,
  searchChat,
  sendChatMessage,
  silenceInChat,
  typeInChat,
} from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { onCommand, type AnyCommandHandler } from '#platform/realtime/commands';
import type { Connection } from '#platform/realtime/connection';
import { KeyedMutex } from '#platform/concurrency/semaphore';
import { type Speaker, speakerOf } from './actor.ts';
import type { ChatCalls } from './calls.ts';
import { chatParts, type ChatParts } from './deps.ts';
import type { ChatPorts } from './ports.ts';
import { chatPages, chatRoutes } from './routes.ts';
import { chatMigrations, type ChatTables } from './tables.ts';

const hourMs = 3_600_000;

export interface ChatFeature extends Feature {
  /** For calls in its rooms. */
  readonly calls: Pick<ChatCalls, 'find' | 'blockersOf' | 'person' | 'notice'>;
}

export const chatFeature = defineFeature({ migrations: chatMigrations, create });

function create(platform: Platform<ChatTables>, ports: ChatPorts): ChatFeature {
  const { realtime, log, clock } = platform;
  const parts = chatParts(platform, ports);
  const { delivery, rooms, people, spool } = parts;
  realtime.listen({
    areaChanged: (connection) => {
      rooms
        .moved(connection)
        .catch((fault: unknown) => log.warn({ err: fault }, 'the room of an area could not be opened'));
    },
    closed: (connection) => delivery.audience.leave(connection),
  });
  return {
    routes: chatRoutes(parts),
    pages: chatPages(parts),
    commands: [
      ...roomCommands(parts),
      ...groupCommands(parts),
      ...messageCommands(parts),
      ...moderationCommands(parts),
    ],
    calls: parts.calls,
    onAccountChanged: (accountId) => people.forget(accountId),
    personalData: {
      name: 'chat',
      export: (accountId) => parts.own.exportOf(accountId),
      erase: (accountId) => parts.own.forget(accountId),
    },
    jobs: [
      {
        name: 'delete old chat messages and unused uploads',
        everyMs: hourMs,
        run: async () => {
          try {
            await parts.retention.sweep();
          } finally {
            // Also the uploads of the messages that are gone now.
            await parts.uploads.sweep();
          }
        },
      },
    ],
    start: async () => {
      await spool.prepare(clock());
    },
  };
}

const roomCommands = ({ rooms, groups, reading }: ChatParts): AnyCommandHandler[] => [
  onCommand(listChatRooms, (connection) => rooms.list(connection)),
  onCommand(openChatRoom, async (connection, input) => ({ room: await rooms.open(connection, input) })),
  onCommand(listChatGroups, (connection, input) => groups.list(speakerOf(connection), input)),
  onCommand(listChatMembers, (connection, { roomId }) => groups.members(speakerOf(connection), roomId)),
  onCommand(markChatRead, (connection, { roomId, seq }) => reading.read(connection, roomId, seq)),
  onCommand(muteChatRoom, (connection, input) => reading.mute(connection, input)),
];

/** Who changes groups does so at a pace: each change is read by everybody in it. */
function groupCommands({ rooms, groups, paces }: ChatParts): AnyCommandHandler[] {
  const paced = (connection: Connection, people: readonly string[] = []): Speaker => {
    const speaker = speakerOf(connection);
    paces.group(speaker, people.length);
    return speaker;
  };
  return [
    onCommand(createChatGroup, async (connection, input) => {
      const speaker = paced(connection, input.userIds);
      const facts = await groups.create(speaker, input);
      return { room: await rooms.hearAndShow(connection, speaker, facts) };
    }),
    onCommand(joinChatRoom, async (connection, { roomId }) => {
      const speaker = paced(connection);
      const facts = await groups.join(speaker, roomId);
      return { room: await rooms.hearAndShow(connection, speaker, facts) };
    }),
    onCommand(leaveChatRoom, (connection, { roomId }) => groups.leave(paced(connection), roomId)),
    onCommand(inviteToChatRoom, (connection, { roomId, userIds }) =>
      groups.invite(paced(connection, userIds), roomId, userIds),
    ),
    onCommand(removeFromChatRoom, (connection, { roomId, userId }) =>
      groups.remove(paced(connection), roomId, userId),
    ),
    onCommand(renameChatRoom, (connection, { roomId, name }) =>
      groups.rename(paced(connection), roomId, name),
    ),
    onCommand(handOverChatRoom, (connection, { roomId, userId }) =>
      groups.handOver(paced(connection), roomId, userId),
    ),
  ];
}

const messageCommands = (
  { talk, reading }: ChatParts,
  /** What a tab asks for in a row is done in that order, also where several commits are under way at once. */
  mutex = new KeyedMutex(),
): AnyCommandHandler[] => [
  onCommand(sendChatMessage, async (connection, input) => ({
    message: await mutex.run(connection.id, () => talk.send(speakerOf(connection), input)),
  })),
  onCommand(editChatMessage, async (connection, input) => ({
    message: await mutex.run(connection.id, () => talk.edit(speakerOf(connection), input)),
  })),
  onCommand(deleteChatMessage, (connection, input) =>
    mutex.run(connection.id, () => talk.delete(speakerOf(connection), input)),
  ),
  onCommand(typeInChat, (connection, { roomId }) => talk.type(speakerOf(connection), roomId)),
  onCommand(readChatHistory, (connection, input) => reading.history(speakerOf(connection), input)),
  onCommand(resumeChat, (connection, input) => reading.resume(speakerOf(connection), input)),
  onCommand(searchChat, (connection, input) => reading.search(speakerOf(connection), input)),
];

const moderationCommands = ({ moderation, reports }: ChatParts): AnyCommandHandler[] => [
  onCommand(blockInChat, (connection, input) => moderation.block(speakerOf(connection), input)),
  onCommand(reportChatMessage, (connection, input) => reports.add(speakerOf(connection), input)),
  onCommand(silenceInChat, (connection, input) => moderation.silence(speakerOf(connection), input)),
];
