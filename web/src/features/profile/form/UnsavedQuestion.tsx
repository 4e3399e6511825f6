/** Asks about unsaved changes, at the bottom of the panel. */
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';

export interface UnsavedQuestionProps {
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

export function UnsavedQuestion({ saving, onSave, onDiscard, onStay }: UnsavedQuestionProps) {
  const { t } = useTranslation('profile');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      className="dialog-surface absolute inset-x-3 bottom-3 z-10 rounded-card p-4"
    >
      <p id={id} className="title-font text-section">
        {t('unsaved.title')}
      </p>
      <p id={`${id}-text`} className="mt-1 text-caption text-ink-2">
        {t('unsaved.text')}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="secondary" busy={saving} onClick={onSave}>
          {t('unsaved.save')}
        </Button>
        <Button kind="quiet" onClick={onDiscard}>
          {t('unsaved.discard')}
        </Button>
        <Button kind="text" onClick={onStay}>
          {t('unsaved.stay')}
        </Button>
      </div>
    </div>
  );
}
