/**
 * The calls in the user's rooms, the ringing ones (CHAT-12), the request to start or join a call, and the state of the own
 * call. What takes part in a call (`ownCall.ts`: devices, media connections) is downloaded with the first one.
 */
import { callChanged, callRinging, callRingingStopped, subscribeToCalls } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createChat, createRoomCalls } from '../../chat/index.ts';
import { onReconnect, isTransient } from '../../../platform/realtime/onReconnect.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useUser } from '../../../platform/state/user.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { noCalls, reduceCalls, type CallsEvent, type CallsState } from './callsState.ts';
import type { CallRequest } from './ownCallState.ts';

export interface Calls {
  readonly store: StoreApi<CallsState>;
  /** Asks to start or join a call: its preview opens. */
  readonly request: (target: CallRequest) => void;
  readonly cancelRequest: () => void;
  /** The user has answered: the call does not ring in this tab any more. */
  readonly stopRinging: (callId: string) => void;
}

export function createCalls(visit: Visit): Calls {
  const { signal } = visit;
  const realtime = visit.get(createRealtime);
  const roomCalls = visit.get(createRoomCalls);
  const chat = visit.get(createChat).store;
  const store = createStore<CallsState>(() => noCalls);
  const dispatch = (event: CallsEvent): void => store.setState((state) => reduceCalls(state, event));

  async function subscribe(): Promise<void> {
    try {
      const { calls, ringing } = await realtime.sendCommand(subscribeToCalls, {});
      if (!signal.aborted) dispatch({ type: 'subscribed', calls, ringing });
    } catch (error) {
      if (isTransient(error)) throw error;
      // Guests have no calls.
      if (error instanceof ApiError && error.serverCode === 'functionUnsupported')
        dispatch({ type: 'notEnabled' });
    }
  }

  /** Reports to the chat which rooms have a call, and whether there is one that the user has not joined in a room with notifications. */
  function reportToChat(): void {
    const { byRoom } = store.getState();
    const ownId = useUser.getState().user?.userId;
    const { rooms } = chat.getState();
    const hasOpen = [...byRoom.values()].some(
      ({ roomId, participants }) =>
        rooms.get(roomId)?.notificationsOff !== true && participants.every(({ user }) => user.uid !== ownId),
    );
    const before = roomCalls.getState();
    if (before.byRoom !== byRoom || before.hasOpen !== hasOpen) roomCalls.setState({ byRoom, hasOpen });
  }

  realtime.on(callChanged, ({ call }) => dispatch({ type: 'changed', call }), signal);
  realtime.on(callRinging, (ring) => dispatch({ type: 'ringing', ring }), signal);
  realtime.on(callRingingStopped, ({ callId }) => dispatch({ type: 'ringingStopped', callId }), signal);
  untilAborted(signal, store.subscribe(reportToChat));
  untilAborted(signal, chat.subscribe(reportToChat));
  onReconnect(realtime, subscribe, signal);

  return {
    store,
    request: (target) => store.setState({ request: target }),
    cancelRequest: () => store.setState({ request: null }),
    stopRinging: (callId) => dispatch({ type: 'ringingStopped', callId }),
  };
}
