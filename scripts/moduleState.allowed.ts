/**
 * The mutable state of the modules in `web/src`, by file and binding, with its owner. `moduleState.test.ts` compares it with
 * the sources. It should only become shorter: new state belongs to an object with an end, such as the visit.
 */

/** The owners of bindings. State of a user is a part of their visit, and that of a venue a part of its session: see `platform/scope.ts`. */
export const owners = {
  page: 'the page itself, the same for every user: language, navigation, what its components register while they are mounted',
  browser: 'choices and settings in the storage of the browser, for everyone who uses it',
  memo: 'a cache of downloaded code or of a pure function, the same for every user',
  session: 'the session of the page, which begins and ends visits: login, logout, tokens',
  user: 'a user, although it is no part of their visit, for the reason that is given',
} as const;

type Owner = Exclude<keyof typeof owners, 'user'> | `user: ${string}`;

/** Owners by file and binding. */
export type AllowedState = Readonly<Record<string, Readonly<Record<string, Owner>>>>;

export const allowed: AllowedState = {
  'web/src/features/analytics/range/zonedTime.ts': { formats: 'memo' },
  'web/src/features/area/camera/lookedAround.ts': { useLookedAround: 'browser' },
  'web/src/features/area/hotspots/labels/measureLabels.ts': { cache: 'memo' },
  'web/src/features/area/panorama/webgl.ts': { largest: 'memo' },
  'web/src/features/area/picture/videoChoice.ts': { useVideoChoice: 'browser' },
  'web/src/features/chat/people/useKnownPeople.ts': { searchTexts: 'memo' },
  'web/src/features/session/model/loginState.ts': { useLogin: 'session' },
  'web/src/features/session/model/sessionLoader.ts': {
    navigator: 'session',
    loading: 'session',
    isCreated: 'session',
  },
  'web/src/main.tsx': { mounted: 'page' },
  'web/src/platform/alerts.ts': { useAlerts: 'browser', audio: 'page', lastSoundAt: 'page' },
  'web/src/platform/analytics/track.ts': {
    waiting: 'user: events without a name, which wait until the tracker is downloaded',
    receive: 'page',
  },
  'web/src/platform/api/authHook.ts': { current: 'session' },
  'web/src/platform/api/inlinedResponses.ts': { responses: 'page' },
  'web/src/platform/api/retry.ts': { useWaits: 'page', count: 'page' },
  'web/src/platform/i18n/dateTimeFormat.ts': { formats: 'memo' },
  'web/src/platform/i18n/i18n.ts': { useTexts: 'page', requestedLazy: 'page', requested: 'page' },
  'web/src/platform/i18n/numberFormat.ts': { formats: 'memo' },
  'web/src/platform/loading/importWithRetry.ts': {
    imported: 'memo',
    chunks: 'memo',
    failedStyles: 'page',
    needStyles: 'page',
  },
  'web/src/platform/logSender.ts': { sender: 'page' },
  'web/src/platform/navigation/areaNavigation.ts': { useChosenView: 'browser' },
  'web/src/platform/navigation/widgetGuards.ts': {
    protectedFrom: 'page',
    waiting: 'user: a navigation that waits; the session cancels it with the visit',
  },
  'web/src/platform/pictureCover.ts': { covering: 'page', usePictureCover: 'page' },
  'web/src/platform/playback/audioSessions.ts': { useAudioSessions: 'page' },
  'web/src/platform/playback/mediaElements.ts': { players: 'page', isFollowing: 'page' },
  'web/src/platform/playback/playback.ts': { usePlayback: 'page' },
  'web/src/platform/sound/pagePlayer.ts': {
    player: 'user: the sound of a guest plays on when they log in; that of an account ends with its visit',
  },
  'web/src/platform/sound/soundState.ts': { useSound: 'user: as the player in pagePlayer.ts' },
  'web/src/platform/state/cookieBanner.ts': { useCookieBanner: 'browser' },
  'web/src/platform/state/errors.ts': { useErrors: 'user: the session clears the error with the visit' },
  'web/src/platform/state/ribbonHeight.ts': { useRibbonHeight: 'page' },
  'web/src/platform/state/ui.ts': { useUi: 'page' },
  'web/src/platform/state/user.ts': { useUser: 'session' },
  'web/src/platform/storage/browserStorage.ts': { memory: 'browser' },
  'web/src/platform/time/serverTime.ts': { clock: 'page' },
  'web/src/platform/unsavedInput.ts': { checks: 'page' },
  'web/src/platform/visit/currentVisit.ts': { useCurrentVisit: 'page' },
  'web/src/routes/guards/rootGuards.ts': { running: 'page', latest: 'page' },
  'web/src/routes/router.tsx': { router: 'page' },
  'web/src/widgets/host/useWidgetComponent.ts': { loaded: 'memo' },
  'web/src/widgets/media/mediaItem.ts': { searchTexts: 'memo' },
  'web/src/widgets/registry/widgetSeen.ts': { versions: 'memo', useSeenWidgets: 'browser' },
};
