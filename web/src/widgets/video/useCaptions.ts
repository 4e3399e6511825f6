/** The captions of a film: files of the venue, and tracks that its stream contains. The choice is remembered. */
import type { LocalizedAsset } from '@foyer/contract';
import { useEffect, useState, type RefObject } from 'react';
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

/** The tracks that the stream contains. */
function tracksInStream(video: HTMLVideoElement): TextTrack[] {
  const files = [...video.querySelectorAll<HTMLTrackElement>(`.${captionFileClass}`)].map(
    ({ track }) => track,
  );
  return [...video.textTracks].filter((track) => isCaptions(track) && !files.includes(track));
}

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

  const streamLanguage = file ? noCaptions : shown;
  const tracksKey = inStream.join(' ');
  useEffect(() => {
    if (!video.current || tracksKey === '') return;
    const tracks = tracksInStream(video.current);
    const shownTrack = tracks.find((track) => track.language === streamLanguage);
    // hls.js loads the captions of the track that is shown.
    for (const track of tracks) track.mode = track === shownTrack ? 'showing' : 'disabled';
  }, [video, streamLanguage, tracksKey]);

  useEffect(() => {
    const { current } = video;
    if (!current) return undefined;
    const { textTracks } = current;
    const update = (): void => setInStream(tracksInStream(current).map((track) => track.language));
    textTracks.addEventListener('addtrack', update);
    textTracks.addEventListener('removetrack', update);
    return () => {
      textTracks.removeEventListener('addtrack', update);
      textTracks.removeEventListener('removetrack', update);
    };
  }, [video]);

  return {
    languages,
    shown,
    choose(next) {
      browserStorage.set(storageKey, next);
      setChosen(next);
    },
    fileUrl: useAssetUrl(file?.assetId),
  };
}
