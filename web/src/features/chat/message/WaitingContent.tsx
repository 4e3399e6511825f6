/** A message that the server has not confirmed: its content, its state, and what to do if it was rejected. */
import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useConnection } from '../../../platform/state/connection.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { LinkButton } from '../LinkButton.tsx';
import type { WaitingMessage } from '../model/chatState.ts';
import { createOutbox } from '../model/outbox.ts';
import { MessageText } from './MessageText.tsx';
import styles from './chatMessage.module.css';

interface Props {
  readonly waiting: WaitingMessage;
}

/** Returns a function that translates the error code of a rejected message. */
function useRejectionText(): (code: string) => string {
  const { t } = useTranslation('chat');
  return (code) => {
    if (code === 'cannotPost' || code === 'forbidden' || code === 'notFound') return t('cannotPost');
    if (code === 'held') return t('message.tooManyHeld');
    if (code === 'gone') return t('file.unavailable');
    return t('message.rejected');
  };
}

export function WaitingContent({ waiting: { errorCode, text, upload } }: Props) {
  const { t } = useTranslation('chat');
  const rejectionText = useRejectionText();
  const isOnline = useConnection(({ status }) => status === 'online');
  return (
    <>
      {upload && <bdi className="block font-strong">{upload.name}</bdi>}
      {text !== '' && <MessageText text={text} names={[]} />}
      {errorCode === undefined ? (
        <p className={styles.meta}>
          <Icon svg={clock} size={14} />
          {t(isOnline ? 'message.sending' : 'message.waitingForConnection')}
        </p>
      ) : (
        <span role="alert" className="mt-1 flex items-center gap-1.5 text-caption text-danger">
          <Icon svg={warning} size={16} />
          {rejectionText(errorCode)}
        </span>
      )}
    </>
  );
}

/** Sends a rejected message again or discards it; renders nothing for one that is being sent. */
export function WaitingActions({ waiting: { clientId, errorCode } }: Props) {
  const outbox = useVisit().get(createOutbox);
  const { t } = useTranslation('chat');
  if (errorCode === undefined) return null;
  return (
    <>
      <LinkButton onClick={() => outbox.resend(clientId)}>{t('message.again')}</LinkButton>
      <LinkButton onClick={() => outbox.discard(clientId)}>{t('message.discard')}</LinkButton>
    </>
  );
}
