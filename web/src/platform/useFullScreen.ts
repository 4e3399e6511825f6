import { useCallback, useEffect, useState, type RefObject } from 'react';

export interface FullScreen {
  /** Undefined where the browser has no full screen for elements, as on iPhones. */
  readonly toggle: (() => void) | undefined;
  readonly isOn: boolean;
}

/** Shows an element on the whole screen, until the user ends it with the button or Escape. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const follow = (): void =>
      setIsOn(element.current !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [element]);
  const toggle = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : element.current?.requestFullscreen();
    // The browser may refuse, for example in a frame without the permission.
    change?.catch(() => undefined);
  }, [element]);
  return { toggle: document.fullscreenEnabled ? toggle : undefined, isOn };
}
