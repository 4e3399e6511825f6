/** The file and the text of a message. A long text is folded, so that it does not push the others away. */
import { useState, type ReactNode } from 'react';
import styles from './post.module.css';
import { useTexts } from './useTexts.ts';

/** Longer texts are folded to the number of lines in the style sheet. */
const longText = { characters: 600, lines: 10 };

const isLong = (text: string): boolean =>
  text.length > longText.characters || text.split('\n').length > longText.lines;

interface Props {
  readonly text: string;
  /** Whether the message and its buttons are reachable by Tab. */
  readonly isTabStop: boolean;
  /** Shows the text in a paragraph. */
  readonly children: ReactNode;
}

export function Foldable({ text, isTabStop, children }: Props) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const isFoldable = isLong(text);
  return (
    <div
      className={styles.content}
      data-folded={(isFoldable && !isOpen) || undefined}
      // A link in the folded part.
      onFocus={({ target }) => target instanceof HTMLAnchorElement && setIsOpen(true)}
    >
      {children}
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
