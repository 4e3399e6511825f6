/** Why a meeting was not joined, by the codes of Zoom's client view. Sources: Zoom's list of error codes, and the SDK. */

/** `account`: the meeting belongs to another account than the SDK's key. `sdk`: its files did not load. */
const codes = {
  passcode: [3004],
  notStarted: [3003, 3008, 3129],
  notFound: [3001, 3610, 3703, 3706, 3707],
  account: [3713, 4011, 4012, 4013, 4014, 4015, 4017, 4019, 6601, 6603],
  registration: [3099, 3116, 3606],
  full: [4005],
  locked: [4006],
  removed: [3009],
  ended: [4004],
} as const;

export type JoinProblem = keyof typeof codes | 'other' | 'sdk';

/** @param error of the SDK: an object with a number as `errorCode` */
export function joinProblemOf(error: unknown): JoinProblem {
  const code = (error as { readonly errorCode?: unknown } | null | undefined)?.errorCode;
  const found = (Object.keys(codes) as (keyof typeof codes)[]).find((problem) =>
    (codes[problem] as readonly unknown[]).includes(code),
  );
  return found ?? 'other';
}
