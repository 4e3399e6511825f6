import clockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?raw';
import type { Wait } from '../../platform/api/retry.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useSecondsLeft } from '../../platform/time/useSecondsLeft.ts';

export interface WaitProgressProps {
  /** Undefined while the retry is running. */
  readonly wait: Pick<Wait, 'startedAt' | 'until'> | undefined;
}

/** The time until the next retry as text and progress bar. */
export function WaitProgress({ wait }: WaitProgressProps) {
  const { t } = useTranslation();
  const { startedAt, until } = wait ?? { startedAt: 0, until: 0 };
  const seconds = useSecondsLeft(until);
  const totalSeconds = Math.max(1, Math.round((until - startedAt) / 1000));
  return (
    <div className="flex flex-col gap-3">
      <p role="timer" className="flex items-center gap-2.5 text-ink-2 tabular-nums">
        <Icon svg={clockwise} size={18} />
        <span>{wait ? t('error.tryingAgain', { seconds }) : t('error.tryingAgainNow')}</span>
      </p>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-raised">
        <div
          className="h-full origin-left rounded-full bg-ink rtl:origin-right"
          style={{ transform: `scaleX(${1 - seconds / totalSeconds})` }}
        />
      </div>
    </div>
  );
}
