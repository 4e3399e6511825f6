import type { ReactNode } from 'react';
import { Icon } from '../platform/icons/Icon.tsx';

export interface StatementProps {
  readonly svg: string;
  /** As for `Icon`. */
  readonly mirror?: boolean;
  /** One sentence. */
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** One useful action. */
  readonly action?: ReactNode;
  readonly tone?: 'plain' | 'danger';
  readonly level?: 1 | 2 | 3;
}

/** An empty or failed state: an icon, a sentence, a line and an action. Shown in place of the content. */
export function Statement({
  svg,
  mirror = false,
  title,
  text,
  action,
  tone = 'plain',
  level = 2,
}: StatementProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-90 flex-col items-center gap-2 px-6 py-10 text-center low:py-3">
      <span
        className={`mb-2 grid size-14 place-items-center rounded-card low:hidden ${tone === 'danger' ? 'bg-danger-fill text-danger' : 'bg-raised text-ink'}`}
      >
        <Icon svg={svg} size={26} mirror={mirror} />
      </span>
      <Heading className="title-font text-section">{title}</Heading>
      {text !== undefined && <p className="text-caption text-ink-2">{text}</p>}
      {action !== undefined && <div className="pt-3">{action}</div>}
    </div>
  );
}
