/**
 * HLS playlists (RFC 8216): finds everything that a player would load. Players read playlists leniently, and each in its
 * own way: hls.js ends a line at a bare CR or at U+2028, finds tags in comments, and segments behind the duration of an
 * EXTINF. So only syntax that all players read in the same way is accepted, which is what packagers write.
 */

/** Why a playlist is not accepted. */
export class PlaylistError extends Error {
  override readonly name = 'PlaylistError';
}

const tagsWithAttributes = new Set([
  '#EXT-X-STREAM-INF',
  '#EXT-X-I-FRAME-STREAM-INF',
  '#EXT-X-MEDIA',
  '#EXT-X-SESSION-DATA',
  '#EXT-X-SESSION-KEY',
  '#EXT-X-START',
  '#EXT-X-KEY',
  '#EXT-X-MAP',
  '#EXT-X-DATERANGE',
  '#EXT-X-PART',
  '#EXT-X-PART-INF',
  '#EXT-X-PRELOAD-HINT',
  '#EXT-X-RENDITION-REPORT',
  '#EXT-X-SERVER-CONTROL',
  '#EXT-X-SKIP',
]);
const otherTags = new Set([
  '#EXTM3U',
  '#EXT-X-VERSION',
  '#EXT-X-TARGETDURATION',
  '#EXT-X-MEDIA-SEQUENCE',
  '#EXT-X-DISCONTINUITY-SEQUENCE',
  '#EXT-X-PLAYLIST-TYPE',
  '#EXT-X-ALLOW-CACHE',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  '#EXT-X-I-FRAMES-ONLY',
  '#EXT-X-PROGRAM-DATE-TIME',
  '#EXT-X-BYTERANGE',
  '#EXT-X-BITRATE',
  '#EXT-X-DISCONTINUITY',
  '#EXT-X-GAP',
  '#EXT-X-ENDLIST',
]);

/** Control characters and what else some player takes for the end of a line. */
// oxlint-disable-next-line no-control-regex -- these characters are what the expression finds
const forbiddenCharacter = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/;
const extinf = /^#EXTINF:\d+(\.\d*)?(,.*)?$/;
/** Matches one attribute after the other, up to the first that is malformed. */
const attribute = / *(?<name>[A-Z0-9-]+)=(?:"(?<quoted>[^"]*)"|(?<plain>[^", ]*)) *(?:,|$)/gy;

/** Whether the value of an attribute is loaded: URI, SERVER-URI, X-ASSET-URI … Other values that look like a URL are not trusted. */
const isLoaded = (name: string, value: string): boolean =>
  name.endsWith('URI') || name === 'X-ASSET-LIST' || value.includes('//');

/** A part of a line; the parts of a line, joined, are the line. */
interface Part {
  readonly text: string;
  readonly isReference: boolean;
}

const plain = (text: string): Part => ({ text, isReference: false });
const reference = (text: string): Part => ({ text, isReference: true });

/**
 * Returns the references of a playlist as they are written, in their order.
 * @throws PlaylistError
 */
export function referencesIn(playlist: string): string[] {
  const lines = playlist.replaceAll('\r\n', '\n').split('\n');
  if (lines[0]?.trimEnd() !== '#EXTM3U') throw new PlaylistError('its first line is not #EXTM3U');
  // At the end of a text, hls.js looks for the segment in the title.
  if (lines.at(-1)?.startsWith('#EXTINF') === true) throw new PlaylistError('it ends with #EXTINF');
  return lines.flatMap((line) =>
    partsOf(line)
      .filter(({ isReference }) => isReference)
      .map(({ text }) => text),
  );
}

/**
 * Adds `query` to all references of a playlist, because players do not pass on the query of the playlist's URL. Lines
 * that are not accepted any more, of a video that was uploaded before, stay as they are.
 */
export const withQuery = (playlist: string, query: string): string =>
  playlist
    .split(/\r?\n/)
    .map((line) => {
      try {
        return partsOf(line)
          .map(({ text, isReference }) => (isReference ? `${text}?${query}` : text))
          .join('');
      } catch {
        return line;
      }
    })
    .join('\n');

/** @throws PlaylistError */
function partsOf(line: string): readonly Part[] {
  if (forbiddenCharacter.test(line))
    throw new PlaylistError('it has control characters, or line breaks other than LF and CRLF');
  const text = line.trimEnd();
  if (!text.startsWith('#'))
    return text === '' ? [plain(line)] : [reference(text), plain(line.slice(text.length))];
  if (/#EXT/i.test(text.slice(1))) throw new PlaylistError('it has a tag within a line');
  if (!/^#EXT/i.test(text)) return [plain(line)];
  const colon = text.indexOf(':');
  const tag = colon < 0 ? text : text.slice(0, colon);
  if (otherTags.has(tag) || extinf.test(text)) return [plain(line)];
  if (tag === '#EXTINF') throw new PlaylistError('it has an #EXTINF that is not "#EXTINF:<seconds>,<title>"');
  // DEFINE and CONTENT-STEERING among others: they change what is loaded, and from where.
  if (!tagsWithAttributes.has(tag))
    throw new PlaylistError(`the tag ${JSON.stringify(tag.slice(0, 100))} is not allowed`);
  return [plain(`${tag}:`), ...attributesOf(tag, text.slice(tag.length + 1))];
}

/** @throws PlaylistError */
function attributesOf(tag: string, list: string): readonly Part[] {
  const matches = [...list.matchAll(attribute)];
  if (matches.map(([text]) => text).join('') !== list)
    throw new PlaylistError(`the attributes of ${tag} are malformed`);
  return matches.flatMap((match) => {
    const [text] = match;
    const { name, value, isQuoted } = toAttribute(match);
    if (!isLoaded(name, value)) return [plain(text)];
    const start = text.indexOf('=') + (isQuoted ? 2 : 1);
    return [plain(text.slice(0, start)), reference(value), plain(text.slice(start + value.length))];
  });
}

function toAttribute({ groups }: RegExpExecArray) {
  const { name = '', quoted, plain: unquoted = '' } = groups ?? {};
  return { name, value: quoted ?? unquoted, isQuoted: quoted !== undefined };
}

/** The attributes of a tag such as `#EXT-X-KEY:METHOD=NONE`, by their names, up to the first that is malformed. */
export const attributesIn = (tag: string): ReadonlyMap<string, string> =>
  new Map(
    [...tag.slice(tag.indexOf(':') + 1).matchAll(attribute)].map((match) => {
      const { name, value } = toAttribute(match);
      return [name, value];
    }),
  );
