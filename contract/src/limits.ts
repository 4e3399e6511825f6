/** The constants of the specification's section 9 and of the decisions beside it. Times in milliseconds, sizes in bytes. */

export const appVersion = '2.0.0';

export const tokenRefreshMs = 900_000;
export const serverTimeTickMs = 10_000;
export const versionPollMs = 120_000;

export const headerHeight = 60;
export const headerHeightProminent = 102;
export const drawerWidth = 256;
export const railWidth = 56;
export const swipeEdge = 25;
export const cookieBannerWidth = 750;
export const errorDialogWidth = 500;
export const snackbarMs = 5_000;
export const rippleDelayMs = 80;
/** A list renders at most this many items; a longer one is virtualised. */
export const scrollerItems = 1_000;

export const httpRetries = 2;
export const httpRetryDelayMs = 30_000;
export const httpRetryAfterMaxMs = 300_000;
export const httpRetryMethods = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT'] as const;
/** Whether an answer with this status may be asked for again: 100-199, 429, 500-599. */
export const isRetriedStatus = (status: number): boolean =>
  (status >= 100 && status <= 199) || status === 429 || (status >= 500 && status <= 599);

/** The life of an ID token. */
export const idTokenMs = 3_600_000;
/** A session that nobody uses ends after this time. */
export const sessionIdleMs = 30 * 24 * 3_600_000;
/** The predecessor of a rotated refresh token still gives its successor for this long at least, and until that has arrived. */
export const refreshGraceMs = 30_000;
/** So many failed sign-ins of an account or a ticket number block it for `lockoutMs`. */
export const lockoutFailures = 6;
export const lockoutMs = 120_000;
export const passwordResetMs = 3_600_000;
export const invitationMs = 7 * 24 * 3_600_000;
/** The link of a registration or of a change of email. */
export const confirmationMs = 24 * 3_600_000;
/**
 * A cookie that scripts can read, there as long as the refresh cookie or the stage cookie beside it: '1', and nothing of
 * the session. A page without it need not ask whose browser this is.
 */
export const sessionMarkCookie = 'foyer_session';
/** The element of a page that holds answers to what its script asks first, by their addresses. */
export const givenAnswersId = 'foyer-answers';

/** Between the answer of a ticket platform and the sign-in that follows it. */
export const ticketGrantMs = 120_000;
/** Between the way to an identity provider and the way back. */
export const providerRoundTripMs = 600_000;
export const passwordLengthMin = 10;
export const profileValueLength = 255;
export const privateInformationLength = 2_000;
export const profilePictureBytes = 10 * 1024 * 1024;
/** Side of the square that a profile picture is cut to, in pixels. */
export const profilePictureSide = 512;
/** Rows of an imported list of people. */
export const importedPeople = 20_000;

/** A realtime ticket opens one connection, this soon. */
export const realtimeTicketMs = 30_000;
/** A message of a client over the realtime connection. */
export const realtimeMessageBytes = 64 * 1024;
/** What may wait to be read by a client before it is let go. */
export const realtimeBacklogBytes = 1024 * 1024;
/** Each side says something this often, if only that it is there. */
export const heartbeatMs = 15_000;
/** A client that has not been heard for this long is gone. */
export const silenceMs = 35_000;
/** Changes of presence are told this often at most. */
export const presenceTickMs = 250;
/** Nobody touched any tab of theirs for this long: Idle. */
export const idleAfterMs = 300_000;
/** Reactions of an area are told this often at most. */
export const reactionTickMs = 100;
/** So many reactions may one tab send at once, and this often one more. */
export const reactionBurst = 5;
export const reactionEveryMs = 500;

/** A message, in UTF-16 units. */
export const chatTextLength = 4_000;
/** Messages of one page of history, and changes of one answer to whoever was away. */
export const chatPageMessages = 50;
export const chatResumeMessages = 500;
/** Whoever was away longer, or missed more, reads the room anew. */
export const chatResumeMs = 24 * 3_600_000;
export const chatResumeChanges = 10_000;
/** Unread messages are counted up to here. */
export const chatUnreadMax = 100;
/** People of one group, the one who made it among them. */
export const chatGroupMembers = 500;
/** Whom one person has blocked. */
export const chatBlocks = 500;
/** So many messages may one person send at once, and this often one more. */
export const chatBurst = 20;
export const chatEveryMs = 500;
/**
 * So many changes of groups (made, joined, left, named, people brought in or taken out) may one person make at once, and
 * this often one more.
 */
export const chatGroupBurst = 20;
export const chatGroupEveryMs = 2_000;
/** "is typing" is told this often at most, and holds so long. */
export const chatTypingMs = 3_000;
/** An uploaded file is smaller than this (5 MB, exclusive). */
export const chatUploadBytes = 5_242_880;
/** So many files may one person upload at once, and this often one more; so many are on their way at a time. */
export const chatUploadBurst = 40;
export const chatUploadEveryMs = 15_000;
export const chatUploadsAtOnce = 10;

/** From browser to browser; a media server takes more. */
export const callMeshMembers = 6;
export const callServedMembers = 100;
/** An open group, and a private one, of so many at most is rung; whoever is in a larger one sees that there is a call. */
export const callRungMembers = 6;
export const callRungInvited = 25;
export const callRingMs = 45_000;
/** Whoever is away for longer is not in the call any more. */
export const callGraceMs = 15_000;
/** So many calls may somebody start at once, and this often one more. */
export const callBurst = 5;
export const callEveryMs = 10_000;
/** What one browser says to another in one message. */
export const callSignals = 20;

export const signedUrlCacheMs = 600_000;
/** A signed address holds this long at least; its expiry is rounded up to a window of the same length. */
export const signedUrlMs = 1_200_000;

export const stageCookieMs = 12 * 3_600_000;
export const stageLinkMs = 3_600_000;

/** A venue file larger than this is refused before it is parsed. */
export const venueFileBytes = 20 * 1024 * 1024;
export const venueFileDepth = 64;
/** So many faults of a venue file are listed; the rest is counted. */
export const venueFaultsListed = 200;
export const publishedVersionNone = -1;

/** Any other request body. */
export const bodyBytes = 1024 * 1024;
export const assetBytes = 512 * 1024 * 1024;
export const imagePixels = 50_000_000;
export const imageSide = 16_384;
/** Widths of the stored variants of a picture, asked for as `suffix`. */
export const imageSuffixes = ['w320', 'w640', 'w1280', 'w2560'] as const;
export type ImageSuffix = (typeof imageSuffixes)[number];

export const idLength = 128;
export const textLength = 500;
export const richTextLength = 100_000;
export const urlLength = 2_048;
export const fieldLength = 127;
export const registrationNumberMax = 2_147_483_647;

export const locales = [
  'en',
  'de',
  'fr',
  'it',
  'es',
  'ja',
  'ar',
  'bg',
  'bn',
  'cs',
  'da',
  'el',
  'et',
  'fi',
  'hi',
  'hr',
  'hu',
  'lt',
  'lv',
  'mt',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'ts',
  'ur',
  'zh',
] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';
export const rightToLeftLocales: readonly string[] = ['ar', 'ur'];

/** Characters of a path to come back to; a longer one is not sent. */
export const maxReturnToLength = 2_048;

/** The theme of a venue that names no colours of its own. */
export const defaultStyle = {
  textColor: '#FFFFFF',
  primaryColor: '#F70041',
  secondaryColor: '#373F60',
  backgroundColor: '#000A33',
} as const;
