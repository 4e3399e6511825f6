/** Plays what the server has given access to, and asks for a new URL when the current one is about to expire or refused. */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { AccessFailure } from './accessFailure.ts';
import {
  attachFilm,
  automaticLevel,
  type FilmFailure,
  type FilmSource,
  type PlayableFilm,
} from './filmSource.ts';
import { heightOf, qualitiesOf, type Quality, type StreamLevel } from './qualities.ts';
import { useVideoAccess, type VideoAccess, type VideoReference } from './useVideoAccess.ts';

/** `refused`: a new URL is not accepted either. */
type Failure = Exclude<FilmFailure, 'expired'> | 'refused';

export interface Film {
  /** `framed`: only its provider's page plays it. */
  readonly state: 'loading' | 'ready' | 'framed' | AccessFailure | Failure;
  /** Whether the server has given access to it, whether or not it can be played here. */
  readonly isAccessible: boolean;
  readonly qualities: readonly Quality[];
  /** The level of the chosen quality, or `automaticLevel`. */
  readonly level: number;
  /** The height of the level that is shown; undefined if it is unknown. */
  readonly shownHeight: number | undefined;
  readonly chooseLevel: (level: number) => void;
  /** The user wants to try again. Ignored until there is a response to the try before. */
  readonly retry: () => void;
  readonly isRetrying: boolean;
}

export function useFilm(video: RefObject<HTMLVideoElement | null>, reference: VideoReference): Film {
  const { access, request, requestLater } = useVideoAccess(reference);
  const source = useRef<FilmSource>(null);
  // A new URL that is refused as well is not replaced again, until something has played.
  const isRefused = useRef(false);
  /** Of what the server has given access to at that time. */
  const [failed, setFailed] = useState<{
    readonly access: VideoAccess;
    readonly reason: Failure;
  }>();
  const failure = failed?.access === access ? failed.reason : undefined;
  const [levels, setLevels] = useState<readonly StreamLevel[]>([]);
  const [level, setLevel] = useState(automaticLevel);
  const [shownLevel, setShownLevel] = useState(automaticLevel);
  const [isRetrying, setIsRetrying] = useState(false);
  const state = stateOf(access, failure);

  const onFailure = useEffectEvent((reason: FilmFailure): void => {
    if (reason === 'expired') {
      if (isRefused.current) setFailed({ access, reason: 'refused' });
      else void request();
      isRefused.current = true;
      return;
    }
    setFailed({ access, reason });
    if (reason === 'unreachable') requestLater();
  });

  const attach = useEffectEvent((element: HTMLVideoElement, film: PlayableFilm): FilmSource => {
    const attached = attachFilm(element, film, {
      onFailure: (reason) => onFailure(reason),
      onLevels: setLevels,
      onLevel: setShownLevel,
    });
    attached.setLevel(level);
    return attached;
  });

  // Also if the server has given the same URL once more.
  useEffect(() => {
    if (access.state === 'failed') {
      // The film may not be played any longer.
      source.current?.detach();
      source.current = null;
    }
    const { current } = video;
    if (access.state !== 'ready' || access.kind === 'iframe' || !current) return;
    const film = { kind: access.kind, url: access.url };
    if (source.current) source.current.renew(film);
    else source.current = attach(current, film);
  }, [video, access]);

  useEffect(() => {
    // A message is in place of the film, which may play on from what has been loaded.
    if (state === 'gone' || state === 'unplayable' || state === 'refused') video.current?.pause();
  }, [video, state]);

  useEffect(() => {
    const { current } = video;
    const onProgress = (): void => {
      if (current?.seeking === false) isRefused.current = false;
    };
    current?.addEventListener('timeupdate', onProgress);
    return () => {
      current?.removeEventListener('timeupdate', onProgress);
      source.current?.detach();
      source.current = null;
    };
  }, [video]);

  const retry = async (): Promise<void> => {
    if (isRetrying) return;
    setIsRetrying(true);
    await request();
    setIsRetrying(false);
  };

  return {
    state,
    isAccessible: access.state === 'ready',
    qualities: qualitiesOf(levels),
    level,
    shownHeight: heightOf(levels, shownLevel),
    chooseLevel(next) {
      setLevel(next);
      source.current?.setLevel(next);
    },
    retry: () => void retry(),
    isRetrying,
  };
}

function stateOf(access: VideoAccess, failure: Failure | undefined): Film['state'] {
  if (access.state === 'failed') return access.reason;
  if (access.state === 'loading') return 'loading';
  if (access.kind === 'iframe') return 'framed';
  return failure ?? 'ready';
}
