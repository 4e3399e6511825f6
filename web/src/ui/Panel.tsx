import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/useTranslation.ts';
import { IconButton } from './IconButton.tsx';

export interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title: ReactNode;
  /** Next to the title, before the close button. */
  readonly actions?: ReactNode;
  readonly onClose?: (() => void) | undefined;
}

/** A large surface above the picture, with a title and content. */
export function Panel({ title, actions, onClose, className = '', children, ...rest }: PanelProps) {
  const id = useId();
  const { t } = useTranslation();
  return (
    <section
      {...rest}
      aria-labelledby={id}
      className={`panel flex min-h-0 flex-col rounded-panel ${className}`}
    >
      <header className="flex items-center gap-2 ps-6 pe-3 pt-4 pb-3">
        <h2 id={id} className="flare min-w-0 flex-1 text-panel">
          {title}
        </h2>
        {actions}
        {onClose && <IconButton svg={xIcon} label={t('common.close')} onClick={onClose} />}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">{children}</div>
    </section>
  );
}
