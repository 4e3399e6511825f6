import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { lazyOptional } from '../platform/loading/lazyOptional.tsx';
import { useSnackbars } from '../platform/showSnackbar.ts';
import { whenIdle } from '../platform/time/whenIdle.ts';

const load = () => import('./SnackbarList.tsx');
const SnackbarList = lazyOptional(load);

/** The live region of the snackbars. Their code is downloaded when the browser is idle, because many report a lost network. */
export function Snackbars() {
  const isEmpty = useSnackbars((state) => state.list.length === 0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  // Rendered next to the dialogs, outside of the app, so that messages are above them.
  return createPortal(
    <div
      ref={box}
      role="status"
      data-snackbars
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 top-[calc(var(--header-height)+12px+var(--banner-height,0px))] z-50 mx-auto max-w-195"
    >
      {!isEmpty && <SnackbarList box={box} />}
    </div>,
    document.body,
  );
}
