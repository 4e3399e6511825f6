/** The text of a message, in its own writing direction, with web and mail links and mentions. */
import { memo, type ReactNode } from 'react';
import { textParts } from './textParts.ts';
import styles from './chatMessage.module.css';

export interface MessageTextProps {
  readonly text: string;
  /** Names of the mentioned people. */
  readonly names: readonly string[];
  /** Rendered inline after the text. */
  readonly children?: ReactNode;
}

export const MessageText = memo(function MessageText({ text, names, children }: MessageTextProps) {
  return (
    <p dir="auto" className={styles.text}>
      {textParts(text, names).map((part, at) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'mention') {
          return (
            <strong key={at} className="font-semibold">
              {part.text}
            </strong>
          );
        }
        return (
          <a
            key={at}
            href={part.href}
            dir="ltr"
            {...(!part.href.startsWith('mailto:') && { target: '_blank' })}
            rel="noopener noreferrer nofollow"
            className="underline underline-offset-3"
          >
            {part.shown ?? part.text}
          </a>
        );
      })}
      {children}
    </p>
  );
});
