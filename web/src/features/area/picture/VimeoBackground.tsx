/** A background video in Vimeo's player: muted, repeating, without controls, and only a picture for the user. */
import { embedOf, parseVimeo, vimeoEmbedUrl } from '@foyer/contract/embeds';
import type Player from '@vimeo/player';
import { useEffect, useMemo, useState } from 'react';
import { isBlockedByIsolation } from '../../../platform/venue/isolation.ts';
import { useVimeoPlayer } from '../../../platform/vimeo/useVimeoPlayer.ts';
import { onVimeoProblem } from '../../../platform/vimeo/vimeoProblem.ts';
import styles from '../area.module.css';
import type { BackgroundPlayerProps } from './backgroundPlayer.ts';
import { useShouldPlay } from './videoChoice.ts';

/**
 * The frame for a film; undefined for an event, a showcase or any other page of Vimeo, which cannot be a background, and in
 * a page that is isolated for Zoom, which cannot show it.
 */
function frameOf(url: string): { readonly src: string; readonly sandbox: string } | undefined {
  const content = parseVimeo(url);
  const embed = embedOf(url);
  if (content?.kind !== 'video' || !embed || isBlockedByIsolation(embed.url)) return undefined;
  return { src: vimeoEmbedUrl(content, { background: true }), sandbox: embed.sandbox };
}

export default function VimeoBackground({
  url,
  hasPoster,
  camera,
  onReady,
  onStateChange,
  onFailure,
}: BackgroundPlayerProps) {
  const embed = useMemo(() => frameOf(url), [url]);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const player = useVimeoPlayer(frame);
  const [hasPicture, setHasPicture] = useState(false);
  const shouldPlay = useShouldPlay();
  // Vimeo is not asked for anything until the film should play.
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded && shouldPlay) setIsNeeded(true);

  useEffect(() => {
    if (!embed) onFailure({ url, reason: 'missing' });
    // A page does not learn whether a frame has failed to load, so the area does not wait for it.
    else if (!hasPoster) onReady();
  }, [embed, url, hasPoster, onReady, onFailure]);

  useEffect(
    () => player && onVimeoProblem(player, () => onFailure({ url, reason: 'missing' })),
    [player, url, onFailure],
  );

  useEffect(() => {
    if (!player) return undefined;
    let isEnded = false;
    void shapeOf(player).then((shape) => shape && !isEnded && camera.setPictureShape(shape));
    return () => {
      isEnded = true;
    };
  }, [player, camera]);

  useEffect(() => {
    let isCurrent = true;
    const play = async (from: Player): Promise<void> => {
      try {
        await from.play();
        setHasPicture(true);
        if (isCurrent) onStateChange('playing');
      } catch {
        // If the browser does not allow autoplay, the poster and a play button are shown.
        if (isCurrent) onStateChange('paused');
      }
    };
    if (shouldPlay) {
      if (player) void play(player);
    } else {
      onStateChange('paused');
      player?.pause().catch(() => undefined);
    }
    return () => {
      isCurrent = false;
    };
  }, [player, shouldPlay, onStateChange]);

  if (!embed || !isNeeded) return null;
  return (
    <iframe
      ref={setFrame}
      className={styles.video}
      data-shown={hasPicture}
      src={embed.src}
      sandbox={embed.sandbox}
      allow="autoplay"
      referrerPolicy="strict-origin-when-cross-origin"
      title="Vimeo"
      inert
      aria-hidden="true"
    />
  );
}

/** Pixels; undefined if the player does not say. */
async function shapeOf(player: Player): Promise<{ width: number; height: number } | undefined> {
  try {
    const [width, height] = await Promise.all([player.getVideoWidth(), player.getVideoHeight()]);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}
