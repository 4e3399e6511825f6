import type { ChatRoom } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useChat } from '../useChat.ts';
import styles from './openRoom.module.css';

/** Shows who is typing. Its height is constant, so that nothing moves. */
export function TypingLine({ room }: { readonly room: ChatRoom }) {
  const { t } = useTranslation('chat');
  const { userName } = useChatNames();
  const typing = useChat((data) => data.typing.get(room.id)) ?? [];
  const [first, second] = typing;
  const text =
    first === undefined
      ? ''
      : second === undefined
        ? t('typing.one', { name: userName(first.user) })
        : typing.length === 2
          ? t('typing.two', { name: userName(first.user), other: userName(second.user) })
          : t('typing.many');
  return (
    <p className={styles.typing} data-typing={text !== '' || undefined}>
      {text !== '' && (
        <>
          <span aria-hidden="true" className={styles.dots}>
            <span />
            <span />
            <span />
          </span>
          <span className="truncate">{text}</span>
        </>
      )}
    </p>
  );
}
