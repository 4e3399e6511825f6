/** Plays what the server has given access to, and asks for a new URL when the current one is about to expire or refused. */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { attachFilm, automaticLevel, type FilmFailure, type FilmSource } from './filmSource.ts';
import { qualitiesOf, type Quality } from './qualities.ts';
import {
  useVideoAccess,
  type AccessFailure,
  type VideoAccess,
  type VideoReference,
} from './useVideoAccess.ts';

export interface Film {
  /** `framed`: only its provider's page plays it. */
  readonly state: 'loading' | 'ready' | 'framed' | AccessFailure;
  /** Whether the server has given access to it, whether or not it can be played here. */
  readonly isAccessible: boolean;
  readonly qualities: readonly Quality[];
  /** The level of the chosen quality, or `automaticLevel`. */
  readonly level: number;
  /** The level that is shown. */
  readonly shownLevel: number;
  readonly chooseLevel: (level: number) => void;
  /** The user wants to try again. */
  readonly retry: () => void;
}

export function useFilm(video: RefObject<HTMLVideoElement | null>, reference: VideoReference): Film {
  const { access, request, requestLater } = useVideoAccess(reference);
  const source = useRef<FilmSource>(null);
  // A new URL that is refused as well is not replaced again, until something has played.
  const isRefused = useRef(false);
  /** Of what the server has given access to at that time. */
  const [failed, setFailed] = useState<{
    readonly access: VideoAccess;
    readonly reason: Exclude<FilmFailure, 'expired'>;
  }>();
  const failure = failed?.access === access ? failed.reason : undefined;
  const [qualities, setQualities] = useState<readonly Quality[]>([]);
  const [level, setLevel] = useState(automaticLevel);
  const [shownLevel, setShownLevel] = useState(automaticLevel);

  const onFailure = useEffectEvent((reason: FilmFailure): void => {
    if (reason === 'expired') {
      if (isRefused.current) setFailed({ access, reason: 'unplayable' });
      else request();
      isRefused.current = true;
      return;
    }
    setFailed({ access, reason });
    if (reason === 'unreachable') requestLater();
  });

  // Also if the server has given the same URL once more.
  useEffect(() => {
    if (access.state !== 'ready') return;
    const { kind, url } = access;
    if (kind === 'iframe') {
      source.current?.detach();
      source.current = null;
      return;
    }
    const { current } = video;
    if (!current) return;
    if (source.current) {
      source.current.renew(url);
      return;
    }
    source.current = attachFilm(
      current,
      { kind, url },
      {
        onFailure: (reason) => onFailure(reason),
        onLevels: (levels) => setQualities(qualitiesOf(levels)),
        onLevel: setShownLevel,
      },
    );
  }, [video, access]);

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

  return {
    state: stateOf(access, failure),
    isAccessible: access.state === 'ready',
    qualities,
    level,
    shownLevel,
    chooseLevel(next) {
      setLevel(next);
      source.current?.setLevel(next);
    },
    retry: request,
  };
}

function stateOf(access: VideoAccess, failure: 'unreachable' | 'unplayable' | undefined): Film['state'] {
  if (access.state === 'failed') return access.reason;
  if (access.state === 'loading') return 'loading';
  if (access.kind === 'iframe') return 'framed';
  return failure ?? 'ready';
}
