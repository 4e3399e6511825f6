/** Calls (CHAT-05, CHAT-12): who rings whom, who is in a call, and what their browsers say to each other. */
import {
  changeCallMedia,
  declineCall,
  getIceServers,
  joinCall,
  leaveCall,
  signalCall,
  startCall,
  watchCalls,
} from '@foyer/contract';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { CallsConfig } from '#platform/config/calls';
import type { Feature } from '#platform/feature';
import { account, accountOf, route } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { onCommand, type AnyCommandHandler } from '#platform/realtime/commands';
import type { Connection } from '#platform/realtime/connection';
import type { Realtime } from '#platform/realtime/realtime';
import { Refusal } from '#platform/refusal';
import type { Storage } from '#platform/storage/storage';
import { CallAudience } from './call.audience.ts';
import { CallBoard } from './call.board.ts';
import { CallChanges } from './call.changes.ts';
import { iceServers } from './call.ice.ts';
import { Livekit } from './call.livekit.ts';
import { CallPaces } from './call.paces.ts';
import type { CallRooms } from './call.ports.ts';
import { CallService } from './call.service.ts';
import { CallStore } from './call.store.ts';
import { CallSweep } from './call.sweep.ts';
import type { CallTables } from './call.tables.ts';

export type { CallRoom, CallRooms } from './call.ports.ts';
export type { CallTables } from './call.tables.ts';

export interface CallFeatureParts {
  readonly config: CallsConfig;
  readonly realtime: Pick<Realtime, 'listen' | 'tabsOf'>;
  readonly storage: Storage<CallTables>;
  readonly rooms: CallRooms;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
}

export function callFeature(parts: CallFeatureParts): Feature {
  const { config, realtime, clock, log } = parts;
  const store = new CallStore(parts.storage);
  const audience = new CallAudience(realtime);
  const board = new CallBoard(audience);
  const livekit =
    config.livekit &&
    new Livekit(config.livekit, { isSeated: (callId, tabId) => board.isSeated(callId, tabId), clock, log });
  const changes = new CallChanges({ ...parts, store, board });
  const service = new CallService({
    ...parts,
    store,
    audience,
    board,
    changes,
    livekit,
    paces: new CallPaces(clock),
  });
  const sweep = new CallSweep({ ...parts, store, audience, board, changes, service, livekit });
  const expectEnabled = () => {
    if (!config.enabled) throw new Refusal('functionUnsupported', 'Video chat is not enabled here.');
  };
  realtime.listen({
    closed: (connection, ending) => {
      const mayReturn = ending !== 'left' && connection.closedFor !== 'sessionEnded';
      service
        .lose(connection, mayReturn)
        .catch((fault: unknown) =>
          log.warn({ err: fault }, 'a call could not be told that somebody is gone'),
        );
    },
  });
  return {
    name: 'call',
    routes: [
      route({
        endpoint: getIceServers,
        policy: account,
        handle: async ({ caller }) => {
          expectEnabled();
          return iceServers(config.rtc, accountOf(caller).accountId, clock());
        },
      }),
    ],
    commands: commandsOf(service).map((handler) => ({
      command: handler.command,
      handle: (connection: Connection, input: never) => {
        expectEnabled();
        return handler.handle(connection, input);
      },
    })),
    start: async () => {
      if (!config.enabled) return;
      board.reconcile(await store.all(), []);
      sweep.start();
    },
    stop: () => sweep.stop(),
  };
}

const commandsOf = (service: CallService): AnyCommandHandler[] => [
  onCommand(watchCalls, (connection) => service.watch(connection)),
  onCommand(startCall, (connection, input) => service.start(connection, input)),
  onCommand(joinCall, (connection, input) => service.join(connection, input)),
  onCommand(declineCall, (connection, { callId }) => service.decline(connection, callId)),
  onCommand(leaveCall, (connection, { callId }) => service.leave(connection, callId)),
  onCommand(changeCallMedia, (connection, { callId, media }) => service.media(connection, callId, media)),
  onCommand(signalCall, (connection, input) => service.signal(connection, input)),
];
