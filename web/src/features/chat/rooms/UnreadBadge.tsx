import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import styles from './chatBadge.module.css';

/** The unread count: a number, with a full sentence for screen readers. */
export function UnreadBadge({ count, quiet = false }: { readonly count: number; readonly quiet?: boolean }) {
  const { t } = useTranslation('chat');
  if (count === 0) return null;
  return (
    <span className={`${styles.badge} ${quiet ? 'bg-ink/16 text-ink-2' : 'bg-primary text-on-primary'}`}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{t('unread', { count })}</span>
    </span>
  );
}
