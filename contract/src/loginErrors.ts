/** Values of the query parameter `loginError` of the login page after a failed OIDC or SAML login. */
export const loginErrors = [
  'loginError',
  'loginAborted',
  'duplicateAccount',
  'unauthorized',
  'unknownError',
] as const;
export type LoginError = (typeof loginErrors)[number];
