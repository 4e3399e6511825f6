import { useLayoutEffect, useRef } from 'react';
import { Extensions } from './Extensions.tsx';
import { banners } from './page.ts';

/** Pixels below the banners. */
const gap = 12;

/** The banners below the header. They publish their height, so that floating elements move down. */
export function Banners() {
  const stack = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      if (height > 0) style.setProperty('--banner-height', `${height + gap}px`);
      else style.removeProperty('--banner-height');
    });
    if (stack.current) observer.observe(stack.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--banner-height');
    };
  }, []);
  return (
    <div
      ref={stack}
      className="pointer-events-none fixed inset-x-4 top-[calc(var(--header-height)+12px)] z-30 flex flex-col items-center gap-2 *:empty:absolute"
    >
      <Extensions of={banners} props={{}} />
    </div>
  );
}
