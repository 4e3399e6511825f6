import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { LinkButton } from '../LinkButton.tsx';
import type { PostList } from './model/postsState.ts';
import styles from './postFeed.module.css';

interface Props {
  readonly state: PostList['more'];
  readonly onLoad: () => void;
  /** Loads them after a failure. The button disappears. */
  readonly onRetry: () => void;
}

/**
 * The end of the list while the server has more posts: they are loaded when the user scrolls to it, also by the focus. Needs a
 * key for each page, because the end may still be visible after it.
 */
export function MorePosts({ state, onLoad, onRetry }: Props) {
  const { t } = useTranslation('chat');
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (state !== 'idle' || !end.current) return undefined;
    // A slow page receives several entries at once.
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [state]);
  return (
    <div ref={end} className={styles.more}>
      {state === 'loading' && <Spinner size={18} />}
      {state === 'failed' && <LinkButton onClick={onRetry}>{t('pageFailed')}</LinkButton>}
    </div>
  );
}
