import { useId, type ReactNode } from 'react';

export interface SectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

/** A section of the account settings. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-line py-5">
      <div>
        <h3 id={id} className="text-name font-strong">
          {title}
        </h3>
        {text !== undefined && (
          <p className="mt-0.5 text-caption text-ink-2 [overflow-wrap:anywhere]">{text}</p>
        )}
      </div>
      {children}
    </section>
  );
}
