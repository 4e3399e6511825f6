import { embedOf, parseVimeo, vimeoEmbedUrl, type Embed, type VimeoContent } from '@foyer/contract/embeds';
import { useContext, useEffect, useState } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { isTalking, useAudioSessions } from '../../platform/playback/audioSessions.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useVimeoPlayer } from '../../platform/vimeo/useVimeoPlayer.ts';
import { onVimeoProblem, type VimeoProblem } from '../../platform/vimeo/vimeoProblem.ts';
import { EmbedFrame } from '../frame/EmbedFrame.tsx';
import { WidgetSubject } from '../host/widgetSubject.ts';
import type { Presentation } from '../registry/widgetProps.ts';
import { captionTrackFor } from './captionTrack.ts';
import { FilmProblem } from './FilmProblem.tsx';
import { useFilmPlayback } from './useFilmPlayback.ts';

export interface VimeoFrameProps {
  /** Of a film, an event or a showcase. */
  readonly address: string;
  readonly name: string;
  readonly presentation: Presentation;
  readonly autoplay: boolean;
  /** Shows the captions of a film in the user's language. */
  readonly captions: boolean;
  /** Opens the panel of an embedded frame. */
  readonly open: () => void;
}

/** A film, a live event or a showcase on Vimeo, in Vimeo's own player (WIDGET-16). */
export default function VimeoFrame(props: VimeoFrameProps) {
  const { address } = props;
  const content = parseVimeo(address);
  const embed = embedOf(address);
  // The venue check refuses such a widget. The error boundary around every widget shows the failure.
  if (!content || !embed) throw new Error(`“${address}” is not the address of a film on Vimeo.`);
  const parts = { ...props, content, embed };
  return content.kind === 'video' ? <Film key={address} {...parts} /> : <PlainFrame {...parts} />;
}

interface FrameProps extends VimeoFrameProps {
  readonly content: VimeoContent;
  readonly embed: Embed;
}

function useTrackVideo(): () => void {
  const subject = useContext(WidgetSubject);
  return () => track('video', 'access', subject);
}

function Film({ address, content, embed, captions, ...props }: FrameProps) {
  const { presentation, name, open } = props;
  const { language } = useLanguage();
  const isSilent = useAudioSessions(isTalking);
  // Another language of the interface later selects other captions, and must not load the film again.
  const [{ url, autoplay }] = useState(() => {
    const starts = props.autoplay && !isSilent;
    const texttrack = captions ? language : undefined;
    return { url: vimeoEmbedUrl(content, { autoplay: starts, texttrack }), autoplay: starts };
  });
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [problem, setProblem] = useState<VimeoProblem>();
  const player = useVimeoPlayer(frame);
  useEffect(() => {
    if (!player) return undefined;
    const stop = onVimeoProblem(player, setProblem);
    // A film reports that it is private only when it should play or pause. Browsers may refuse to play it automatically.
    (autoplay ? player.play() : player.pause()).catch(() => undefined);
    return stop;
  }, [player, autoplay]);

  useFilmPlayback(player, useTrackVideo());
  useEffect(() => {
    if (!player || !captions) return undefined;
    let isCurrent = true;
    const showCaptions = async (): Promise<void> => {
      const track = captionTrackFor(await player.getTextTracks(), language);
      if (track && isCurrent) await player.enableTextTrack(track.language, track.kind);
    };
    // The film is worth watching without captions too.
    showCaptions().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [player, captions, language]);

  if (problem) return <FilmProblem problem={problem} address={address} presentation={presentation} />;
  return (
    <EmbedFrame
      url={url}
      address={address}
      name={name}
      sandbox={embed.sandbox}
      permissions={embed.permissions}
      presentation={presentation}
      shape="film"
      open={() => {
        player?.pause().catch(() => undefined);
        open();
      }}
      onFrame={setFrame}
    />
  );
}

/**
 * Vimeo does not document how to control its events and showcases, so a call or meeting that starts or ends loads them again, and
 * they count as watched when they are shown.
 */
function PlainFrame({ address, content, embed, ...props }: FrameProps) {
  const isSilent = useAudioSessions(isTalking);
  const trackVideo = useTrackVideo();
  const [isCounted, setCounted] = useState(false);
  return (
    <EmbedFrame
      key={String(isSilent)}
      url={vimeoEmbedUrl(content, { autoplay: props.autoplay && !isSilent })}
      address={address}
      name={props.name}
      sandbox={embed.sandbox}
      permissions={embed.permissions}
      presentation={props.presentation}
      shape="film"
      open={props.open}
      onShow={() => {
        if (!isCounted) trackVideo();
        setCounted(true);
      }}
    />
  );
}
