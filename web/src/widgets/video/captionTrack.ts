/** Which captions of a film fit the language of the interface. */

export interface CaptionTrack {
  /** As Vimeo names it: `de`, `de-AT`, `en-x-autogen` for captions that Vimeo has generated. */
  readonly language: string;
  readonly kind: string;
}

const baseOf = (language: string): string => language.toLowerCase().split('-')[0] ?? '';

/** The captions in a language, else in a variant of it; those that someone wrote come before generated ones. */
export function captionTrackFor<T extends CaptionTrack>(
  tracks: readonly T[],
  language: string,
): T | undefined {
  const ofLanguage = tracks.filter((track) => baseOf(track.language) === baseOf(language));
  return (
    ofLanguage.find((track) => track.language.toLowerCase() === language.toLowerCase()) ??
    ofLanguage.find((track) => !track.language.includes('autogen')) ??
    ofLanguage[0]
  );
}
