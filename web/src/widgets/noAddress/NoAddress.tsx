import linkBreak from '@phosphor-icons/core/regular/link-break.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { Statement } from '../../ui/Statement.tsx';
import type { Presentation } from '../registry/widgetProps.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  /** The widget's name. */
  readonly name: string;
  readonly presentation: Presentation;
}

/** In place of content whose address nobody has entered yet. */
export function NoAddress({ name, presentation }: Props) {
  const { t } = useTexts();
  if (presentation === 'embedded')
    return (
      <p className="island flex size-full flex-wrap content-center items-center justify-center gap-2 overflow-hidden rounded-field px-1 text-center text-caption">
        <Icon svg={linkBreak} size={18} />
        {/* A long name would not fit in a small box. */}
        <span className="min-w-0" aria-hidden="true">
          {t('short')}
        </span>
        <span className="sr-only">{t('title', { name })}</span>
      </p>
    );
  return (
    <div data-panel-statement>
      <Statement svg={linkBreak} level={3} title={t('title', { name })} text={t('text')} />
    </div>
  );
}
