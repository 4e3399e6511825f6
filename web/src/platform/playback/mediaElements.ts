/** Reports the films and sounds that `audio` and `video` elements of the page play to `playback.ts`. */
import { endPlayback, startPlayback, type Player } from './playback.ts';

const players = new WeakMap<HTMLMediaElement, Player>();

function playerOf(element: HTMLMediaElement): Player {
  const known = players.get(element);
  if (known) return known;
  const player = { pause: () => element.pause() };
  players.set(element, player);
  // On the element itself: when it is removed, it pauses outside of the page.
  for (const event of ['pause', 'ended', 'emptied'])
    element.addEventListener(event, () => endPlayback(player));
  return player;
}

/** Not the voices and pictures of a call, which are streams, and not background videos, which are muted. */
function report(element: unknown): void {
  if (!(element instanceof HTMLMediaElement) || element.srcObject !== null) return;
  if (!element.paused && !element.muted) startPlayback(playerOf(element));
}

let isFollowing = false;

/** Follows all elements of the page from now on, also those that play already. Called again, it does nothing. */
export function followMediaElements(): void {
  if (isFollowing) return;
  isFollowing = true;
  // Events of media elements do not bubble. A muted element is reported when it is unmuted.
  for (const event of ['play', 'volumechange'])
    document.addEventListener(event, ({ target }) => report(target), { capture: true });
  for (const element of document.querySelectorAll('audio, video')) report(element);
}
