import arrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../ui/IconButton.tsx';

export interface PanelBarProps {
  readonly title?: string;
  readonly onBack?: (() => void) | undefined;
  /** Accessible name of the back button; by default "Back to profile". */
  readonly backLabel?: string;
  readonly onClose: () => void;
  /** Elements before the close button. */
  readonly children?: ReactNode;
}

/** The title bar of the panel: back button, title, actions, close button. */
export function PanelBar({ title, onBack, backLabel, onClose, children }: PanelBarProps) {
  const { t } = useTranslation();
  const { t: p } = useTranslation('profile');
  return (
    <div data-panel-head className="flex shrink-0 items-center gap-2 px-3 pt-3 pb-1">
      {onBack && (
        <IconButton
          svg={arrowLeft}
          mirror
          label={backLabel ?? p('back')}
          onClick={onBack}
          className="bg-ink/6"
        />
      )}
      <div className="flex min-w-0 flex-1 items-center">
        {title !== undefined && (
          <h2 className={`title-font truncate text-panel ${onBack ? '' : 'ps-3'}`}>{title}</h2>
        )}
      </div>
      {children}
      <IconButton svg={xIcon} label={t('common.close')} onClick={onClose} className="bg-ink/6" />
    </div>
  );
}
