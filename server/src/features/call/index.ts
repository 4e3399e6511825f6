/**
 * Calls (CHAT-05, CHAT-12): video calls in chat rooms. A room has at most one call.
 *
 * `state.ts` explains when a call rings, is answered and ends, and `timeLimits.ts` how long it rings and waits for a lost
 * participant. A participant is a tab; a user who joins from another tab replaces the first. Audio and video do not pass
 * this server: in rooms of up to `callMeshParticipantsMax` users the browsers connect to each other (engine `mesh`, by
 * WebRTC signals that `service.ts` relays), in larger rooms to a LiveKit server if one is configured (engine `livekit`).
 *
 * A change goes through `changes.ts`: it is stored in the database and broadcast to every node. Each node keeps all
 * calls in `registry.ts`, which sends the events to its own tabs.
 */
import {
  setCallMedia,
  declineCall,
  getIceServers,
  joinCall,
  leaveCall,
  sendCallSignals,
  startCall,
  subscribeToCalls,
} from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { account, accountOf, route } from '#platform/http/route';
import { onCommand, type AnyCommandHandler } from '#platform/realtime/commands';
import type { Connection } from '#platform/realtime/connection';
import { ApiError } from '#platform/apiError';
import { CallSubscribers } from './subscribers.ts';
import { CallRegistry } from './registry.ts';
import { CallChanges } from './changes.ts';
import { iceServers } from './iceServers.ts';
import { Livekit } from './livekit.ts';
import { CallRateLimit } from './rateLimit.ts';
import type { CallPorts } from './ports.ts';
import { CallService } from './service.ts';
import { CallStore } from './store.ts';
import { CallTimeLimits } from './timeLimits.ts';
import { callMigrations, type CallTables } from './tables.ts';

export const callFeature = defineFeature({ migrations: callMigrations, create });

function create(platform: Platform<CallTables>, { rooms, findInvisible }: CallPorts): Feature {
  const { realtime, clock, monotonicClock, log } = platform;
  const config = platform.config.calls;
  const store = new CallStore(platform.storage);
  const subscribers = new CallSubscribers(realtime);
  const registry = new CallRegistry(subscribers, monotonicClock);
  const livekit =
    config.livekit &&
    new Livekit(config.livekit, {
      isParticipant: (callId, tabId) => registry.isParticipant(callId, tabId),
      clock,
      monotonicClock,
      log,
    });
  const changes = new CallChanges({ ...platform, rooms, store, registry });
  const service = new CallService({
    ...platform,
    rooms,
    store,
    subscribers,
    registry,
    changes,
    livekit,
    findInvisible,
    rateLimit: new CallRateLimit(monotonicClock),
  });
  const timeLimits = new CallTimeLimits({
    ...platform,
    rooms,
    store,
    subscribers,
    registry,
    changes,
    service,
    livekit,
  });
  const assertEnabled = () => {
    if (!config.enabled) throw new ApiError('functionUnsupported', 'Video chat is not enabled.');
  };
  return {
    routes: [
      route({
        endpoint: getIceServers,
        policy: account,
        handle: async ({ caller }) => {
          assertEnabled();
          return iceServers(config.rtc, accountOf(caller).accountId, clock());
        },
      }),
    ],
    commands: commandsOf(service).map((handler) => ({
      command: handler.command,
      handle: (connection: Connection, input: never) => {
        assertEnabled();
        return handler.handle(connection, input);
      },
    })),
    connections: {
      closed: (connection, ending) => {
        const canRejoin = ending !== 'left' && connection.closeReason !== 'sessionEnded';
        service
          .onConnectionClosed(connection, canRejoin)
          .catch((error: unknown) => log.warn({ err: error }, 'removing a disconnected participant failed'));
      },
    },
    jobs: config.enabled
      ? [{ name: 'apply time limits of calls', everyMs: 1_000, run: () => timeLimits.apply() }]
      : [],
    start: async () => {
      if (!config.enabled) return;
      registry.reconcile(await store.all());
      timeLimits.start();
    },
    stop: () => changes.stop(),
  };
}

const commandsOf = (service: CallService): AnyCommandHandler[] => [
  onCommand(subscribeToCalls, (connection) => service.subscribe(connection)),
  onCommand(startCall, (connection, input) => service.start(connection, input)),
  onCommand(joinCall, (connection, input) => service.join(connection, input)),
  onCommand(declineCall, (connection, { callId }) => service.decline(connection, callId)),
  onCommand(leaveCall, (connection, { callId }) => service.leave(connection, callId)),
  onCommand(setCallMedia, (connection, { callId, media }) => service.setMedia(connection, callId, media)),
  onCommand(sendCallSignals, (connection, input) => service.sendSignals(connection, input)),
];
