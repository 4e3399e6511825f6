/** The services of chat, and how each is created from the platform and the ports. */
import { join } from 'node:path';
import { chatConcurrentUploads } from '@foyer/contract/limits';
import type { Platform } from '#platform/feature';
import { once } from '#platform/concurrency/once';
import { Spool, type SpoolLimits } from '#platform/uploads/spool';
import { ChatHeldPosts } from './approval/heldPosts.ts';
import { ChatHeldPostEvents } from './approval/heldPostEvents.ts';
import { ChatHeldPostStore } from './approval/heldPostStore.ts';
import { ChatCallRooms } from './callRooms.ts';
import { ChatCommentCounts } from './comments/commentCounts.ts';
import { ChatCommentCountStore } from './comments/commentCountStore.ts';
import { ChatDelivery } from './delivery/delivery.ts';
import { ChatReadReceipts } from './delivery/readReceipts.ts';
import { ChatReconciliation } from './delivery/reconciliation.ts';
import { ChatMessageLikes } from './likes/likes.ts';
import { ChatLikeStore } from './likes/likeStore.ts';
import { createLiveLikes, type LiveLikes } from './likes/liveLikes.ts';
import { ChatHistory } from './messages/history.ts';
import { ChatHistoryStore } from './messages/historyStore.ts';
import { ChatMessages } from './messages/messages.ts';
import { ChatMessageStore } from './messages/messageStore.ts';
import { ChatPostStore } from './messages/postStore.ts';
import { ChatPostingRules } from './messages/postingRules.ts';
import { ChatModeration } from './moderation/moderation.ts';
import { ChatModerationLog } from './moderation/moderationLog.ts';
import { ChatReports } from './moderation/reports.ts';
import { ChatPersonalData } from './personalData.ts';
import type { ChatPorts } from './ports.ts';
import { ChatRateLimits } from './rateLimits.ts';
import { ChatRetention } from './retention.ts';
import { builtInRoomFinder } from './rooms/builtInRooms.ts';
import { ChatGroups } from './rooms/groups.ts';
import { ChatRoomExport } from './rooms/roomExport.ts';
import { ChatRooms } from './rooms/rooms.ts';
import { ChatRoomStore } from './rooms/roomStore.ts';
import { ChatRoomViews } from './rooms/roomViews.ts';
import { ChatRoomViewStore } from './rooms/roomViewStore.ts';
import type { ChatTables } from './tables.ts';
import { ChatUploads, maxUploadBytes } from './uploads/uploads.ts';
import { ChatUploadStore } from './uploads/uploadStore.ts';
import { ChatUsers } from './users.ts';

const reconcileEveryMs = 5_000;

const spoolLimits: SpoolLimits = {
  bytes: maxUploadBytes,
  idleMs: 25_000,
  totalMs: 300_000,
  parallel: 100,
  parallelPerUser: chatConcurrentUploads,
};

/** What the commands, routes and jobs of chat use. */
export interface ChatServices {
  readonly delivery: ChatDelivery;
  readonly readReceipts: ChatReadReceipts;
  readonly rooms: ChatRooms;
  readonly groups: ChatGroups;
  readonly messages: ChatMessages;
  readonly history: ChatHistory;
  readonly users: ChatUsers;
  readonly callRooms: ChatCallRooms;
  readonly uploads: ChatUploads;
  readonly roomExport: ChatRoomExport;
  readonly retention: ChatRetention;
  readonly spool: Spool;
  readonly heldPosts: ChatHeldPosts;
  readonly heldPostEvents: ChatHeldPostEvents;
  readonly moderation: ChatModeration;
  readonly reports: ChatReports;
  readonly moderationLog: ChatModerationLog;
  readonly personalData: ChatPersonalData;
  readonly rateLimits: ChatRateLimits;
  readonly messageLikes: ChatMessageLikes;
  readonly liveLikes: LiveLikes;
  readonly commentCounts: ChatCommentCounts;
}

export function createServices(platform: Platform<ChatTables>, ports: ChatPorts): ChatServices {
  const { storage, blobs, clock, monotonicClock, every, cluster, realtime, log, config, secrets } = platform;
  const findBuiltInRooms = builtInRoomFinder(ports.shownArchitecture, clock);
  const roomStore = new ChatRoomStore(storage);
  const viewStore = new ChatRoomViewStore(storage);
  const messageStore = new ChatMessageStore(storage);
  const heldPostStore = new ChatHeldPostStore(storage, messageStore);
  const historyStore = new ChatHistoryStore(storage);
  const users = new ChatUsers({ describe: ports.describe, monotonicClock });
  const views = new ChatRoomViews({ viewStore, users, findBuiltInRooms, clock });
  const likeStore = new ChatLikeStore(storage);
  const liveLikes = createLiveLikes({ likeStore, cluster, every });
  const commentCounts = new ChatCommentCounts({
    countStore: new ChatCommentCountStore(storage),
    findBuiltInRooms,
    cluster,
    every,
    log,
  });
  const delivery = new ChatDelivery({
    roomStore,
    historyStore,
    views,
    users,
    liveLikes,
    commentCounts,
    cluster,
    realtime,
    log,
    clock,
  });
  const { subscribers } = delivery;
  const readReceipts = new ChatReadReceipts({ roomStore, subscribers, cluster, every, log });
  const rooms = new ChatRooms({ roomStore, views, users, delivery, findBuiltInRooms, liveLikes, clock });
  const messageLikes = new ChatMessageLikes({
    likeStore,
    liveLikes,
    findBuiltInRooms,
    rooms,
    roomStore,
    messageStore,
  });
  const postingRules = new ChatPostingRules({
    rooms,
    roomStore,
    messageStore,
    viewStore,
    heldPostStore,
    clock,
  });
  const rateLimits = new ChatRateLimits(monotonicClock);
  const spool = new Spool(join(config.dataDir, 'spool-chat'), spoolLimits);
  const uploads = new ChatUploads({
    uploadStore: new ChatUploadStore(storage),
    messageStore,
    heldPostStore,
    rooms,
    postingRules,
    blobs,
    spool,
    rateLimits,
    signingKey: once(() => secrets.key('chat-file')),
    clock,
  });
  const moderationLog = new ChatModerationLog({ storage, users, clock });
  const moderation = new ChatModeration({ storage, roomStore, users, delivery, moderationLog, clock });
  const groups = new ChatGroups({
    roomStore,
    viewStore,
    rooms,
    postingRules,
    users,
    delivery,
    readReceipts,
    moderation,
    moderationLog,
    clock,
  });
  const heldPostEvents = new ChatHeldPostEvents({
    subscribers: delivery.subscribers,
    heldPostStore,
    cluster,
    every,
  });
  const heldPosts = new ChatHeldPosts({
    heldPostStore,
    messageStore,
    rooms,
    roomStore,
    users,
    uploads,
    moderationLog,
    delivery,
    events: heldPostEvents,
    clock,
  });
  const messages = new ChatMessages({
    messageStore,
    views,
    heldPosts,
    rooms,
    roomStore,
    postingRules,
    uploads,
    moderationLog,
    users,
    delivery,
    rateLimits,
    findInvisible: ports.findInvisible,
    clock,
  });
  const reconciliation = new ChatReconciliation({ roomStore, delivery });
  // A single node publishes all changes itself.
  if (!cluster.alone) cluster.reconcile('chat', () => reconciliation.reconcile(), reconcileEveryMs);
  return {
    delivery,
    readReceipts,
    rooms,
    users,
    uploads,
    spool,
    groups,
    messages,
    callRooms: new ChatCallRooms({ rooms, roomStore, postingRules, users, delivery, clock }),
    history: new ChatHistory({
      historyStore,
      postStore: new ChatPostStore(storage),
      rooms,
      roomStore,
      users,
      delivery,
      readReceipts,
      findInvisible: ports.findInvisible,
      postingRules,
      messageLikes,
      clock,
    }),
    messageLikes,
    liveLikes,
    commentCounts,
    roomExport: new ChatRoomExport({ rooms, views, historyStore, users }),
    retention: new ChatRetention({
      storage,
      messageStore,
      heldPosts,
      commentCounts,
      delivery,
      clock,
      days: config.chatRetentionDays,
    }),
    heldPosts,
    heldPostEvents,
    moderation,
    reports: new ChatReports({
      storage,
      messageStore,
      rooms,
      roomStore,
      messages,
      users,
      moderationLog,
      delivery,
      clock,
    }),
    moderationLog,
    rateLimits,
    personalData: new ChatPersonalData({
      storage,
      roomStore,
      messageStore,
      groups,
      messages,
      heldPosts,
      uploads,
      messageLikes,
      delivery,
    }),
  };
}
