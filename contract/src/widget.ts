/** Content widgets: their types, what all configurations share, and each type's own configuration. */
import * as z from 'zod/mini';
import { address } from './address.ts';
import { instant, localizedAssets, localizedRichTexts, localizedTexts, localizedUris } from './localized.ts';
import { position, size } from './position.ts';
import { id, text } from './values.ts';

export const mediaDisplayModes = ['EMBEDDED', 'EMBEDDED_DIALOG', 'OVERLAY_DIALOG', 'NEW_TAB'] as const;
export const mediaDisplayMode = z.enum(mediaDisplayModes);
export type MediaDisplayMode = z.infer<typeof mediaDisplayMode>;

/** What every configuration has. It counts from `begin` (inclusive) to `end` (exclusive), each optional. */
const shared = {
  id,
  name: text,
  cookieProviders: z._default(z.array(id), []),
  begin: z.optional(instant),
  end: z.optional(instant),
  displayMode: z.optional(mediaDisplayMode),
};

const onOff = z.optional(z.boolean());
const meetingLinks = {
  hostMeetingUrl: z.optional(address),
  viewerMeetingUrl: z.optional(address),
  meetingUrl: z.optional(address),
};

/** Options in the address of an embedded meeting; one that is not configured is not sent. */
export const meetingOptions = {
  audio: onOff,
  background: onOff,
  logo: onOff,
  locking: onOff,
  participantCount: onOff,
  settingsButton: onOff,
  pipButton: onOff,
  breakout: onOff,
  chat: onOff,
  leaveButton: onOff,
  lowData: onOff,
  moreButton: onOff,
  people: onOff,
  preCallReview: onOff,
  roomIntegrations: onOff,
  screenshare: onOff,
  subgridLabels: onOff,
  timer: onOff,
  video: onOff,
  autoSpotlight: onOff,
  skipMediaPermissionPrompt: onOff,
  floatSelf: onOff,
};

const meeting = z.strictObject({ ...shared, ...meetingLinks });
const media = z.strictObject({
  id,
  names: localizedTexts,
  descriptions: z.optional(localizedTexts),
  assets: z.optional(localizedAssets),
  uris: z.optional(localizedUris),
});

/** Each content widget type with the schema of one of its configurations. */
export const widgetConfigurations = {
  AreaChatWidget: z.strictObject({ ...shared, guestsMayWrite: onOff }),
  AreaReactionsWidget: z.strictObject({ ...shared }),
  GoToMeetingWidget: meeting,
  IframePopupWidget: z.strictObject({ ...shared, uris: localizedUris, allow: z.optional(z.array(text)) }),
  ImageWidget: z.strictObject({ ...shared, assets: localizedAssets, zoom: onOff }),
  ImageBookWidget: z.strictObject({ ...shared, pages: z.array(z.strictObject({ assets: localizedAssets })) }),
  MediaLibraryWidget: z.strictObject({
    ...shared,
    folders: z.array(z.strictObject({ id, names: localizedTexts, media: z.array(media) })),
  }),
  MediaBoardWidget: z.strictObject({
    ...shared,
    mediaBoardId: id,
    contentPieces: z.array(
      z.strictObject({
        ...media.shape,
        coverAssetId: z.optional(id),
        tags: z.optional(z.array(text)),
      }),
    ),
    recommendations: onOff,
    topRated: onOff,
    liveDiscussion: onOff,
    search: onOff,
  }),
  MentimeterTagCloudWidget: z.strictObject({ ...shared, uris: localizedUris }),
  MentimeterQrCodeWidget: z.strictObject({ ...shared, uris: localizedUris, votingCode: z.optional(text) }),
  SoundfilesWidget: z.strictObject({
    ...shared,
    sounds: z.array(z.strictObject({ id, names: localizedTexts, assets: localizedAssets })),
  }),
  SuperEventSocialWallWidget: z.strictObject({ ...shared, wallId: id, uris: z.optional(localizedUris) }),
  SuperEventQrEntryPointWidget: z.strictObject({ ...shared, uris: localizedUris }),
  TextNotificationWidget: z.strictObject({
    ...shared,
    titles: z.optional(localizedTexts),
    texts: localizedRichTexts,
  }),
  TeamsWidget: meeting,
  VimeoWidget: z.strictObject({ ...shared, uris: localizedUris, autoplay: onOff, captions: onOff }),
  WebExWidget: meeting,
  WherebyMeetingWidget: z.strictObject({ ...shared, ...meetingLinks, ...meetingOptions }),
  ZoomWidget: z.strictObject({
    ...shared,
    ...meetingLinks,
    webinarOn: onOff,
    meetingNumber: z.optional(text),
    passcode: z.optional(text),
  }),
  MiroWidget: z.strictObject({ ...shared, uris: localizedUris }),
  WhiteboardWidget: z.strictObject({ ...shared, boardId: id, access: z.enum(['everyone', 'hosts']) }),
} as const;

export type WidgetType = keyof typeof widgetConfigurations;
export const widgetTypes = Object.keys(widgetConfigurations) as [WidgetType, ...WidgetType[]];
export type WidgetConfiguration<T extends WidgetType = WidgetType> = z.infer<
  (typeof widgetConfigurations)[T]
>;

/** Each global widget type with the schema of one of its configurations. */
export const globalWidgetConfigurations = {
  FloorplanWidget: z.strictObject({ ...shared }),
  GlobalChatWidget: z.strictObject({ ...shared, guestsMayWrite: onOff }),
  GlobalSearchWidget: z.strictObject({ ...shared }),
} as const;
export type GlobalWidgetType = keyof typeof globalWidgetConfigurations;
export const globalWidgetTypes = Object.keys(globalWidgetConfigurations) as [
  GlobalWidgetType,
  ...GlobalWidgetType[],
];

/** The types whose widget this version of Foyer has; the venue check refuses the others and says so. */
export const builtWidgetTypes: readonly (WidgetType | GlobalWidgetType)[] = [
  'AreaChatWidget',
  'AreaReactionsWidget',
  'ImageWidget',
  'TextNotificationWidget',
  'FloorplanWidget',
  'GlobalChatWidget',
];

/** Where a widget stands: at a position of a viewpoint, optionally with a size as a share of the picture. */
export const placement = z.strictObject({ viewpointId: id, position, size: z.optional(size) });
export type Placement = z.infer<typeof placement>;

const widgetOf = <T extends WidgetType>(type: T) =>
  z.strictObject({
    id,
    type: z.literal(type),
    name: text,
    names: z.optional(localizedTexts),
    configurations: z.array(widgetConfigurations[type]),
    placements: z._default(z.array(placement), []),
  });

/** A content widget: a union by `type`, so that a configuration is checked against its own type. */
export const contentWidget = z.discriminatedUnion('type', [
  widgetOf('AreaChatWidget'),
  widgetOf('AreaReactionsWidget'),
  widgetOf('GoToMeetingWidget'),
  widgetOf('IframePopupWidget'),
  widgetOf('ImageWidget'),
  widgetOf('ImageBookWidget'),
  widgetOf('MediaLibraryWidget'),
  widgetOf('MediaBoardWidget'),
  widgetOf('MentimeterTagCloudWidget'),
  widgetOf('MentimeterQrCodeWidget'),
  widgetOf('SoundfilesWidget'),
  widgetOf('SuperEventSocialWallWidget'),
  widgetOf('SuperEventQrEntryPointWidget'),
  widgetOf('TextNotificationWidget'),
  widgetOf('TeamsWidget'),
  widgetOf('VimeoWidget'),
  widgetOf('WebExWidget'),
  widgetOf('WherebyMeetingWidget'),
  widgetOf('ZoomWidget'),
  widgetOf('MiroWidget'),
  widgetOf('WhiteboardWidget'),
]);
export type ContentWidget = z.infer<typeof contentWidget>;
export type ContentWidgetOf<T extends WidgetType> = Extract<ContentWidget, { type: T }>;

const globalWidgetOf = <T extends GlobalWidgetType>(type: T) =>
  z.strictObject({
    id,
    type: z.literal(type),
    name: text,
    names: z.optional(localizedTexts),
    configurations: z.array(globalWidgetConfigurations[type]),
  });

/** A widget of the whole venue, reached from every area. */
export const globalWidget = z.discriminatedUnion('type', [
  globalWidgetOf('FloorplanWidget'),
  globalWidgetOf('GlobalChatWidget'),
  globalWidgetOf('GlobalSearchWidget'),
]);
export type GlobalWidget = z.infer<typeof globalWidget>;

/**
 * The configuration that counts at a moment (AREA-08): the first one in file order with begin <= now < end.
 * @param now server time, milliseconds since 1970
 */
export function activeConfiguration<C extends { begin?: string | undefined; end?: string | undefined }>(
  configurations: readonly C[],
  now: number,
): C | undefined {
  return configurations.find(
    ({ begin, end }) =>
      (begin === undefined || Date.parse(begin) <= now) && (end === undefined || now < Date.parse(end)),
  );
}
