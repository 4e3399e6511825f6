import bookOpenFill from '@phosphor-icons/core/fill/book-open-text-fill.svg?raw';
import imageFill from '@phosphor-icons/core/fill/image-square-fill.svg?raw';
import bookOpen from '@phosphor-icons/core/regular/book-open-text.svg?raw';
import image from '@phosphor-icons/core/regular/image-square.svg?raw';
import type { AreaView } from '@foyer/contract';
import { Icon } from '../../platform/icons/Icon.tsx';
import { Segments } from '../../ui/Segments.tsx';
import styles from './dock.module.css';
import { useTexts } from './useTexts.ts';

export interface ViewSwitchProps {
  readonly view: AreaView;
  readonly onChange: (view: AreaView) => void;
}

/** Switches between the picture and the text view of an area. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { t } = useTexts();
  return (
    <Segments
      label={t('view')}
      value={view}
      onChange={onChange}
      labelClassName={styles.label ?? ''}
      segments={[
        {
          value: 'picture',
          label: t('picture'),
          icon: <Icon svg={view === 'picture' ? imageFill : image} size={22} />,
        },
        {
          value: 'text',
          label: t('text'),
          icon: <Icon svg={view === 'text' ? bookOpenFill : bookOpen} size={22} />,
        },
      ]}
    />
  );
}
