import { useCallback, useRef, type RefObject } from 'react';
import { useElementSize, type ElementSize } from '../../platform/useElementSize.ts';

export interface BookFrame {
  readonly frame: RefObject<HTMLElement | null>;
  /** The ref for the frame's element. */
  readonly setFrame: (element: HTMLElement | null) => () => void;
  /** Of the frame; undefined until it is known. */
  readonly size: ElementSize | undefined;
  /** Of the place of the panel. The panel is as wide as the book, so its own size says nothing about the room for it. */
  readonly room: ElementSize | undefined;
}

/** Measures the frame of the book and the room that it has. */
export function useBookFrame(): BookFrame {
  const frame = useRef<HTMLElement>(null);
  const { ref: measureFrame, size } = useElementSize();
  const { ref: measureRoom, size: room } = useElementSize();
  const setFrame = useCallback(
    (element: HTMLElement | null) => {
      frame.current = element;
      const ends = [
        measureFrame(element),
        measureRoom(element?.closest<HTMLElement>('[data-dialog]')?.parentElement ?? null),
      ];
      return () => {
        for (const end of ends) end?.();
      };
    },
    [measureFrame, measureRoom],
  );
  return { frame, setFrame, size, room };
}
