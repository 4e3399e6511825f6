/**
 * Calls a function when another sound or film of the page starts, so that only one is heard. Backgrounds are muted. An element
 * that is not in the page is not noticed.
 */
export function onOtherPlayback(own: HTMLMediaElement, run: () => void): () => void {
  const onPlay = ({ target }: Event): void => {
    if (target instanceof HTMLMediaElement && target !== own && !target.muted) run();
  };
  // Events of media elements do not bubble.
  const options = { capture: true };
  document.addEventListener('play', onPlay, options);
  return () => document.removeEventListener('play', onPlay, options);
}
