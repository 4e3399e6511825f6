import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { lazyOptional } from '../platform/loading/lazyOptional.tsx';
import { useSnackbars } from '../platform/snackbars.ts';

export const importSnackbarList = () => import('./SnackbarList.tsx');
const SnackbarList = lazyOptional(importSnackbarList);

/** The live region of the snackbars, which are downloaded with the first one. */
export function Snackbars() {
  const isEmpty = useSnackbars((state) => state.list.length === 0);
  const box = useRef<HTMLDivElement>(null);
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
