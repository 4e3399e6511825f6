/** Wires calls: they ring in the rooms of chat, and leave their line there. */
import { callFeature, type CallTables } from './features/call/index.ts';
import type { ChatFeature } from './features/chat/index.ts';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { CallsConfig } from '#platform/config/calls';
import type { Feature } from '#platform/feature';
import type { Log } from '#platform/log/log';
import type { Realtime } from '#platform/realtime/realtime';
import type { Storage } from '#platform/storage/storage';

export interface AppCallParts {
  readonly calls: CallsConfig;
  readonly realtime: Realtime;
  readonly storage: Storage<CallTables>;
  readonly chat: Pick<ChatFeature, 'calls'>;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
}

export function createCalls(parts: AppCallParts): Feature {
  const { calls } = parts.chat;
  return callFeature({
    ...parts,
    config: parts.calls,
    rooms: {
      find: (mode, uid, roomId) => calls.find(mode, uid, roomId),
      blockersOf: (uid, among) => calls.blockersOf(uid, among),
      person: (uid) => calls.person(uid),
      notice: (roomId, authorId, notice) => calls.notice(roomId, authorId, notice),
    },
  });
}
