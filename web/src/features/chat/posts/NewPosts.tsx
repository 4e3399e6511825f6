import arrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?raw';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import styles from './postFeed.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly kind: 'card' | 'wall';
  readonly count: number;
  readonly onShow: () => void;
}

/** Shows the posts that have arrived since the list was read, which would move what the user reads. */
export function NewPosts({ kind, count, onShow }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  return (
    <div className={styles.newPostsPlace}>
      {count > 0 && (
        <button type="button" onClick={onShow} className={`${styles.newPosts} press target`}>
          <Icon svg={arrowUp} size={14} />
          {t(`${kind}.new`, { count, number: number(count) })}
        </button>
      )}
    </div>
  );
}
