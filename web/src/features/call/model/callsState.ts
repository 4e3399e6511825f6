/** The calls of the user's rooms, and the pure function that changes them. */
import type { Call, callRinging, DataOf } from '@foyer/contract';
import { noCall, type CallRequest, type OwnCall } from './ownCallState.ts';

export type Ringing = DataOf<typeof callRinging>;

export interface CallsState {
  /** Calls by room id. */
  readonly byRoom: ReadonlyMap<string, Call>;
  readonly ringing: readonly Ringing[];
  /** Whether the venue has calls; undefined until that is known. */
  readonly isEnabled: boolean | undefined;
  /** The requested call, until its preview opens. */
  readonly request: CallRequest | null;
  readonly own: OwnCall;
}

export const noCalls: CallsState = {
  byRoom: new Map(),
  ringing: [],
  isEnabled: undefined,
  request: null,
  own: noCall,
};

export type CallsEvent =
  | { readonly type: 'subscribed'; readonly calls: readonly Call[]; readonly ringing: readonly Ringing[] }
  | { readonly type: 'notEnabled' }
  | { readonly type: 'changed'; readonly call: Call }
  | { readonly type: 'ringing'; readonly ring: Ringing }
  | { readonly type: 'ringingStopped'; readonly callId: string };

const withoutCall = (ringing: readonly Ringing[], callId: string): readonly Ringing[] =>
  ringing.filter(({ call }) => call.callId !== callId);

function withCall(state: CallsState, call: Call): CallsState {
  const byRoom = new Map(state.byRoom);
  if (call.participants.length > 0) return { ...state, byRoom: byRoom.set(call.roomId, call) };
  if (byRoom.get(call.roomId)?.callId === call.callId) byRoom.delete(call.roomId);
  return { ...state, byRoom, ringing: withoutCall(state.ringing, call.callId) };
}

export function reduceCalls(state: CallsState, event: CallsEvent): CallsState {
  switch (event.type) {
    case 'subscribed': {
      const byRoom = new Map(event.calls.map((call) => [call.roomId, call]));
      return { ...state, byRoom, ringing: event.ringing, isEnabled: true };
    }
    case 'notEnabled':
      return { ...state, isEnabled: false };
    case 'changed':
      return withCall(state, event.call);
    case 'ringing':
      return { ...state, ringing: [...withoutCall(state.ringing, event.ring.call.callId), event.ring] };
    case 'ringingStopped':
      return { ...state, ringing: withoutCall(state.ringing, event.callId) };
    default:
      return event satisfies never;
  }
}
