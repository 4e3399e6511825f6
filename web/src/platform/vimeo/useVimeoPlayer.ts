/** Vimeo's own player in a frame of the page, controlled by messages. The library is downloaded with the first frame. */
import type Player from '@vimeo/player';
import { useEffect, useState } from 'react';
import { importWithRetry } from '../loading/importWithRetry.ts';
import { logWarning } from '../log.ts';

/**
 * The library would do these by itself for every frame of Vimeo: resize the frame's parent, report the address of the
 * page to Vimeo, seek to a time in the page's address, and change the frame's permissions. With these properties of the
 * window it assumes that another copy of it does so.
 */
const automaticActions = {
  VimeoPlayerResizeEmbeds_: true,
  VimeoSeoMetadataAppended: true,
  VimeoCheckedUrlTimeParam: true,
  VimeoDRMEmbedsUpdated: true,
};

const importPlayer = () => import('@vimeo/player');

async function downloadPlayer(): Promise<typeof Player> {
  Object.assign(window, automaticActions);
  return (await importWithRetry(importPlayer)).default;
}

/**
 * The player in a frame that loads a film from player.vimeo.com; undefined until the library has been downloaded. Its
 * methods wait until the film has loaded.
 */
export function useVimeoPlayer(frame: HTMLIFrameElement | null): Player | undefined {
  const [attached, setAttached] = useState<{
    readonly frame: HTMLIFrameElement;
    readonly player: Player;
  }>();
  useEffect(() => {
    if (!frame) return undefined;
    let isEnded = false;
    let player: Player | undefined;
    const attach = async (): Promise<void> => {
      const VimeoPlayer = await downloadPlayer();
      if (isEnded) return;
      player = new VimeoPlayer(frame);
      setAttached({ frame, player });
    };
    attach().catch((error: unknown) =>
      // The film can still be played with the controls in the frame.
      logWarning('WIDGET', 'the player of Vimeo could not be downloaded', error),
    );
    return () => {
      isEnded = true;
      // `destroy` also removes the frame, so it is called only after React has done that.
      if (!frame.isConnected) void player?.destroy();
    };
  }, [frame]);
  return attached?.frame === frame ? attached?.player : undefined;
}
