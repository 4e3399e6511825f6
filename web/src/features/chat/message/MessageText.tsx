/** What somebody wrote: in its own direction, its links led to the web and nowhere else. */
import { memo, type ReactNode } from 'react';
import { textParts } from './textParts.ts';

export interface MessageTextProps {
  readonly text: string;
  /** Of the people who are named in it. */
  readonly names: readonly string[];
  /** After the last word. */
  readonly children?: ReactNode;
}

export const MessageText = memo(function MessageText({ text, names, children }: MessageTextProps) {
  return (
    <p dir="auto" className="message-text">
      {textParts(text, names).map((part, at) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'mention') {
          return (
            <strong key={at} className="message-mention">
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
