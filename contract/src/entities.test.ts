/** ENTITY-01: compares the schemas with the entities and fields in section 3 of the specification. */
import type * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import * as contract from './index.ts';

const words = (list: string): readonly string[] => list.split(' ');

/** Unwraps defaults, optionals and lists of a schema. */
function bare(schema: unknown): unknown {
  const definition = (schema as { _zod?: { def: { type: string; innerType?: unknown; element?: unknown } } })
    ._zod?.def;
  if (definition === undefined) return schema;
  if (definition.type === 'array') return bare(definition.element);
  return definition.innerType === undefined ? schema : bare(definition.innerType);
}

interface Shaped {
  readonly shape: Readonly<Record<string, unknown>>;
}
const fieldsOf = (schema: unknown): Readonly<Record<string, unknown>> => (bare(schema) as Shaped).shape;
const at = (schema: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, field) => fieldsOf(inner)[field], schema);

const entities: Readonly<Record<string, readonly [schema: unknown, ...fields: readonly string[]]>> = {
  'venue version': [contract.venueVersion, 'mode', 'version', 'publishedVersion', 'publishedArchitectureId'],
  venue: [contract.venue, 'architectures', 'assets', 'publishInfo'],
  'publish info': [at(contract.venue, 'publishInfo'), 'publishedVersion'],
  architecture: [
    contract.architecture,
    ...words('id areas defaultAreaId floorplan icons globalWidgets impress privacyNotice'),
    ...words('cventLoginEnabled cventEvent cookieBannerConfig personalizedTrackingEnabled cookieProviders'),
    ...words('style userProfileAttributes globalNavigationEnabled loginPageLogo loginPageBackground'),
  ],
  floorplan: [contract.floorplan, 'areaPositions'],
  'area position': [contract.areaPosition, 'areaId', 'visible'],
  icon: [contract.icon, 'type', 'assetId'],
  area: [
    contract.area,
    'id',
    'names',
    'descriptions',
    'defaultViewpointId',
    'viewPoints',
    'viewMode',
    'contentWidgets',
  ],
  'cookie provider': [contract.cookieProvider, 'id', 'name', 'type', 'accepted', 'attributes'],
  'attribute of a provider': [at(contract.cookieProvider, 'attributes'), 'key', 'value'],
  'banner config': [contract.cookieBannerConfig, 'type', 'text', 'personalizedTrackingText', 'styling'],
  'banner styling': [at(contract.cookieBannerConfig, 'styling'), 'backgroundColor', 'textColor'],
  'stored consent': [contract.storedConsent, 'id', 'accepted'],
  'login option': [contract.loginOption, 'loginType', 'displayName', 'providerId'],
  'login configuration': [
    contract.loginConfiguration,
    'loginProvider',
    'loginType',
    'apiKey',
    'authDomain',
    'idpProvider',
  ],
  'identity provider': [at(contract.loginConfiguration, 'idpProvider'), 'displayName', 'providerID'],
  'user info': [contract.userInfo, 'userId', 'email', 'attributes'],
  'attributes of a user': [at(contract.userInfo, 'attributes'), 'name', 'company', 'title'],
  'attendee presence': [contract.attendeePresence, 'uid', 'areaId', 'name', 'company', 'title', 'timestamp'],
  like: [
    contract.like,
    'uuid',
    'contentPieceId',
    'mediaBoardId',
    'creationTimestamp',
    'authorId',
    'commentId',
  ],
  asset: [contract.asset, 'id', 'uri', 'generation', 'displayName', 'alts'],
  'localized text': [contract.localizedText, 'locale', 'text'],
  'localized uri': [contract.localizedUri, 'locale', 'uri'],
  'localized asset': [contract.localizedAsset, 'locale', 'assetId'],
  'cookie preferences message': [
    contract.cookiePreferencesMessage,
    ...words('userId email bannerType cookiePreferences clientDetails'),
  ],
  'cookie preference': [
    at(contract.cookiePreferencesMessage, 'cookiePreferences'),
    ...words('id name type accepted defaultProvider'),
  ],
  'frontend log message': [
    contract.frontendLogMessage,
    ...words('messageDetails clientDetails loglevel logCategory messageOrigin'),
  ],
  'message details': [at(contract.frontendLogMessage, 'messageDetails'), 'message', 'details'],
  'client details': [
    contract.clientDetails,
    ...words('browser browserVersion os userAgent browserLanguage cookiesEnabled venueLanguage'),
    ...words('architectureId clientUsername clientURL clientVersion'),
  ],
  'UI config': [contract.uiConfig, 'i18n', 'features', 'tabTitle', 'favicon', 'firebase'],
  'languages of the UI config': [at(contract.uiConfig, 'i18n'), 'defaultLocale', 'supportedLocales'],
  'features of the UI config': [at(contract.uiConfig, 'features'), 'userPresence', 'ai'],
};

describe('ENTITY-01a each entity has a schema with the fields of the specification', () => {
  for (const [name, [schema, ...fields]] of Object.entries(entities))
    test(name, () => {
      expect(Object.keys(fieldsOf(schema))).toEqual(expect.arrayContaining(fields));
    });
});

test('ENTITY-01b the 20 content widgets, the whiteboard and the 3 global widgets have a configuration schema', () => {
  const content = [
    ...words('AreaChatWidget AreaReactionsWidget GoToMeetingWidget IframePopupWidget ImageBookWidget'),
    ...words(
      'ImageWidget MediaBoardWidget MediaLibraryWidget MentimeterQrCodeWidget MentimeterTagCloudWidget',
    ),
    ...words(
      'MiroWidget SoundfilesWidget SuperEventQrEntryPointWidget SuperEventSocialWallWidget TeamsWidget',
    ),
    ...words(
      'TextNotificationWidget VimeoWidget WebExWidget WherebyMeetingWidget WhiteboardWidget ZoomWidget',
    ),
  ];
  expect(contract.widgetTypes).toEqual(expect.arrayContaining(content));
  const global = ['FloorplanWidget', 'GlobalChatWidget', 'GlobalSearchWidget'];
  expect(contract.globalWidgetTypes).toEqual(expect.arrayContaining(global));
  for (const { schema } of contract.widgetManifests)
    expect(Object.keys(schema.shape)).toEqual(
      expect.arrayContaining(['id', 'name', 'cookieProviders', 'begin', 'end', 'displayMode']),
    );
});

test('ENTITY-01c the union of content widgets contains every content widget type', () => {
  for (const type of contract.widgetTypes) {
    const parsed = contract.contentWidget.safeParse({ id: 'w', type, name: 'w', configurations: [] });
    expect(parsed.success, type).toBe(true);
  }
});

test('ENTITY-01d meetings have URLs, a webinar has its flag and Whereby has each of its 22 options', () => {
  const fields = (type: string) => Object.keys(contract.findWidgetManifest(type)?.schema.shape ?? {});
  for (const type of words('ZoomWidget TeamsWidget WebExWidget GoToMeetingWidget WherebyMeetingWidget'))
    expect(fields(type)).toEqual(
      expect.arrayContaining(['hostMeetingUrl', 'viewerMeetingUrl', 'meetingUrl']),
    );
  expect(fields('ZoomWidget')).toContain('webinarOn');
  expect(fields('WherebyMeetingWidget')).toEqual(
    expect.arrayContaining([
      ...words('audio background logo locking participantCount settingsButton pipButton breakout'),
      ...words('chat leaveButton lowData moreButton people preCallReview roomIntegrations'),
      ...words('screenshare subgridLabels timer video autoSpotlight skipMediaPermissionPrompt floatSelf'),
    ]),
  );
});

test('ENTITY-01e the enumerations are those of the specification', () => {
  expect(contract.operatingModes).toEqual(['STAGE', 'LIVE']);
  expect(contract.viewModes).toEqual(['VIEW_2D', 'VIEW_360D']);
  expect(contract.mediaDisplayModes).toEqual(['EMBEDDED', 'EMBEDDED_DIALOG', 'OVERLAY_DIALOG', 'NEW_TAB']);
  expect(contract.cookieProviderTypes).toEqual(['TECHNICALLY_REQUIRED', 'EXTERNAL_MEDIA']);
  expect(contract.cookieBannerTypes).toEqual(['NONE', 'SIMPLE', 'DETAILED']);
  expect(contract.loginProviders.toSorted()).toEqual([
    'ANONYMOUS',
    'BIZZABO_LOGIN',
    'CVENT_LOGIN',
    'FIREBASE',
  ]);
  expect(contract.loginOptionTypes).toEqual([
    'CVENT_LOGIN',
    'BIZZABO_LOGIN',
    'EMAIL_PASSWORD',
    'FIREBASE_OIDC',
  ]);
  expect(contract.presenceStatuses).toEqual(['Available', 'Busy', 'Idle', 'Offline']);
  expect(contract.userLookupStatuses).toEqual([
    'NO_USER_FOUND',
    'USER_INACTIVE',
    'USER_FOUND',
    'USER_CREATED',
  ]);
});

test('ENTITY-01f missing fields of a venue get their defaults: not published, no cookie banner', () => {
  const venue = contract.venue.parse({ architectures: [{ id: 'fair', areas: [] }] });
  expect(venue).toMatchObject({ assets: [], publishInfo: { publishedVersion: -1 } });
  expect(venue.architectures[0]).toMatchObject({
    cookieBannerConfig: { type: 'NONE' },
    globalWidgets: [],
    style: {},
  });
  expect(
    contract.uiConfig.parse({
      i18n: { defaultLocale: 'en', supportedLocales: ['en'] },
      features: { userPresence: true },
      firebase: { backend: 'embedded' },
    }).features.ai,
  ).toBe(false);
});

describe('ENTITY-03 placement', () => {
  const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;
  const flat = { kind: '2D', x: 0, y: 1 };
  const round = { kind: '360', yaw: -170.5, pitch: 90 };

  test('ENTITY-03a a position is a fraction of the picture or degrees of the panorama, and nothing else', () => {
    for (const good of [flat, round, { kind: '360', yaw: 0, pitch: -90 }])
      expect(accepts(contract.position, good)).toBe(true);
    for (const bad of [
      { kind: '2D', x: 1.01, y: 0 },
      { kind: '2D', x: -0.01, y: 0 },
      { kind: '2D', x: 0 },
      { kind: '2D', x: Number.NaN, y: 0 },
      { kind: '2D', yaw: 0, pitch: 0 },
      { kind: '360', yaw: 0, pitch: 91 },
      { kind: '360', yaw: Infinity, pitch: 0 },
      { kind: '3D', x: 0, y: 0 },
      { ...flat, z: 0 },
      { x: 0, y: 0 },
    ])
      expect(accepts(contract.position, bad), JSON.stringify(bad)).toBe(false);
  });

  test('ENTITY-03b a placement of a content widget has viewpointId, position and optionally size', () => {
    expect(Object.keys(fieldsOf(contract.placement))).toEqual(['viewpointId', 'position', 'size']);
    expect(accepts(contract.placement, { viewpointId: 'v', position: flat })).toBe(true);
    expect(
      accepts(contract.placement, { viewpointId: 'v', position: round, size: { width: 20, height: 10 } }),
    ).toBe(true);
    expect(
      accepts(contract.placement, { viewpointId: 'v', position: flat, size: { width: 0, height: 1 } }),
    ).toBe(false);
    expect(
      contract.contentWidget.parse({ id: 'w', type: 'ImageWidget', name: 'w', configurations: [] })
        .placements,
    ).toEqual([]);
  });

  test('ENTITY-03c a door has id, names, targetAreaId, position and optionally targetViewpointId', () => {
    const door = { id: 'd', names: [], targetAreaId: 'hall', position: round };
    expect(accepts(contract.door, door)).toBe(true);
    expect(accepts(contract.door, { ...door, targetViewpointId: 'middle' })).toBe(true);
    for (const field of ['id', 'names', 'targetAreaId', 'position'])
      expect(accepts(contract.door, { ...door, [field]: undefined }), field).toBe(false);
    expect(Object.keys(fieldsOf(contract.viewPoint))).toContain('doors');
  });

  test('ENTITY-03d a floorplan has an asset and area positions with areaId, visible, x and y', () => {
    expect(Object.keys(fieldsOf(contract.floorplan))).toEqual(['assetId', 'areaPositions']);
    expect(Object.keys(fieldsOf(contract.areaPosition))).toEqual(['areaId', 'visible', 'x', 'y']);
    expect(accepts(contract.areaPosition, { areaId: 'a', visible: true, x: 0.5, y: 1 })).toBe(true);
    expect(accepts(contract.areaPosition, { areaId: 'a', visible: true, x: 0.5, y: 1.5 })).toBe(false);
  });

  test('ENTITY-03e a viewpoint shows either a picture or a video, and may have an initial view', () => {
    const viewPoint = (background: unknown, initialView?: unknown) => ({
      id: 'v',
      background,
      ...(initialView ? { initialView } : {}),
    });
    expect(accepts(contract.viewPoint, viewPoint({ assetId: 'a' }))).toBe(true);
    const video = { videoUrl: 'https://media.example.com/a.mp4', playerActive: true };
    expect(accepts(contract.viewPoint, viewPoint(video))).toBe(true);
    expect(
      accepts(
        contract.viewPoint,
        viewPoint({ ...video, posterAssetId: 'a' }, { yaw: 10, pitch: -5, zoom: 50 }),
      ),
    ).toBe(true);
    expect(accepts(contract.viewPoint, viewPoint({ ...video, assetId: 'a' }))).toBe(false);
    expect(accepts(contract.viewPoint, viewPoint({ videoUrl: video.videoUrl }))).toBe(false);
    expect(accepts(contract.viewPoint, viewPoint({ assetId: 'a' }, { yaw: 0, pitch: 0, zoom: 101 }))).toBe(
      false,
    );
  });
});

describe('rejected input', () => {
  test('URLs that are not public https URLs', () => {
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://example.com/',
      'example.com',
      '',
      ...words(
        'https://localhost/ https://localhost./ https://intranet/ https://a.internal/ https://127.0.0.1/',
      ),
      ...words('https://127.1/ https://2130706433/ https://0x7f000001/ https://0.0.0.0/ https://10.1.2.3/'),
      ...words('https://172.31.0.1/ https://192.168.1.1/ https://169.254.169.254/ https://100.64.0.1/'),
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://user@example.com/',
      `https://example.com/${'a'.repeat(2048)}`,
    ])
      expect(contract.validateExternalUrl(address), address.slice(0, 60)).toBeTypeOf('string');
    for (const address of [
      'https://example.com/a?b=c#d',
      'https://172.32.0.1/',
      'https://xn--bcher-kva.example/',
    ])
      expect(contract.validateExternalUrl(address), address).toBeUndefined();
  });

  test('ids with a special meaning in a path or a prototype', () => {
    for (const id of [
      '',
      '.',
      '..',
      '../a',
      'a/b',
      'a%2fb',
      '__proto__',
      'constructor',
      'prototype',
      'a\u0000',
      '😀',
      'a'.repeat(129),
      '.env',
    ])
      expect(contract.id.safeParse(id).success, JSON.stringify(id)).toBe(false);
  });

  test('colors that try to break out of the style sheet', () => {
    for (const colour of ['red', '#12', '#12345', '#FFF;}', '#FFFFFF\n', 'url(//evil)', 'var(--x)', '#ggg'])
      expect(contract.colour.safeParse(colour).success, JSON.stringify(colour)).toBe(false);
  });
});
