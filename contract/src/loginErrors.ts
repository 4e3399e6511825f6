/** What a redirect login that failed comes back to the login page with, as `loginError`. */
export const loginErrors = [
  'loginError',
  'loginAborted',
  'duplicateAccount',
  'unauthorized',
  'unknownError',
] as const;
export type LoginError = (typeof loginErrors)[number];
