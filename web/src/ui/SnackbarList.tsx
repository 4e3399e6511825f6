/** Short messages below the header and the heads of open panels; each one hides after its timeout. */
import checkIcon from '@phosphor-icons/core/fill/check-circle-fill.svg?raw';
import warningIcon from '@phosphor-icons/core/fill/warning-fill.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from '../platform/i18n/useTranslation.ts';
import { Icon } from '../platform/icons/Icon.tsx';
import { createSnackbars, useSnackbars, type Snackbar } from '../platform/snackbars.ts';
import { runAfter } from '../platform/time/timers.ts';
import { useVisit } from '../platform/visit/VisitProvider.tsx';
import { IconButton } from './IconButton.tsx';
import { useBelowPanelHeads } from './useBelowPanelHeads.ts';

const marks = {
  plain: null,
  success: { svg: checkIcon, color: 'text-available' },
  warning: { svg: warningIcon, color: 'text-warning' },
  danger: { svg: warningIcon, color: 'text-danger' },
} as const;

const readingMs = 1_000;

function SnackbarRow({ snackbar }: { readonly snackbar: Snackbar }) {
  const { t } = useTranslation();
  const { hide } = useVisit().get(createSnackbars);
  const row = useRef<HTMLLIElement>(null);
  const { id, timeout, text, action } = snackbar;
  const mark = marks[snackbar.tone];
  useEffect(() => {
    if (timeout === 0) return undefined;
    // Pointer or focus on a message pauses its timeout.
    const leave = () => {
      if (row.current?.matches(':hover, :focus-within')) cancel = runAfter(readingMs, leave);
      else hide(id);
    };
    let cancel = runAfter(timeout, leave);
    return () => cancel();
  }, [id, timeout, hide]);
  return (
    <li
      ref={row}
      className="island fade-in pointer-events-auto flex max-h-[40dvh] min-h-14 w-full items-center-safe gap-3 overflow-y-auto rounded-tile ps-5 pe-2"
    >
      {mark && <Icon svg={mark.svg} size={20} className={mark.color} />}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2 py-2">
        <span className="min-w-0 flex-1 basis-56">{text}</span>
        {action && (
          <button
            type="button"
            onClick={() => {
              hide(id);
              action.run();
            }}
            className="target rounded-mark px-1 font-strong underline underline-offset-4"
          >
            {action.label}
          </button>
        )}
      </span>
      {/* Stays in view while a long message scrolls. */}
      <span className="sticky top-2 mt-2 self-start">
        <IconButton svg={xIcon} label={t('common.close')} onClick={() => hide(id)} />
      </span>
    </li>
  );
}

/** @param box the element that contains the list; it moves below the heads of open panels */
export default function SnackbarList({ box }: { readonly box: RefObject<HTMLElement | null> }) {
  const list = useSnackbars((state) => state.list);
  useBelowPanelHeads(box);
  return (
    <ol className="flex flex-col gap-2">
      {list.map((snackbar) => (
        <SnackbarRow key={snackbar.id} snackbar={snackbar} />
      ))}
    </ol>
  );
}
