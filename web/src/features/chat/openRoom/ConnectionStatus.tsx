import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { isLost, useConnection } from '../../../platform/state/connection.ts';
import { useTimes } from '../names/useTimes.ts';
import { useChat } from '../useChat.ts';
import styles from './openRoom.module.css';

/** Shown while the connection is lost: since when, and how many messages wait for it. */
export function ConnectionStatus({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation('chat');
  const { clock } = useTimes();
  const connection = useConnection();
  const count = useChat(
    ({ outbox }) =>
      outbox.filter((waiting) => waiting.roomId === roomId && waiting.errorCode === undefined).length,
  );
  return (
    <p role="status" className={styles.connection}>
      {isLost(connection) && (
        <>
          <Icon svg={cloudSlash} size={18} className="text-warning" />
          <span className="min-w-0 flex-1">
            <strong className="font-strong">{t('lost.since', { time: clock(connection.since) })}</strong>{' '}
            {count > 0 &&
              t(connection.status === 'tooManyTabs' ? 'lost.unsentHere' : 'lost.unsent', { count })}
          </span>
        </>
      )}
    </p>
  );
}
