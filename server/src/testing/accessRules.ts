/**
 * The expected access rights of all endpoints, written by hand: the test matrix is made from this table, not from the
 * policies that it checks (P20, ROLE-02). A missing endpoint fails the tests.
 */

/** Groups of endpoints with the same allowed callers. */
export type AccessRule =
  /** Endpoints before the login: allowed for all callers in both modes, with any Authorization header. */
  | 'beforeLogin'
  /** Allowed for all callers in both modes; the Authorization header identifies the caller if it is valid. */
  | 'anyoneEvenExpired'
  /** LIVE: everyone. STAGE: callers with access to the stage. */
  | 'anyone'
  /** Callers with access to the venue. */
  | 'venueReader'
  | 'designer'
  | 'administrator'
  | 'host'
  /** Users with an account. */
  | 'account'
  /** Users with an account, and guests of an anonymous venue. */
  | 'attendee';

export const accessRules: Readonly<Record<string, AccessRule>> = {
  getVenueVersion: 'anyone',
  checkVenueAccess: 'venueReader',
  getVenue: 'venueReader',
  getMandatoryPages: 'anyone',
  publishVenue: 'designer',
  saveVenue: 'designer',
  validateVenue: 'designer',
  unpublishVenue: 'designer',
  countLiveAttendees: 'designer',
  listVersions: 'designer',
  getVersion: 'designer',
  getVersionWarnings: 'designer',
  restoreVersion: 'designer',
  diffVersions: 'designer',
  uploadAsset: 'designer',
  listAssets: 'designer',
  getAsset: 'venueReader',
  downloadAsset: 'venueReader',
  signAssetUrl: 'venueReader',
  createStageLink: 'designer',
  getOpenApi: 'anyone',

  sendHit: 'anyoneEvenExpired',
  getTrackingUserId: 'account',
  getFigures: 'host',
  downloadFigures: 'host',

  getLoginOptions: 'beforeLogin',
  loginWithCvent: 'beforeLogin',
  loginWithBizzabo: 'beforeLogin',
  countLogin: 'venueReader',
  reportCookiePreferences: 'anyone',
  listConsents: 'administrator',
  captureMessage: 'account',
  listCapturedMessages: 'administrator',
  signIn: 'beforeLogin',
  refreshSession: 'beforeLogin',
  openGuestSession: 'beforeLogin',
  signOut: 'beforeLogin',
  listDevices: 'account',
  endSession: 'account',
  getUserInfo: 'attendee',

  requestPasswordReset: 'beforeLogin',
  getAccountLink: 'beforeLogin',
  setPassword: 'beforeLogin',
  registerAccount: 'beforeLogin',
  confirmAccountLink: 'beforeLogin',
  createFirstAdministrator: 'beforeLogin',
  changePassword: 'account',
  changeEmail: 'account',
  getAccount: 'account',
  exportAccount: 'account',
  deleteAccount: 'account',
  listAccounts: 'administrator',
  createAccount: 'administrator',
  importAccounts: 'administrator',
  setAccountRoles: 'administrator',
  setAccountBlocked: 'administrator',
  resetAccountPassword: 'administrator',

  getProfile: 'account',
  saveProfile: 'account',
  uploadProfilePicture: 'account',
  deleteProfilePicture: 'account',
  getProfilePicture: 'account',

  createRealtimeTicket: 'venueReader',
  getIceServers: 'account',
  createZoomSignature: 'attendee',
  accessVideo: 'venueReader',

  createArchiveLink: 'venueReader',
  // Without a link, whose signature replaces the Authorization header.
  downloadArchive: 'venueReader',

  likeContent: 'attendee',
  unlikeContent: 'attendee',
  listLikes: 'attendee',
  listRecommendations: 'attendee',

  uploadChatFile: 'attendee',
  deleteChatUpload: 'attendee',
  createChatUploadUrls: 'attendee',
  createHeldPostUploadUrls: 'attendee',
  exportChatRoom: 'account',
  listChatReports: 'host',
  closeChatReport: 'host',
  listModerationLog: 'host',
};

/** The callers of the matrix, in the order of the columns below. */
export const callers = [
  'anonymous',
  'guest',
  'attendee',
  'host',
  'designer',
  'administrator',
  /** The administrator key. */
  'admin',
  /** A browser that has opened a stage link; it has no access outside of the stage. */
  'stage',
  /** A token of an account that was blocked afterwards. */
  'blocked',
  /** A token of a session that was ended afterwards. */
  'ended',
] as const;
export type MatrixCaller = (typeof callers)[number];

/** 'in': the caller is allowed, whatever the handler responds. */
export type Outcome = 'in' | 401 | 403;

const row = (outcomes: string): readonly Outcome[] =>
  outcomes
    .trim()
    .split(/\s+/)
    .map((outcome) => (outcome === 'in' ? 'in' : outcome === '401' ? 401 : 403));

export type Situation = 'LIVE, without a login' | 'LIVE, with a login' | 'STAGE';

const table: Readonly<Record<Situation, Readonly<Record<AccessRule, readonly Outcome[]>>>> = {
  'LIVE, without a login': {
    //              anonymous guest attendee host designer administrator admin stage blocked ended
    beforeLogin: row(' in    in   in       in  in       in            in    in   in      in '),
    anyoneEvenExpired: row('in in in       in  in       in            in    in   in      in '),
    anyone: row('      in    in   in       in  in       in            in    in   401     401'),
    venueReader: row(' in    in   in       in  in       in            in    in   401     401'),
    designer: row('    401   403  403      403 in       in            in    401  401     401'),
    administrator: row('401  403  403      403 403      in            in    401  401     401'),
    host: row('        401   403  403      in   403      in            in    401  401     401'),
    account: row('     401   403  in       in  in       in            403   401  401     401'),
    attendee: row('    401   in   in       in  in       in            403   401  401     401'),
  },
  'LIVE, with a login': {
    // The guest's token was issued before the login was enabled.
    beforeLogin: row(' in    in   in       in  in       in            in    in   in      in '),
    anyoneEvenExpired: row('in in in       in  in       in            in    in   in      in '),
    anyone: row('      in    401  in       in  in       in            in    in   401     401'),
    venueReader: row(' 401   401  in       in  in       in            in    401  401     401'),
    designer: row('    401   401  403      403 in       in            in    401  401     401'),
    administrator: row('401  401  403      403 403      in            in    401  401     401'),
    host: row('        401   401  403      in   403      in            in    401  401     401'),
    account: row('     401   401  in       in  in       in            403   401  401     401'),
    attendee: row('    401   401  in       in  in       in            403   401  401     401'),
  },
  STAGE: {
    beforeLogin: row(' in    in   in       in  in       in            in    in   in      in '),
    anyoneEvenExpired: row('in in in       in  in       in            in    in   in      in '),
    anyone: row('      401   401  403      403 in       in            in    in   401     401'),
    venueReader: row(' 401   401  403      403 in       in            in    in   401     401'),
    designer: row('    401   401  403      403 in       in            in    403  401     401'),
    administrator: row('401  401  403      403 403      in            in    403  401     401'),
    host: row('        401   401  403      403  403      in            in    403  401     401'),
    account: row('     401   401  403      403 in       in            403   403  401     401'),
    attendee: row('    401   401  403      403 in       in            403   403  401     401'),
  },
};

/** The callers who receive the links for hosts with the venue (MEET-06). The administrator key has the role ROLE_ADMIN. */
export const hostLinkReaders: Readonly<Record<Situation, readonly MatrixCaller[]>> = {
  'LIVE, without a login': ['host', 'administrator', 'admin'],
  'LIVE, with a login': ['host', 'administrator', 'admin'],
  STAGE: ['administrator', 'admin'],
};

export function expectedOutcome(name: string, situation: Situation, caller: MatrixCaller): Outcome {
  const rule = accessRules[name];
  const outcome = rule && table[situation][rule][callers.indexOf(caller)];
  if (outcome === undefined) throw new Error(`the endpoint ${name} is missing in testing/accessRules.ts`);
  return outcome;
}

/** Whether an endpoint requires a login, also according to the OpenAPI document. */
export const needsLogin = (name: string): boolean =>
  ['designer', 'administrator', 'host', 'account', 'attendee'].includes(accessRules[name] ?? '');
