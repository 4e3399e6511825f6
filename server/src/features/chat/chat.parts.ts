/** The parts of chat, made of each other. */
import { join } from 'node:path';
import { chatUploadsAtOnce } from '@foyer/contract/limits';
import type { Platform } from '#platform/feature';
import { once } from '#platform/once';
import { Spool, type SpoolLimits } from '#platform/uploads/spool';
import { builtInRoomsOf } from './chat.builtInRooms.ts';
import { ChatCalls } from './chat.calls.ts';
import { ChatDelivery } from './chat.delivery.ts';
import { ChatExport } from './chat.export.ts';
import { ChatGroups } from './chat.groups.ts';
import { ChatHistoryStore } from './chat.history.store.ts';
import { ChatMessageStore } from './chat.messages.store.ts';
import { ChatModeration } from './chat.moderation.ts';
import { ChatOwn } from './chat.own.ts';
import { ChatPaces } from './chat.paces.ts';
import { ChatPeople } from './chat.people.ts';
import type { ChatPorts } from './chat.ports.ts';
import { ChatPoll } from './chat.poll.ts';
import { ChatReading } from './chat.reading.ts';
import { ChatRecord } from './chat.record.ts';
import { ChatReports } from './chat.reports.ts';
import { ChatRestraints } from './chat.restraints.ts';
import { ChatRetention } from './chat.retention.ts';
import { ChatRooms } from './chat.rooms.ts';
import { ChatRoomStore } from './chat.rooms.store.ts';
import type { ChatTables } from './chat.tables.ts';
import { ChatStanding } from './chat.standing.ts';
import { ChatTalk } from './chat.talk.ts';
import { ChatUploads, largestUpload } from './chat.uploads.ts';
import { ChatUploadStore } from './chat.uploads.store.ts';
import { ChatViews } from './chat.views.ts';
import { ChatViewStore } from './chat.views.store.ts';

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
