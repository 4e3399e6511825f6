/** Switches between the viewpoints of an area: the name of the current one between two carets. */
import caretLeft from '@phosphor-icons/core/bold/caret-left-bold.svg?raw';
import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?raw';
import compass from '@phosphor-icons/core/regular/compass.svg?raw';
import type { ViewPoint } from '@foyer/contract';
import type { MouseEvent } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import styles from './area.module.css';

interface Props {
  readonly viewpoints: readonly ViewPoint[];
  readonly current: ViewPoint;
  readonly hrefOf: (viewpoint: ViewPoint) => string;
  readonly show: (viewpoint: ViewPoint) => void;
}

export function Viewpoints({ viewpoints, current, hrefOf, show }: Props) {
  const { t } = useTranslation('area');
  const localized = useLocalized();
  const index = viewpoints.findIndex(({ id }) => id === current.id);
  const at = (step: number): ViewPoint | undefined => viewpoints.at((index + step) % viewpoints.length);
  const nameOf = (viewpoint: ViewPoint): string =>
    localized(viewpoint.names) || t('viewpointNumber', { number: viewpoints.indexOf(viewpoint) + 1 });
  const caret = (
    viewpoint: ViewPoint | undefined,
    svg: string,
    label: 'previousViewpoint' | 'nextViewpoint',
  ) =>
    viewpoint && (
      <a
        href={hrefOf(viewpoint)}
        className={styles.caret}
        aria-label={t(label, { name: nameOf(viewpoint) })}
        draggable={false}
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          show(viewpoint);
        }}
      >
        <Icon svg={svg} size={16} mirror />
      </a>
    );
  return (
    <nav className={`island ${styles.viewpoints}`} aria-label={t('viewpoints')}>
      {caret(at(-1), caretLeft, 'previousViewpoint')}
      <span className={styles.viewpoint} aria-current="true">
        <Icon svg={compass} size={20} />
        <bdi>{nameOf(current)}</bdi>
      </span>
      {caret(at(1), caretRight, 'nextViewpoint')}
    </nav>
  );
}
