import { useCallback, useState } from 'react';

export interface ElementSize {
  readonly width: number;
  readonly height: number;
}

/** The size of an element in CSS pixels, undefined until it is mounted. Put `ref` on the element. */
export function useElementSize(): {
  readonly ref: (element: HTMLElement | null) => (() => void) | undefined;
  readonly size: ElementSize | undefined;
} {
  const [size, setSize] = useState<ElementSize>();
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((previous) =>
        previous?.width === width && previous.height === height ? previous : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}
