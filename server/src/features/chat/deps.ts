/** The parts of chat, made of each other. */
import { join } from 'node:path';
import { chatUploadsAtOnce } from '@foyer/contract/limits';
import type { Platform } from '#platform/feature';
import { once } from '#platform/concurrency/once';
import { Spool, type SpoolLimits } from '#platform/uploads/spool';
import { ChatCalls } from './calls.ts';
import { ChatDelivery } from './delivery/delivery.ts';
import { ChatPoll } from './delivery/reconciliation.ts';
import { ChatReading } from './messages/history.ts';
import { ChatHistoryStore } from './messages/historyStore.ts';
import { ChatTalk } from './messages/messages.ts';
import { ChatMessageStore } from './messages/messageStore.ts';
import { ChatRestraints } from './messages/postingRules.ts';
import { ChatModeration } from './moderation/moderation.ts';
import { ChatRecord } from './moderation/moderationLog.ts';
import { ChatReports } from './moderation/reports.ts';
import { ChatStanding } from './moderation/standing.ts';
import { ChatOwn } from './personalData.ts';
import type { ChatPorts } from './ports.ts';
import { ChatPaces } from './rateLimits.ts';
import { ChatRetention } from './retention.ts';
import { builtInRoomsOf } from './rooms/builtInRooms.ts';
import { ChatGroups } from './rooms/groups.ts';
import { ChatExport } from './rooms/roomExport.ts';
import { ChatRooms } from './rooms/rooms.ts';
import { ChatRoomStore } from './rooms/roomStore.ts';
import { ChatViews } from './rooms/roomViews.ts';
import { ChatViewStore } from './rooms/roomViewStore.ts';
import type { ChatTables } from './tables.ts';
import { ChatUploads, largestUpload } from './uploads/uploads.ts';
import { ChatUploadStore } from './uploads/uploadStore.ts';
import { ChatPeople } from './users.ts';

const reconcileEveryMs = 5_000;

const spoolLimits: SpoolLimits = {
  bytes: largestUpload,
  idleMs: 25_000,
  totalMs: 300_000,
  parallel: 100,
  parallelOfOne: chatUploadsAtOnce,
};

export interface ChatParts {
  readonly delivery: ChatDelivery;
  readonly rooms: ChatRooms;
  readonly groups: ChatGroups;
  readonly talk: ChatTalk;
  readonly reading: ChatReading;
  readonly people: ChatPeople;
  readonly calls: ChatCalls;
  readonly uploads: ChatUploads;
  readonly exports: ChatExport;
  readonly retention: ChatRetention;
  readonly spool: Spool;
  readonly moderation: ChatModeration;
  readonly reports: ChatReports;
  readonly record: ChatRecord;
  readonly own: ChatOwn;
  readonly paces: ChatPaces;
}

export function chatParts(platform: Platform<ChatTables>, ports: ChatPorts): ChatParts {
  const { storage, blobs, clock, cluster, realtime, log, config, secrets } = platform;
  const { describe } = ports;
  const standing = builtInRoomsOf(ports.shownArchitecture, clock);
  const store = new ChatRoomStore(storage);
  const viewStore = new ChatViewStore(storage);
  const messages = new ChatMessageStore(storage);
  const history = new ChatHistoryStore(storage);
  const people = new ChatPeople({ describe, clock });
  const views = new ChatViews({ store: viewStore, people, standing, clock });
  const delivery = new ChatDelivery({ rooms: store, history, views, people, cluster, realtime, log });
  const rooms = new ChatRooms({ store, views, people, delivery, standing, clock });
  const restraints = new ChatRestraints({ rooms, store, messages, viewStore, clock });
  const paces = new ChatPaces(clock);
  const spool = new Spool(join(config.dataDir, 'spool-chat'), spoolLimits);
  const uploads = new ChatUploads({
    store: new ChatUploadStore(storage),
    messages,
    rooms,
    restraints,
    blobs,
    spool,
    paces,
    key: once(() => secrets.key('chat-file')),
    clock,
  });
  const record = new ChatRecord({ storage, people, clock });
  const retention = new ChatRetention({ storage, delivery, clock, days: config.chatRetentionDays });
  const groups = new ChatGroups({
    store,
    viewStore,
    rooms,
    restraints,
    people,
    delivery,
    record,
    standing: new ChatStanding({ store, delivery, record, clock }),
    clock,
  });
  const talk = new ChatTalk({ messages, rooms, restraints, uploads, record, people, delivery, paces, clock });
  const poll = new ChatPoll({ store, delivery });
  // A node without others knows all changes.
  if (!cluster.alone) cluster.reconcile('chat', () => poll.reconcile(), reconcileEveryMs);
  return {
    delivery,
    rooms,
    people,
    uploads,
    spool,
    groups,
    talk,
    calls: new ChatCalls({ rooms, store, viewStore, messages, people, delivery, clock }),
    reading: new ChatReading({ history, rooms, store, people, delivery, clock }),
    exports: new ChatExport({ rooms, views, history, people }),
    retention,
    moderation: new ChatModeration({ storage, store, people, delivery, record, clock }),
    reports: new ChatReports({ storage, messages, rooms, store, talk, people, record, delivery, clock }),
    record,
    paces,
    own: new ChatOwn({ storage, store, messages, groups, talk, uploads, delivery }),
  };
}
