/** The file and the text of a post or a reply. A long text is folded, so that it does not push the others away. */
import type { ChatMessage } from '@foyer/contract';
import { useState } from 'react';
import { MessageContent } from '../message/MessageContent.tsx';
import styles from './post.module.css';
import { useTexts } from './useTexts.ts';

/** Longer texts are folded to the number of lines in the style sheet. */
const longText = { characters: 600, lines: 10 };

const isLong = ({ text, deletedBy }: ChatMessage): boolean =>
  !deletedBy && (text.length > longText.characters || text.split('\n').length > longText.lines);

interface Props {
  readonly roomId: string;
  readonly message: ChatMessage;
  /** Whether the message and its buttons are reachable by Tab. */
  readonly isTabStop: boolean;
}

export function PostContent({ roomId, message, isTabStop }: Props) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const isFoldable = isLong(message);
  return (
    <div
      className={styles.content}
      data-folded={(isFoldable && !isOpen) || undefined}
      // A link in the folded part.
      onFocus={({ target }) => target instanceof HTMLAnchorElement && setIsOpen(true)}
    >
      <MessageContent roomId={roomId} message={message} />
      {isFoldable && (
        <button
          type="button"
          aria-expanded={isOpen}
          tabIndex={isTabStop ? 0 : -1}
          onClick={() => setIsOpen(!isOpen)}
          className={`${styles.action} press target`}
        >
          {t(isOpen ? 'textLess' : 'textMore')}
        </button>
      )}
    </div>
  );
}
