import wifiSlash from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import videoSlash from '@phosphor-icons/core/regular/video-camera-slash.svg?raw';
import type { LocalizedAsset } from '@foyer/contract';
import { parseVimeo } from '@foyer/contract/embeds';
import {
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { track } from '../../platform/analytics/track.ts';
import { useAssetUrl } from '../../platform/assets/useAssetUrl.ts';
import { isTalking, useAudioSessions } from '../../platform/playback/audioSessions.ts';
import { languageNameIn } from '../../platform/i18n/languageNames.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { followMediaElements } from '../../platform/playback/mediaElements.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { EmbeddedFrame } from '../frame/EmbedFrame.tsx';
import frameStyles from '../frame/embedFrame.module.css';
import { WidgetSubject } from '../host/widgetSubject.ts';
import type { Presentation } from '../registry/widgetProps.ts';
import { FilmProblem } from './FilmProblem.tsx';
import { PlayerSettings } from './PlayerSettings.tsx';
import { captionFileClass, useCaptions } from './useCaptions.ts';
import { useFilm, type Film } from './useFilm.ts';
import type { VideoReference } from './useVideoAccess.ts';
import { useTexts } from './useTexts.ts';

export interface VideoPlayerProps {
  /** The film; the server decides how this user plays it. */
  readonly access: VideoReference;
  readonly name: string;
  /** Caption files (WebVTT). */
  readonly captions?: readonly LocalizedAsset[];
  readonly posterAssetId?: string;
  /**
   * `container` (default): as wide as its container. `panel`: as large as the screen allows.
   * `embedded`: in the picture.
   */
  readonly presentation?: Presentation | 'container';
  /** Opens the panel of an embedded film. */
  readonly open?: () => void;
  readonly autoplay?: boolean;
  /** Shows captions in the user's language until the user chooses. */
  readonly showsCaptions?: boolean;
}

/** Downloaded with the first film that only Vimeo's player plays. */
const VimeoFrame = lazyOptional(() => import('./VimeoFrame.tsx'));

/**
 * In a container that does not set its height: so that the settings below the film are visible too, with a heading of the
 * container above it.
 */
const containerHeight =
  'var(--film-height, max(12rem, calc(100dvh - var(--header-height) - var(--banner-height, 0px) - var(--dock-top) - 256px)))';

const noFiles: readonly LocalizedAsset[] = [];
const nothing = (): void => undefined;

/** Plays a film of the venue: an asset, or a film on Vimeo (CALL-11). */
export default function VideoPlayer(props: VideoPlayerProps) {
  const { areaId, widgetId, configId, videoUrl } = props.access;
  // Another film starts from its beginning.
  return <FilmOrAlternative key={[areaId, widgetId, configId, videoUrl].join(' ')} {...props} />;
}

/** `vimeo`: only Vimeo's player plays the film. `private`: nothing plays it on this page. */
type Alternative = 'vimeo' | 'private';

/** What is shown in place of the player stays until the film is closed: it has no URL that would be renewed. */
function FilmOrAlternative(props: VideoPlayerProps) {
  const { access, name, presentation = 'container', open = nothing } = props;
  const [alternative, setAlternative] = useState<Alternative>();
  if (alternative === undefined) return <Player {...props} onAlternative={setAlternative} />;
  const framePresentation = presentation === 'container' ? 'panel' : presentation;
  if (alternative === 'private')
    return <FilmProblem problem="private" address={access.videoUrl} presentation={framePresentation} />;
  return (
    <VimeoFrame
      address={access.videoUrl}
      name={name}
      presentation={framePresentation}
      autoplay={props.autoplay ?? false}
      captions={props.showsCaptions ?? false}
      open={open}
    />
  );
}

interface PlayerProps extends VideoPlayerProps {
  readonly onAlternative: (alternative: Alternative) => void;
}

function Player(props: PlayerProps) {
  const { access, name, presentation = 'container', open = nothing, showsCaptions = false } = props;
  const video = useRef<HTMLVideoElement>(null);
  const film = useFilm(video, access);
  const captions = useCaptions(video, props.captions ?? noFiles, showsCaptions);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    if (!video.current) return;
    // Loading a new source sets the speed to the default.
    video.current.defaultPlaybackRate = speed;
    video.current.playbackRate = speed;
  }, [speed]);

  const alternative = alternativeTo(film, access.videoUrl);
  const onAlternative = useEffectEvent(props.onAlternative);
  // Before the message of the failure is painted.
  useLayoutEffect(() => {
    if (alternative) onAlternative(alternative);
  }, [alternative]);

  const hasRetried = useRef(false);
  useEffect(() => {
    if (film.state !== 'ready') return;
    // The button has been removed with its message. The user may have gone on to something else.
    const hasLostFocus = document.activeElement?.contains(video.current) === true;
    if (hasRetried.current && hasLostFocus) video.current?.focus();
    hasRetried.current = false;
  }, [film.state]);
  const retry = (): void => {
    hasRetried.current = true;
    film.retry();
  };

  const isReady = film.state === 'ready';
  const picture = (
    // It grows if the message in place of the film is higher.
    <div
      className={`relative grid overflow-clip rounded-card bg-ground ${presentation === 'embedded' ? 'size-full grid-rows-[minmax(0,1fr)]' : 'aspect-video w-full'}`}
      style={presentation === 'container' ? { maxHeight: containerHeight } : undefined}
    >
      <FilmElement {...props} video={video} film={film} captions={captions} onSpeed={setSpeed} />
      {film.state === 'loading' && <Skeleton className="pointer-events-none absolute inset-0" />}
      {/* There before its text, so that screen readers announce it. */}
      <div
        role="status"
        className={`pointer-events-none relative grid ${presentation === 'embedded' ? 'min-h-0 overflow-y-auto' : ''}`}
      >
        <Failure film={film} name={name} onRetry={retry} />
      </div>
    </div>
  );
  if (presentation === 'embedded') {
    return (
      <EmbeddedFrame
        address={access.videoUrl}
        name={name}
        open={() => {
          video.current?.pause();
          open();
        }}
      >
        {picture}
      </EmbeddedFrame>
    );
  }
  return (
    <div {...(presentation === 'panel' && { className: frameStyles.frame, 'data-shape': 'player' })}>
      {picture}
      <div className="flex min-h-13 flex-wrap items-center gap-1 pt-2">
        {isReady && <PlayerSettings film={film} speed={speed} onSpeed={setSpeed} captions={captions} />}
      </div>
    </div>
  );
}

/** Undefined if this player plays the film, or another try may help. */
function alternativeTo({ state, isAccessible }: Film, videoUrl: string): Alternative | undefined {
  if (state === 'framed') return 'vimeo';
  const isFinal = state === 'unplayable' || state === 'refused';
  if (!isFinal || parseVimeo(videoUrl) === undefined) return undefined;
  // A stream that cannot be played here may be played by Vimeo's own player.
  return isAccessible ? 'vimeo' : 'private';
}

interface FilmElementProps extends Omit<VideoPlayerProps, 'captions'> {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly film: Film;
  readonly captions: ReturnType<typeof useCaptions>;
  readonly onSpeed: (speed: number) => void;
}

function FilmElement({
  video,
  film,
  captions,
  name,
  posterAssetId,
  onSpeed,
  autoplay = false,
}: FilmElementProps) {
  const { language } = useLanguage();
  const subject = useContext(WidgetSubject);
  const poster = useAssetUrl(posterAssetId, { width: posterWidth });
  const isSilent = useAudioSessions(isTalking);
  useEffect(followMediaElements, []);

  const hasStarted = useRef(false);
  const startByItself = (): void => {
    // Browsers may refuse it; then the controls show that the film is paused.
    if (autoplay && !isSilent && !hasStarted.current) video.current?.play().catch(() => undefined);
    hasStarted.current = true;
  };
  // Once: not each time the film continues after a pause.
  const isCounted = useRef(false);
  const hasFailed = film.state !== 'ready' && film.state !== 'loading';
  const { fileUrl, shown } = captions;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- it has one as long as captions are shown
    <video
      ref={video}
      controls={film.state === 'ready'}
      controlsList="nodownload"
      playsInline
      preload="metadata"
      aria-label={name}
      // Behind the message that says why it does not play.
      inert={hasFailed}
      className="absolute inset-0 size-full object-contain"
      {...(poster !== undefined && { poster })}
      onLoadedMetadata={startByItself}
      onPlay={() => {
        if (!isCounted.current) track('video', 'access', subject);
        isCounted.current = true;
      }}
      onRateChange={({ currentTarget }) => onSpeed(currentTarget.playbackRate)}
    >
      {fileUrl !== undefined && (
        <track
          key={fileUrl}
          kind="captions"
          src={fileUrl}
          srcLang={shown}
          label={languageNameIn(language, shown)}
          className={captionFileClass}
        />
      )}
    </video>
  );
}

/** CSS pixels. */
const posterWidth = 1_280;

interface FailureProps {
  readonly film: Film;
  readonly name: string;
  readonly onRetry: () => void;
}

/** Why the film does not play, in place of it. */
function Failure({ film: { state, isRetrying }, name, onRetry }: FailureProps): ReactNode {
  const { t } = useTexts();
  const { t: common } = useTranslation('widgets');
  if (state === 'ready' || state === 'loading' || state === 'framed') return null;
  const reason = state === 'unreachable' && !navigator.onLine ? 'offline' : state;
  return (
    <div className="island pointer-events-auto grid place-items-center rounded-card">
      <Statement
        svg={reason === 'offline' ? wifiSlash : videoSlash}
        level={3}
        title={t(`${reason}.title`, { name })}
        text={t(`${reason}.text`, { name })}
        action={
          <Button busy={isRetrying} onClick={onRetry}>
            {common('failed.again')}
          </Button>
        }
      />
    </div>
  );
}
