/** The captions that users can choose for a film. */
import { captionTrackFor } from './captionTrack.ts';

/**
 * Each language once, that of the user first, then those of the files, then those in the stream.
 * @param files the languages of caption files
 * @param inStream the languages of the tracks that the stream contains; empty if it does not say one
 */
export function captionLanguages(
  files: readonly string[],
  inStream: readonly string[],
  language: string,
): string[] {
  const all = [...new Set([...files, ...inStream])].filter((each) => each !== '');
  const own = languageFor(all, language);
  return own === undefined ? all : [own, ...all.filter((each) => each !== own)];
}

/** Which of these languages fits best; undefined if none does. */
export const languageFor = (languages: readonly string[], language: string): string | undefined =>
  captionTrackFor(
    languages.map((each) => ({ language: each, kind: 'captions' })),
    language,
  )?.language;
