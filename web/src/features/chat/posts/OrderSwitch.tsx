import { chatPostOrders } from '@foyer/contract';
import type { PostOrder } from './model/postsState.ts';
import styles from './postFeed.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly order: PostOrder;
  readonly onOrder: (order: PostOrder) => void;
}

export function OrderSwitch({ order, onOrder }: Props) {
  const { t } = useTexts();
  return (
    <div role="group" aria-label={t('order.label')} className={styles.orders}>
      {chatPostOrders.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === order}
          onClick={() => onOrder(each)}
          className="press target rounded-mark"
        >
          {t(`order.${each}`)}
        </button>
      ))}
    </div>
  );
}
