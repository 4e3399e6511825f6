/** The calls of one's rooms and those that ring, while somebody is here (CHAT-12); and the wish to call. */
import { callChanged, callQuiet, callRinging, watchCalls, type Call, type DataOf } from '@foyer/contract';
import { create } from 'zustand';
import { ApiError } from '../api/apiError.ts';
import { chatData, useChatData } from '../chat/chatData.ts';
import { onReconnect, isTransient } from '../realtime/onReconnect.ts';
import { realtime } from '../realtime/realtime.ts';
import { useUser } from '../state/user.ts';
import { useCallIndicator } from './callIndicator.ts';

export type Ringing = DataOf<typeof callRinging>;

/** A room, or somebody with whom one has a room of two or will have one. */
export type CallRequest =
  | { readonly roomId: string; readonly name?: string | undefined }
  | { readonly uid: string; readonly name?: string | undefined };

export interface Calls {
  /** By their rooms. */
  readonly byRoom: ReadonlyMap<string, Call>;
  readonly ringing: readonly Ringing[];
  /** Whether this event has calls; undefined until that is known. */
  readonly isEnabled: boolean | undefined;
  /** What was asked for, until the call takes it up. */
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

function take(call: Call): void {
  const { byRoom, ringing } = useCalls.getState();
  const next = new Map(byRoom);
  if (call.members.length > 0) next.set(call.roomId, call);
  else if (next.get(call.roomId)?.callId === call.callId) next.delete(call.roomId);
  useCalls.setState({
    byRoom: next,
    ringing: call.members.length > 0 ? ringing : withoutCall(ringing, call.callId),
  });
}

async function watch(): Promise<void> {
  try {
    const { calls, ringing } = await realtime.sendCommand(watchCalls, {});
    useCalls.setState({
      byRoom: new Map(calls.map((call) => [call.roomId, call])),
      ringing,
      isEnabled: true,
    });
  } catch (fault) {
    if (isTransient(fault)) throw fault;
    // Guests have no calls.
    if (fault instanceof ApiError && fault.serverCode === 'functionUnsupported')
      useCalls.setState({ isEnabled: false });
  }
}

/** Whether there is one that calls for oneself: in it already one needs no telling. */
function mark(): void {
  const ownId = useUser.getState().user?.userId;
  const { rooms } = chatData();
  const isThere = [...useCalls.getState().byRoom.values()].some(
    ({ roomId, members }) =>
      rooms.get(roomId)?.muted !== true && members.every(({ person }) => person.uid !== ownId),
  );
  if (useCallIndicator.getState().isThere !== isThere) useCallIndicator.setState({ isThere });
}

/** From now on calls are heard of. Returns what ends that. */
export function startCallUpdates(): () => void {
  const ends = [
    realtime.on(callChanged, ({ call }) => take(call)),
    realtime.on(callRinging, (told) =>
      useCalls.setState(({ ringing }) => ({ ringing: [...withoutCall(ringing, told.call.callId), told] })),
    ),
    realtime.on(callQuiet, ({ callId }) =>
      useCalls.setState(({ ringing }) => ({ ringing: withoutCall(ringing, callId) })),
    ),
    useCalls.subscribe(mark),
    useChatData.subscribe(mark),
  ];
  const watching = onReconnect(watch);
  return () => {
    watching.end();
    for (const end of ends) end();
    useCalls.setState(none);
    useCallIndicator.setState({ isThere: false });
  };
}
