/** How many characters a text may still have, or how many it has too many. */
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { useEffect, useState } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { runAfter } from '../../../platform/time/timers.ts';

/** As the server counts: UTF-16 code units without spaces at the ends. Negative if the text is too long. */
export const charactersLeft = (text: string, limit: number): number => limit - text.trim().length;

/** While the text is not too long, screen readers announce these counts only, not every character. */
const announcedCounts = [0, 10, 20, 50, 100, 200] as const;

/** Screen readers announce how much is too long after this pause in typing. */
const pauseMs = 1_000;

function useIsPaused(left: number): boolean {
  const [settled, setSettled] = useState(left);
  useEffect(() => runAfter(pauseMs, () => setSettled(left)), [left]);
  return settled === left;
}

/** Returns how much is too long in words, or undefined if nothing is. */
export function useTooMany(left: number): string | undefined {
  const { t } = useTranslation('chat');
  const number = useNumberFormat();
  return left < 0 ? t('composer.tooMany', { count: -left, number: number(-left) }) : undefined;
}

interface CharactersLeftProps {
  /** The id of the text that describes the field while its text is too long; undefined if the field shows that as its error. */
  readonly id?: string;
  /** As `charactersLeft` returns it. */
  readonly left: number;
}

export function CharactersLeft({ id, left }: CharactersLeftProps) {
  const { t } = useTranslation('chat');
  const isPaused = useIsPaused(left);
  const announced = announcedCounts.find((count) => left <= count);
  const tooMany = useTooMany(left);
  if (tooMany !== undefined) {
    return (
      <>
        {id !== undefined && (
          <p
            id={id}
            className="flex items-center justify-end gap-1 px-3 pt-1 text-smallest text-danger tabular-nums"
          >
            <Icon svg={warning} size={14} />
            {tooMany}
          </p>
        )}
        <span role="status" className="sr-only">
          {isPaused && tooMany}
        </span>
      </>
    );
  }
  return (
    <>
      {announced !== undefined && (
        <p aria-hidden="true" className="px-3 pt-1 text-end text-smallest text-ink-3 tabular-nums">
          {t('composer.left', { count: left })}
        </p>
      )}
      <span role="status" className="sr-only">
        {announced !== undefined && t('composer.left', { count: announced })}
      </span>
    </>
  );
}
