import { useEffect, useState, type RefObject } from 'react';

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
    follow();
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [element]);
  useEffect(() => {
    const { current } = element;
    if (!isOn || !current) return undefined;
    // Browsers differ in whether the page receives this key, too. It would close the dialog around the element.
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      document.exitFullscreen().catch(() => undefined);
    };
    current.addEventListener('keydown', leave);
    return () => current.removeEventListener('keydown', leave);
  }, [element, isOn]);
  const toggle = (): void => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : element.current?.requestFullscreen();
    // The browser may refuse, for example in a frame without the permission.
    change?.catch(() => undefined);
  };
  return { toggle: document.fullscreenEnabled ? toggle : undefined, isOn };
}
