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
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { account, accountOf, route } from '#platform/http/route';
import { onCommand, type AnyCommandHandler } from '#platform/realtime/commands';
import type { Connection } from '#platform/realtime/connection';
import { Refusal } from '#platform/refusal';
import { CallAudience } from './subscribers.ts';
import { CallBoard } from './registry.ts';
import { CallChanges } from './changes.ts';
import { iceServers } from './iceServers.ts';
import { Livekit } from './livekit.ts';
import { CallPaces } from './rateLimit.ts';
import type { CallPorts } from './ports.ts';
import { CallService } from './service.ts';
import { CallStore } from './store.ts';
import { CallSweep } from './timeLimits.ts';
import { callMigrations, type CallTables } from './tables.ts';

export const callFeature = defineFeature({ migrations: callMigrations, create });

function create(platform: Platform<CallTables>, { rooms }: CallPorts): Feature {
  const { realtime, clock, log } = platform;
  const config = platform.config.calls;
  const store = new CallStore(platform.storage);
  const audience = new CallAudience(realtime);
  const board = new CallBoard(audience);
  const livekit =
    config.livekit &&
    new Livekit(config.livekit, { isSeated: (callId, tabId) => board.isSeated(callId, tabId), clock, log });
  const changes = new CallChanges({ ...platform, rooms, store, board });
  const service = new CallService({
    ...platform,
    rooms,
    store,
    audience,
    board,
    changes,
    livekit,
    paces: new CallPaces(clock),
  });
  const sweep = new CallSweep({ ...platform, rooms, store, audience, board, changes, service, livekit });
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
