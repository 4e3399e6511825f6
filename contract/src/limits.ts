/** Constants of the specification's section 9 and of the decisions. Times are in milliseconds, sizes in bytes. */

export const appVersion = '2.0.0';

export const tokenRefreshMs = 900_000;
export const serverTimeTickMs = 10_000;
export const versionPollMs = 120_000;

export const headerHeight = 60;
export const headerHeightProminent = 102;
export const drawerWidth = 256;
export const swipeEdgeWidth = 25;
export const errorDialogWidth = 500;
export const snackbarMs = 5_000;
export const rippleDelayMs = 80;
/** Lists with more items are virtualized. */
export const virtualListThreshold = 1_000;

export const httpRetries = 2;
export const httpRetryDelayMs = 30_000;
export const httpRetryAfterMaxMs = 300_000;
export const httpRetryMethods = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT'] as const;
/** Whether a request is retried after a response with this status: 100-199, 429, 500-599. */
export const isRetriedStatus = (status: number): boolean =>
  (status >= 100 && status <= 199) || status === 429 || (status >= 500 && status <= 599);

/** The lifetime of an ID token. */
export const idTokenMs = 3_600_000;
/** A session that is not used for this long expires. */
export const sessionIdleMs = 30 * 24 * 3_600_000;
/** A rotated refresh token stays valid at least this long, and until its successor is used. */
export const refreshGraceMs = 30_000;
/** After this many failed sign-ins, an account or a ticket number is locked for `lockoutMs`. */
export const lockoutFailures = 6;
export const lockoutMs = 120_000;
export const passwordResetMs = 3_600_000;
export const invitationMs = 7 * 24 * 3_600_000;
/** The lifetime of a link that confirms a registration or an email change. */
export const confirmationMs = 24 * 3_600_000;
/**
 * A cookie that scripts can read, set together with the refresh cookie or the stage cookie. Its value is always '1'. A
 * page without it skips the session refresh.
 */
export const sessionMarkerCookie = 'foyer_session';
/** The id of the page element that contains the inlined responses to the first requests, by URL. */
export const inlinedResponsesId = 'foyer-responses';

/** The maximum time between a ticket lookup and the sign-in with it. */
export const ticketGrantMs = 120_000;
/** The maximum time between the redirect to an identity provider and the redirect back. */
export const providerRoundTripMs = 600_000;
export const passwordLengthMin = 10;
export const profileValueLength = 255;
export const privateInformationLength = 2_000;
export const profilePictureBytes = 10 * 1024 * 1024;
/** The side of the square that a profile picture is cropped to, in pixels. */
export const profilePictureSide = 512;
/** The maximum number of rows in an account import. */
export const accountImportRowsMax = 20_000;

/** The lifetime of a realtime ticket. A ticket opens one connection. */
export const realtimeTicketMs = 30_000;
/** The maximum size of a client's message on the realtime connection. */
export const realtimeMessageBytes = 64 * 1024;
/** The maximum size of unsent data for a client; the connection is closed above it. */
export const realtimeBacklogBytes = 1024 * 1024;
/** Rate limit of commands per connection: a burst, then one per interval. More than a person can cause. */
export const commandBurst = 40;
export const commandRefillMs = 50;
/** Each side sends a message or a ping at least this often. */
export const heartbeatIntervalMs = 15_000;
/** A connection on which nothing is received for this long is closed. */
export const connectionTimeoutMs = 35_000;
/** The maximum number of connections of a user or guest in a mode, per node. Above it the oldest one is closed. */
export const connectionsPerUserMax = 20;
/** The minimum time between two presence updates. */
export const presenceUpdateMs = 250;
/** A tab follows at most this many single users. */
export const maxFollowedUsers = 500;
/** An attendee without input in any tab for this long is Idle. */
export const idleAfterMs = 300_000;
/** The minimum time between two reaction events of an area. */
export const reactionUpdateMs = 100;
/** Rate limit of reactions per tab: a burst, then one per interval. */
export const reactionBurst = 5;
export const reactionRefillMs = 500;
/** The minimum time between two events with the changed counts of a topic, such as the likes of a media board. */
export const countsUpdateMs = 250;
/** Rate limit of likes and their removal per user: a burst, then one per interval. More than a person presses. */
export const likeBurst = 60;
export const likeRefillMs = 500;
/** The most likes in a page, and the highest limit that a client may request. */
export const likesPageSize = 500;
export const likesPageMax = 10_000_000;
/** How many content pieces are recommended if the client requests no number, and at most. */
export const recommendationsDefault = 10;
export const recommendationsMax = 100;
/** Rate limit of recommendations per user: a burst, then one per interval. More than a person opens boards. */
export const recommendationBurst = 30;
export const recommendationRefillMs = 1_000;

/** The maximum number of messages whose likes a client requests at once. */
export const chatLikesMax = 500;

/** The maximum length of a message in UTF-16 code units. */
export const chatTextLength = 4_000;
/** The maximum number of messages in a page of history, and in a response of `chat.getChanges`. */
export const chatPageSize = 50;
export const chatChangesPageSize = 500;
/** A client that missed more than this reloads the room. */
export const chatChangesMaxAgeMs = 24 * 3_600_000;
export const chatChangesMax = 10_000;
/** The maximum number of held posts of a user in a wall. */
export const chatHeldPostsMax = 10;
/** How many declined posts of a user in a wall keep their content: the ones that were declined last. */
export const chatDeclinedPostsMax = 10;
/** The highest unread count. */
export const chatUnreadMax = 100;
/** The maximum number of members in a group, including its creator. */
export const chatGroupMembersMax = 500;
/** The maximum number of users that one user can block. */
export const chatBlocksMax = 500;
/** Rate limit of messages per user: a burst, then one per interval. */
export const chatMessageBurst = 20;
export const chatMessageRefillMs = 500;
/**
 * Rate limit of group changes per user (create, join, leave, rename, invite, remove): a burst, then one per interval.
 */
export const chatGroupBurst = 20;
export const chatGroupRefillMs = 2_000;
/** A change that adds users counts once more for each this many of them. */
export const chatGroupUsersPerChange = 50;
/** The minimum time between two typing events, and how long "is typing" is shown. */
export const chatTypingMs = 3_000;
/** An uploaded file must be smaller than this. */
export const chatUploadBytes = 5_242_880;
/** Rate limit of uploads per user: a burst, then one per interval; and the maximum number of concurrent uploads. */
export const chatUploadBurst = 40;
export const chatUploadRefillMs = 15_000;
export const chatConcurrentUploads = 10;

/** The maximum number of participants: in a peer-to-peer call, and in a call through a LiveKit server. */
export const callMeshParticipantsMax = 6;
export const callLivekitParticipantsMax = 100;
/** A call rings in groups, and in private groups, with at most this many members. Larger groups only show the call. */
export const callRingGroupMax = 6;
export const callRingPrivateGroupMax = 25;
export const callRingTimeoutMs = 45_000;
/** A participant whose tab is disconnected for longer is removed from the call. */
export const callReconnectTimeoutMs = 15_000;
/** Rate limit of started calls per user: a burst, then one per interval. */
export const callBurst = 5;
export const callRefillMs = 10_000;
/** The maximum number of signaling messages in one command. */
export const callSignalsMax = 20;

export const signedUrlCacheMs = 600_000;
/** The minimum lifetime of a signed URL. Its expiry is rounded up to a multiple of this. */
export const signedUrlMs = 1_200_000;

export const stageCookieMs = 12 * 3_600_000;
export const stageLinkMs = 3_600_000;

/** A larger venue file is rejected before it is parsed. */
export const venueFileBytes = 20 * 1024 * 1024;
export const venueFileDepth = 64;
/** The maximum number of listed errors of a venue file; the rest is only counted. */
export const venueErrorsMax = 200;
export const noPublishedVersion = -1;

/** The maximum size of all other request bodies. */
export const bodyBytes = 1024 * 1024;
export const assetBytes = 512 * 1024 * 1024;
export const imagePixels = 50_000_000;
export const imageSide = 16_384;
/** The stored widths of a picture, selected by the query parameter `suffix`. */
export const imageSuffixes = ['w320', 'w640', 'w1280', 'w2560'] as const;
export type ImageSuffix = (typeof imageSuffixes)[number];

/** A page that is visible and has the focus sends a heartbeat at this interval (TRACK-03). */
export const analyticsHeartbeatMs = 15_000;
/** Raw hits are deleted after this many days if the operator sets nothing else. */
export const analyticsRetentionDays = 30;
/** The longest range of figures. */
export const figuresRangeMs = 366 * 24 * 3_600_000;
/** The maximum lengths of a captured message and of its details. */
export const logMessageLength = 2_000;
export const logDetailsLength = 6_000;
/** Rate limit of captured messages per session: a burst, then one per interval. */
export const logMessageBurst = 10;
export const logMessageRefillMs = 2_000;
export const capturedMessageRetentionDays = 14;

/** The maximum number of cookie providers of a venue. */
export const cookieProvidersMax = 100;

export const idLength = 128;
export const textLength = 500;
export const richTextLength = 100_000;
export const urlLength = 2_048;
/** Saving warns of longer addresses behind QR codes. Up to it, a code has at most 69 modules a side (version 13, ISO/IEC 18004). */
export const qrCodeBytes = 300;
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

/** The maximum length of a `returnTo` path; longer ones are not sent. */
export const maxReturnToLength = 2_048;

/** The colors of a venue that defines none. */
export const defaultStyle = {
  textColor: '#FFFFFF',
  primaryColor: '#F70041',
  secondaryColor: '#373F60',
  backgroundColor: '#000A33',
} as const;

/** Media that can be chosen one by one for an archive: their ids are part of its URL. A folder has no limit. */
export const archiveMedia = 100;
