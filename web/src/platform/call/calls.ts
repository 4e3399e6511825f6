/**
 * The calls in the user's rooms, the ringing ones (CHAT-12), and the request to start or join a call.
 *
 * `platform/call` knows which calls exist, so that chat and profiles can show and request them. `features/call` takes part in
 * a call: devices, media connections and interface. It is downloaded at the first call.
 */
import {
  callChanged,
  callRingingStopped,
  callRinging,
  subscribeToCalls,
  type Call,
  type ChatRoom,
  type DataOf,
} from '@foyer/contract';
import { create, type StoreApi } from 'zustand';
import { ApiError } from '../api/apiError.ts';
import { onReconnect, isTransient } from '../realtime/onReconnect.ts';
import { currentRealtime } from '../realtime/realtime.ts';
import { useUser } from '../state/user.ts';
import { untilAborted } from '../untilAborted.ts';
import { useCallStatus } from './callStatus.ts';

export type Ringing = DataOf<typeof callRinging>;

/** A room, or a user to call in a private room, which is created if necessary. */
export type CallRequest =
  | { readonly roomId: string; readonly name?: string | undefined }
  | { readonly uid: string; readonly name?: string | undefined };

export interface Calls {
  /** Calls by room id. */
  readonly byRoom: ReadonlyMap<string, Call>;
  readonly ringing: readonly Ringing[];
  /** Whether the venue has calls; undefined until that is known. */
  readonly isEnabled: boolean | undefined;
  /** The requested call, until the call feature starts it. */
  readonly request: CallRequest | null;
}

const none: Calls = { byRoom: new Map(), ringing: [], isEnabled: undefined, request: null };

export const useCalls = create<Calls>(() => none);

export const callRoom = (roomId: string, name?: string): void =>
  useCalls.setState({ request: { roomId, name } });
export const callAttendee = ({
  uid,
  name,
}: {
  readonly uid: string;
  readonly name: string | undefined;
}): void => useCalls.setState({ request: { uid, name } });

const withoutCall = (ringing: readonly Ringing[], callId: string): readonly Ringing[] =>
  ringing.filter(({ call }) => call.callId !== callId);

function updateCall(call: Call): void {
  const { byRoom, ringing } = useCalls.getState();
  const next = new Map(byRoom);
  if (call.participants.length > 0) next.set(call.roomId, call);
  else if (next.get(call.roomId)?.callId === call.callId) next.delete(call.roomId);
  useCalls.setState({
    byRoom: next,
    ringing: call.participants.length > 0 ? ringing : withoutCall(ringing, call.callId),
  });
}

async function subscribe(): Promise<void> {
  try {
    const { calls, ringing } = await currentRealtime().sendCommand(subscribeToCalls, {});
    useCalls.setState({
      byRoom: new Map(calls.map((call) => [call.roomId, call])),
      ringing,
      isEnabled: true,
    });
  } catch (error) {
    if (isTransient(error)) throw error;
    // Guests have no calls.
    if (error instanceof ApiError && error.serverCode === 'functionUnsupported')
      useCalls.setState({ isEnabled: false });
  }
}

/** Updates the mark on the chat button (`hasCall`): there is a call in a room with notifications that the user has not joined. */
function updateIndicator({ rooms }: RoomsState): void {
  const ownId = useUser.getState().user?.userId;
  const hasCall = [...useCalls.getState().byRoom.values()].some(
    ({ roomId, participants }) =>
      rooms.get(roomId)?.notificationsOff !== true && participants.every(({ user }) => user.uid !== ownId),
  );
  if (useCallStatus.getState().hasCall !== hasCall) useCallStatus.setState({ hasCall });
}

const startRinging = (ring: Ringing): void =>
  useCalls.setState(({ ringing }) => ({ ringing: [...withoutCall(ringing, ring.call.callId), ring] }));

const stopRinging = (callId: string): void =>
  useCalls.setState(({ ringing }) => ({ ringing: withoutCall(ringing, callId) }));

interface RoomsState {
  readonly rooms: ReadonlyMap<string, ChatRoom>;
}

/**
 * Subscribes to calls.
 * @param chat the rooms of the user
 */
export function startCallUpdates(
  chat: Pick<StoreApi<RoomsState>, 'getState' | 'subscribe'>,
  signal: AbortSignal,
): void {
  currentRealtime().on(callChanged, ({ call }) => updateCall(call), signal);
  currentRealtime().on(callRinging, startRinging, signal);
  currentRealtime().on(callRingingStopped, ({ callId }) => stopRinging(callId), signal);
  untilAborted(
    signal,
    useCalls.subscribe(() => updateIndicator(chat.getState())),
  );
  untilAborted(signal, chat.subscribe(updateIndicator));
  onReconnect(currentRealtime(), subscribe, signal);
  untilAborted(signal, () => {
    useCalls.setState(none);
    useCallStatus.setState({ hasCall: false });
  });
}
