import arrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { runAfter } from '../../../platform/time/timers.ts';
import styles from './postFeed.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly kind: 'card' | 'wall';
  readonly count: number;
  readonly onShow: () => void;
}

/** Least time between two announcements to screen readers, in milliseconds. */
const announceEveryMs = 10_000;

/** The count to announce: 0, or a number that changes at most every ten seconds. */
function useRarely(count: number): number {
  const [shown, setShown] = useState(0);
  const announcedAt = useRef(-Infinity);
  useEffect(() => {
    const wait = count === 0 ? 0 : Math.max(0, announcedAt.current + announceEveryMs - performance.now());
    return runAfter(wait, () => {
      if (count > 0) announcedAt.current = performance.now();
      setShown(count);
    });
  }, [count]);
  return shown;
}

/** Shows the posts that have arrived since the list was read, which would move what the user reads. */
export function NewPosts({ kind, count, onShow }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const announced = useRarely(count);
  const text = (of: number): string => t(`${kind}.new`, { count: of, number: number(of) });
  return (
    <div className={styles.newPostsPlace}>
      {count > 0 && (
        <button type="button" onClick={onShow} className={`${styles.newPosts} press target`}>
          <Icon svg={arrowUp} size={14} />
          {text(count)}
        </button>
      )}
      <span role="status" className="sr-only">
        {announced > 0 && text(announced)}
      </span>
    </div>
  );
}
