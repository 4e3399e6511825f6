/**
 * Who may call what, written down a second time and by hand: the matrix of rights is made of this table, and not of the
 * policies that it is to check (P20, ROLE-02). A call that is not in it fails the tests.
 */

/** Groups of calls that let in the same callers. */
export type Right =
  /** What comes before a login: in both modes, whoever it is, and whatever the Authorization header says. */
  | 'beforeLogin'
  /** In LIVE everybody; on the stage who may see it. */
  | 'anyone'
  /** Who may see the venue. */
  | 'venueReader'
  | 'designer'
  | 'administrator'
  | 'host'
  /** Somebody with an account. */
  | 'account'
  /** Somebody with an account, or a guest of an anonymous venue. */
  | 'attendee';

export const rights: Readonly<Record<string, Right>> = {
  getVenueVersion: 'anyone',
  headVenue: 'venueReader',
  getVenue: 'venueReader',
  getMandatoryPages: 'anyone',
  publishVenue: 'designer',
  saveVenue: 'designer',
  validateVenue: 'designer',
  unpublishVenue: 'designer',
  listVersions: 'designer',
  readVersion: 'designer',
  restoreVersion: 'designer',
  diffVersions: 'designer',
  putAsset: 'designer',
  listAssets: 'designer',
  getAsset: 'venueReader',
  downloadAsset: 'venueReader',
  signAssetUrl: 'venueReader',
  createStageLink: 'designer',
  getOpenApi: 'anyone',

  getLoginOptions: 'beforeLogin',
  loginWithCvent: 'beforeLogin',
  loginWithBizzabo: 'beforeLogin',
  captureLogin: 'venueReader',
  signIn: 'beforeLogin',
  refreshSession: 'beforeLogin',
  openGuestSession: 'beforeLogin',
  signOut: 'beforeLogin',
  listDevices: 'account',
  endDevice: 'account',
  getUserInfo: 'attendee',

  requestPasswordReset: 'beforeLogin',
  readAccountLink: 'beforeLogin',
  setPassword: 'beforeLogin',
  registerAccount: 'beforeLogin',
  confirmAccountLink: 'beforeLogin',
  createFirstAdministrator: 'beforeLogin',
  changePassword: 'account',
  changeEmail: 'account',
  getOwnAccount: 'account',
  exportAccount: 'account',
  deleteAccount: 'account',
  listAccounts: 'administrator',
  addAccount: 'administrator',
  importAccounts: 'administrator',
  setAccountRoles: 'administrator',
  setAccountBlocked: 'administrator',
  resetAccountPassword: 'administrator',

  getProfile: 'account',
  saveProfile: 'account',
  putProfilePicture: 'account',
  deleteProfilePicture: 'account',
  getProfilePicture: 'account',

  openRealtime: 'venueReader',
  getIceServers: 'account',

  putChatUpload: 'attendee',
  dropChatUpload: 'attendee',
  signChatUpload: 'attendee',
  exportChatRoom: 'account',
  listChatReports: 'host',
  closeChatReport: 'host',
  listChatActions: 'host',
};

/** Who calls in the matrix, in the order of the columns below. */
export const callers = [
  'nobody',
  'guest',
  'attendee',
  'host',
  'designer',
  'administrator',
  /** The administrator's key. */
  'admin',
  /** A browser that has opened a stage link; outside of the stage it is nobody. */
  'stage',
  /** The token of an account that was blocked meanwhile. */
  'blocked',
  /** The token of a session that was ended meanwhile. */
  'ended',
] as const;
export type MatrixCaller = (typeof callers)[number];

/** 'in': the call is dealt with, whatever then comes of it. */
export type Verdict = 'in' | 401 | 403;

const row = (verdicts: string): readonly Verdict[] =>
  verdicts
    .trim()
    .split(/\s+/)
    .map((verdict) => (verdict === 'in' ? 'in' : verdict === '401' ? 401 : 403));

export type Place = 'LIVE, anonymous' | 'LIVE, with a login' | 'STAGE';

const table: Readonly<Record<Place, Readonly<Record<Right, readonly Verdict[]>>>> = {
  'LIVE, anonymous': {
    //                 nobody guest attendee host designer administrator admin stage blocked ended
    beforeLogin: row(' in    in   in       in  in       in            in    in   in      in '),
    anyone: row('      in    in   in       in  in       in            in    in   401     401'),
    venueReader: row(' in    in   in       in  in       in            in    in   401     401'),
    designer: row('    401   403  403      403 in       in            in    401  401     401'),
    administrator: row('401  403  403      403 403      in            in    401  401     401'),
    host: row('        401   403  403      in   403      in            in    401  401     401'),
    account: row('     401   403  in       in  in       in            403   401  401     401'),
    attendee: row('    401   in   in       in  in       in            403   401  401     401'),
  },
  'LIVE, with a login': {
    // A guest is one whose token is from before the login was switched on.
    beforeLogin: row(' in    in   in       in  in       in            in    in   in      in '),
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
    anyone: row('      401   401  403      403 in       in            in    in   401     401'),
    venueReader: row(' 401   401  403      403 in       in            in    in   401     401'),
    designer: row('    401   401  403      403 in       in            in    403  401     401'),
    administrator: row('401  401  403      403 403      in            in    403  401     401'),
    host: row('        401   401  403      403  403      in            in    403  401     401'),
    account: row('     401   401  403      403 in       in            403   403  401     401'),
    attendee: row('    401   401  403      403 in       in            403   403  401     401'),
  },
};

export function verdictOf(name: string, place: Place, caller: MatrixCaller): Verdict {
  const right = rights[name];
  const verdict = right && table[place][right][callers.indexOf(caller)];
  if (verdict === undefined) throw new Error(`the call ${name} stands in no row of testing/rights.ts`);
  return verdict;
}

/** Whether a call is refused to whoever has not logged in, and says so in the OpenAPI document. */
export const needsLogin = (name: string): boolean =>
  ['designer', 'administrator', 'host', 'account', 'attendee'].includes(rights[name] ?? '');
