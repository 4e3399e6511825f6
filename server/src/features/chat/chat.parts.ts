/** The parts of chat, made of each other. */
import { join } from 'node:path';
import { chatUploadsAtOnce } from '@foyer/contract/limits';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Log } from '#platform/log/log';
import { once } from '#platform/once';
import type { Realtime } from '#platform/realtime/realtime';
import { Spool, type SpoolLimits } from '#platform/uploads/spool';
import type { Storage } from '#platform/storage/storage';
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
import type { DescribePeople, FindStandingRooms } from './chat.ports.ts';
import { ChatPoll } from './chat.poll.ts';
import { ChatReading } from './chat.reading.ts';
import { ChatRecord } from './chat.record.ts';
import { ChatReports } from './chat.reports.ts';
import { ChatRestraints } from './chat.restraints.ts';
import { ChatRetention } from './chat.retention.ts';
import { ChatRooms } from './chat.rooms.ts';
import { ChatRoomStore } from './chat.rooms.store.ts';
import type { ChatTables } from './chat.tables.ts';
import { ChatSweeper } from './chat.sweeper.ts';
import { ChatStanding } from './chat.standing.ts';
import { ChatTalk } from './chat.talk.ts';
import { ChatUploads, largestUpload } from './chat.uploads.ts';
import { ChatUploadStore } from './chat.uploads.store.ts';
import { ChatViews } from './chat.views.ts';
import { ChatViewStore } from './chat.views.store.ts';

export interface ChatFeatureParts {
  readonly storage: Storage<ChatTables>;
  readonly cluster: Cluster;
  readonly realtime: Pick<Realtime, 'listen' | 'tabsOf'>;
  readonly describe: DescribePeople;
  readonly standing: FindStandingRooms;
  readonly blobs: Blobs;
  /** Uploads on their way lie in `spool-chat` below it. */
  readonly dataDir: string;
  /** A secret of this installation; this feature asks for `chat-file`. */
  readonly getSecret: (name: string) => Promise<Buffer>;
  /** How long messages are kept; undefined: for good. */
  readonly retentionDays: number | undefined;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
}

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
  readonly sweeper: ChatSweeper;
  readonly spool: Spool;
  readonly moderation: ChatModeration;
  readonly reports: ChatReports;
  readonly record: ChatRecord;
  readonly own: ChatOwn;
  readonly paces: ChatPaces;
}

export function chatParts(given: ChatFeatureParts): ChatParts {
  const { storage, standing, clock, every, cluster, realtime, log } = given;
  const store = new ChatRoomStore(storage);
  const viewStore = new ChatViewStore(storage);
  const messages = new ChatMessageStore(storage);
  const history = new ChatHistoryStore(storage);
  const people = new ChatPeople(given);
  const views = new ChatViews({ store: viewStore, people, standing, clock });
  const delivery = new ChatDelivery({ rooms: store, history, views, people, cluster, realtime, log });
  const rooms = new ChatRooms({ store, views, people, delivery, standing, clock });
  const restraints = new ChatRestraints({ rooms, store, messages, viewStore, clock });
  const paces = new ChatPaces(clock);
  const spool = new Spool(join(given.dataDir, 'spool-chat'), spoolLimits);
  const uploads = new ChatUploads({
    store: new ChatUploadStore(storage),
    messages,
    rooms,
    restraints,
    blobs: given.blobs,
    spool,
    paces,
    key: once(() => given.getSecret('chat-file')),
    clock,
  });
  const record = new ChatRecord({ storage, people, clock });
  const retention = new ChatRetention({ storage, delivery, clock, days: given.retentionDays });
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
    // What retention lets go is swept with the rest.
    sweeper: new ChatSweeper({ works: [() => retention.sweep(), () => uploads.sweep()], clock, every, log }),
    moderation: new ChatModeration({ storage, store, people, delivery, record, clock }),
    reports: new ChatReports({ storage, messages, rooms, store, talk, people, record, delivery, clock }),
    record,
    paces,
    own: new ChatOwn({ storage, store, messages, groups, talk, uploads, delivery }),
  };
}
