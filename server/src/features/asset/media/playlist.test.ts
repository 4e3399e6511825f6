import fc from 'fast-check';
import { M3U8Parser, type PlaylistLevelType } from 'hls.js';
import { expect, test } from 'vitest';
import { PlaylistError, referencesIn, withQuery } from './playlist.ts';

const main = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
## Created with a packager
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a", NAME="Deutsch, laut",URI="audio/de.m3u8"
#EXT-X-STREAM-INF:PROGRAM-ID=1, BANDWIDTH=100000,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a"
720p/index.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=10,URI="720p/iframes.m3u8"
`;
const media = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-PROGRAM-DATE-TIME:2026-11-20T12:00:00.000Z
#EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"
#EXT-X-KEY:METHOD=NONE
#EXTINF:4.000000, the first, with spaces
seg0.ts

#EXTINF:4,
#EXT-X-BYTERANGE:100@20
seg1.ts
#EXTINF:4
seg2.ts
#EXT-X-ENDLIST
`;
const mediaReferences = ['init.mp4', 'seg0.ts', 'seg1.ts', 'seg2.ts'];

test('playlists of packagers are accepted, and their references found', () => {
  expect(referencesIn(main)).toEqual(['audio/de.m3u8', '720p/index.m3u8', '720p/iframes.m3u8']);
  expect(referencesIn(media)).toEqual(mediaReferences);
  expect(referencesIn(media.replaceAll('\n', '\r\n'))).toEqual(mediaReferences);
  expect(referencesIn(media.replaceAll('\n', ' \n'))).toEqual(mediaReferences);
});

test('a query is added to all references, and to nothing else', () => {
  const signed = withQuery(media.replaceAll('\n', '\r\n'), 'expires=1&signature=x');
  expect(referencesIn(signed)).toEqual(mediaReferences.map((file) => `${file}?expires=1&signature=x`));
  expect(signed.replaceAll('?expires=1&signature=x', '')).toBe(media);
  // A video that was uploaded when this was accepted.
  const before = '#EXTM3U\n#EXT-X-CUE-OUT:30\n#EXTINF:4,\nseg0.ts\n';
  expect(withQuery(before, 'q')).toBe('#EXTM3U\n#EXT-X-CUE-OUT:30\n#EXTINF:4,\nseg0.ts?q\n');
});

const evil = 'https://evil.example/a.ts';

/** Lines that some player loads from another server. */
const hostileLines = [
  evil,
  ` ${evil}`,
  `#EXT-X-MAP:BYTERANGE="1@0", URI="${evil}"`,
  `#EXT-X-MAP: URI="${evil}"`,
  `#EXT-X-MAP:URI=${evil}`,
  `#EXT-X-MAP:URI ="${evil}"`,
  `#EXT-X-MAP:A="x"y,URI="${evil}"`,
  `#EXT-X-MAP:A=",URI="${evil}"`,
  `#EXT-X-MAP:,URI="${evil}"`,
  `#EXT-X-MAP:URI="seg0.ts",URI="${evil}"`,
  `#EXT-X-MAP:URI="{$x}"`,
  `#EXT-X-KEY:METHOD=AES-128,URI="${evil}"`,
  `#EXT-X-DEFINE:NAME="x",VALUE="${evil}"`,
  `#EXT-X-CONTENT-STEERING:SERVER-URI="${evil}"`,
  `#EXT-X-DATERANGE:ID="a",START-DATE="2026-11-20T12:00:00Z",CLASS="com.apple.hls.interstitial",X-ASSET-URI="${evil}"`,
  `#EXT-X-DATERANGE:ID="a",X-ASSET-LIST="list.json"`,
  `#EXT-X-SESSION-DATA:DATA-ID="a",URI="${evil}"`,
  `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${evil}"`,
  `#EXT-X-RENDITION-REPORT:URI="${evil}"`,
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI=${evil}`,
  `# a comment #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="${evil}"`,
  `# a comment #EXT-X-MAP:URI="${evil}"`,
  `#ext-x-map:URI="${evil}"`,
  `#EXTINF:4 ${evil}`,
  `#EXTINF:${evil}`,
  `#EXTINF:4,\r${evil}`,
  `#EXTINF:4,\u2028${evil}`,
  `#EXTINF:4,\u2029${evil}`,
  `#EXTINF:4,\u0085${evil}`,
  `#EXTINF:4,\v${evil}`,
  `# a comment\r${evil}`,
  '//evil.example/a.ts',
  String.raw`\\evil.example\a.ts`,
  'https:evil.example',
  'data:video/mp2t;base64,AAAA',
  '../../../other/1/seg0.ts',
];

const inTar = new Set(['init.mp4', 'seg0.ts', 'seg1.ts', 'seg2.ts', 'index.m3u8']);
/** The same condition as in `unpackHls`. */
const passesCheck = (playlist: string): boolean => {
  try {
    return referencesIn(playlist).every((file) => inTar.has(file));
  } catch (error) {
    expect(error).toBeInstanceOf(PlaylistError);
    return false;
  }
};

test.each(hostileLines)('a playlist with the line %j is not accepted', (line) => {
  expect(passesCheck('#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nseg0.ts\n')).toBe(true);
  expect(passesCheck(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n${line}\n#EXTINF:4,\nseg0.ts\n`)).toBe(false);
});

test('a playlist that ends within a segment is not accepted: hls.js loads a part of its title', () => {
  expect(passesCheck(`#EXTM3U\n#EXTINF:4,title ${evil}`)).toBe(false);
});

const base = 'https://foyer.example/backend-assets/live/fair/stream/1/';

/** Everything that the parser of hls.js finds to load. */
function loadedByHlsJs(text: string): (string | undefined)[] {
  const url = `${base}playlist.m3u8`;
  const absolute = (uri: unknown) => (typeof uri === 'string' ? M3U8Parser.resolve(uri, url) : undefined);
  const multivariant = M3U8Parser.parseMasterPlaylist(text, url);
  const groups = M3U8Parser.parseMasterPlaylistMedia(text, url, multivariant);
  const level = M3U8Parser.parseLevelPlaylist(text, url, 0, 'main' as PlaylistLevelType, 0, null);
  return [
    ...[...multivariant.levels, ...multivariant.iframeVariants].map((variant) => variant.url),
    multivariant.contentSteering?.uri,
    ...(multivariant.sessionKeys ?? []).map((key) => absolute(key.uri)),
    ...Object.values(multivariant.sessionData ?? {}).map((data) => absolute(data['URI'])),
    ...Object.values(groups)
      .flat()
      .map((rendition) => absolute(rendition?.url)),
    ...level.fragments.flatMap((fragment) => [
      fragment.url,
      fragment.initSegment?.url,
      ...Object.values(fragment.levelkeys ?? {}).map((key) => absolute(key?.uri)),
    ]),
    ...(level.partList ?? []).map((part) => part.url),
    absolute(level.preloadHint?.['URI']),
    ...(level.renditionReports ?? []).map((report) => absolute(report['URI'])),
    ...Object.values(level.dateRanges).flatMap((range) => [
      absolute(range?.attr['X-ASSET-URI']),
      absolute(range?.attr['X-ASSET-LIST']),
    ]),
  ];
}

test('whatever playlist passes the check, hls.js loads nothing that is not beside it', () => {
  const pieces = [
    ...hostileLines,
    ...hostileLines.flatMap((line) => line.split(/(?=[,:" #])/)),
    ...main.split('\n'),
    ...media.split('\n'),
    ...inTar,
  ];
  const separator = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '\u2028', ' ', ',', '');
  const playlist = fc
    .array(fc.tuple(fc.constantFrom(...pieces), separator), { maxLength: 8 })
    .map((lines) => `#EXTM3U\n#EXT-X-TARGETDURATION:4\n${lines.flat().join('')}`);
  let accepted = 0;
  fc.assert(
    fc.property(playlist, (text) => {
      if (!passesCheck(text)) return;
      accepted += 1;
      for (const url of loadedByHlsJs(text)) if (url) expect(url, text).toMatch(base);
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(500);
});
