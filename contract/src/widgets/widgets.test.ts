import { expect, test } from 'vitest';
import {
  builtWidgetTypes,
  defaultWidgetSettings,
  findWidgetManifest,
  widgetManifests,
  widgetsOfType,
  widgetTypes,
} from '../widget.ts';

declare global {
  interface ImportMeta {
    glob(pattern: string): Readonly<Record<string, unknown>>;
  }
}

test('each manifest file is in the list of contract/src/widgets/index.ts, under the name of its type', () => {
  const files = Object.keys(import.meta.glob('./*Widget.ts')).map((path) => path.slice(2, -3));
  const types: readonly string[] = widgetManifests.map(({ type }) => type);
  const errors = [
    ...files
      .filter((file) => !types.includes(file))
      .map((file) => `contract/src/widgets/index.ts does not list the manifest of ${file}.ts`),
    ...types
      .filter((type) => !files.includes(type))
      .map((type) => `the manifest of ${type} must be in a file contract/src/widgets/${type}.ts`),
    ...types
      .filter((type, index) => types.indexOf(type) !== index)
      .map((type) => `contract/src/widgets/index.ts lists ${type} twice`),
  ];
  expect(errors).toEqual([]);
});

test('lists of types are derived from the manifests', () => {
  expect(widgetTypes).toContain('WhiteboardWidget');
  expect(widgetTypes).not.toContain('FloorplanWidget');
  expect(builtWidgetTypes).toEqual(expect.arrayContaining(['ImageWidget', 'FloorplanWidget']));
  expect(builtWidgetTypes).not.toContain('GlobalSearchWidget');
  expect(findWidgetManifest('GlobalSearchWidget')?.scope).toBe('global');
  expect(findWidgetManifest('toString')).toBeUndefined();
  const [one, other] = [{ type: 'a' as const }, { type: 'b' as const }];
  expect(widgetsOfType([one, other, one], 'a')).toEqual([one, one]);
});

const uris = [
  { locale: 'en', uri: 'https://www.example.org/page?x=1#y' },
  { locale: 'de', uri: 'https://example.org:8443/seite' },
];
const inFrames = ['https://www.example.org', 'https://example.org:8443'];

test.each([
  ['IframePopupWidget', { uris }, inFrames],
  [
    'MentimeterTagCloudWidget',
    { uris: [{ locale: 'en', uri: 'https://mentimeter.com/app/presentation/al3q9' }] },
    ['https://www.mentimeter.com'],
  ],
  [
    'MiroWidget',
    { uris: [{ locale: 'en', uri: 'https://www.miro.com/app/board/uXjVOq_1=/' }] },
    ['https://miro.com'],
  ],
  ['VimeoWidget', { uris: [{ locale: 'en', uri: 'https://vimeo.com/1' }] }, ['https://player.vimeo.com']],
  ['WherebyMeetingWidget', { meetingUrl: 'https://us.whereby.com/room?x' }, ['https://us.whereby.com']],
])('%s names the origins of its frames', (type, configuration, frame) => {
  expect(findWidgetManifest(type)?.origins?.(configuration, defaultWidgetSettings)).toEqual({ frame });
});

test('a frame gets the features that its widget needs, and no other', () => {
  const permissionsOf = (type: string, configuration = {}) =>
    findWidgetManifest(type)?.permissions?.(configuration);
  expect(permissionsOf('WherebyMeetingWidget')).toContain('camera');
  expect(permissionsOf('VimeoWidget', { uris: [{ locale: 'en', uri: 'https://vimeo.com/1' }] })).toEqual([
    'autoplay',
    'fullscreen',
    'picture-in-picture',
  ]);
  expect(permissionsOf('IframePopupWidget', { uris })).toEqual([]);
  expect(permissionsOf('IframePopupWidget', { uris, allow: ['microphone'] })).toEqual(['microphone']);
});
