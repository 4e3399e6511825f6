/** Calls, for other features: which there are, and the request to start or join one. */
export { createCalls, type Calls } from './model/calls.ts';
export type { CallsState, Ringing } from './model/callsState.ts';
export type { CallRequest, OwnCall } from './model/ownCallState.ts';
export { useCalls, useCallsModel } from './useCalls.ts';
