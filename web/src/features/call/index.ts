/** Calls, for other features: which there are, and the request to start or join one. */
export { useCalls, useCallsModel } from './useCalls.ts';
