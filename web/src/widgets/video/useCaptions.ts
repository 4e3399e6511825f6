/** The captions of a film: files of the venue, and tracks that its stream contains. The choice is remembered. */
import type { LocalizedAsset } from '@foyer/contract';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useAssetUrl } from '../../platform/assets/useAssetUrl.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { browserStorage } from '../../platform/storage/browserStorage.ts';
import { captionLanguages, languageFor } from './captionLanguages.ts';

/** A language, or `noCaptions`. */
const storageKey = 'foyer.captions';
export const noCaptions = 'off';

/** The class of the element of a caption file, which tells it from those that hls.js adds. */
export const captionFileClass = 'caption-file';

interface Captions {
  /** The languages to choose from. */
  readonly languages: readonly string[];
  /** The shown language, or `noCaptions`. */
  readonly shown: string;
  readonly choose: (language: string) => void;
  /** The URL of the file with the shown captions; undefined if they are in the stream, and until it is signed. */
  readonly fileUrl: string | undefined;
}

const isCaptions = ({ kind }: TextTrack): boolean => kind === 'subtitles' || kind === 'captions';

const captionsOf = (video: HTMLVideoElement): TextTrack[] => [...video.textTracks].filter(isCaptions);

/** The track of the caption file that is loaded. */
const fileTrackOf = (video: HTMLVideoElement): TextTrack | undefined =>
  video.querySelector<HTMLTrackElement>(`.${captionFileClass}`)?.track;

/** The tracks that the stream contains. */
const tracksInStream = (video: HTMLVideoElement): TextTrack[] =>
  captionsOf(video).filter((track) => track !== fileTrackOf(video));

export function useCaptions(
  video: RefObject<HTMLVideoElement | null>,
  files: readonly LocalizedAsset[],
  /** Whether captions in the user's language are shown until the user chooses. */
  showsCaptions: boolean,
): Captions {
  const { language } = useLanguage();
  const [chosen, setChosen] = useState(() => browserStorage.get(storageKey));
  const [inStream, setInStream] = useState<readonly string[]>([]);
  const languages = captionLanguages(
    files.map(({ locale }) => locale),
    inStream,
    language,
  );
  const wanted = chosen ?? (showsCaptions ? language : noCaptions);
  const shown = languageFor(languages, wanted) ?? noCaptions;
  const file = files.find(({ locale }) => locale === shown);

  const fileUrl = useAssetUrl(file?.assetId);
  const choose = (next: string): void => {
    browserStorage.set(storageKey, next);
    setChosen(next);
  };

  /** What the effect below has shown; undefined for nothing. */
  const shownTrack = useRef<TextTrack>(undefined);
  // Before the browser reports other changes of the tracks, which are then compared with what is shown.
  useLayoutEffect(() => {
    const { current } = video;
    if (!current) return;
    if (file) shownTrack.current = fileUrl === undefined ? undefined : fileTrackOf(current);
    else
      shownTrack.current = inStream.includes(shown)
        ? tracksInStream(current).find((track) => track.language === shown)
        : undefined;
    // hls.js loads the captions of the track that is shown.
    for (const track of captionsOf(current))
      track.mode = track === shownTrack.current ? 'showing' : 'disabled';
  }, [video, file, fileUrl, shown, inStream]);

  /** Takes over what the user has chosen in the controls of the browser. */
  const onTracksChange = useEffectEvent((current: HTMLVideoElement): void => {
    const tracks = captionsOf(current);
    // The captions are not loaded yet, or are being replaced with the source of the film.
    const isSet = shown === noCaptions || (shownTrack.current && tracks.includes(shownTrack.current));
    if (!isSet) return;
    const next = tracks.find(({ mode }) => mode === 'showing')?.language ?? noCaptions;
    if (next !== shown && (next === noCaptions || languages.includes(next))) choose(next);
  });

  useEffect(() => {
    const { current } = video;
    if (!current) return undefined;
    const { textTracks } = current;
    const update = (): void => setInStream(tracksInStream(current).map((track) => track.language));
    const onChange = (): void => onTracksChange(current);
    textTracks.addEventListener('addtrack', update);
    textTracks.addEventListener('removetrack', update);
    textTracks.addEventListener('change', onChange);
    return () => {
      textTracks.removeEventListener('addtrack', update);
      textTracks.removeEventListener('removetrack', update);
      textTracks.removeEventListener('change', onChange);
    };
  }, [video]);

  return {
    languages,
    shown,
    choose,
    fileUrl,
  };
}
