import type { AreaView } from '@foyer/contract';
import { Fragment, type ComponentProps } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import type { DockEntry } from '../../extensions/dockEntry.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import styles from './dock.module.css';
import { ViewSwitch } from './ViewSwitch.tsx';
import { useViewEntry } from './useViewEntry.ts';
import { useTexts } from './useTexts.ts';

/** Larger counts are shown as 99+. */
const maxCount = 99;
const countLabel = (count: number): string => (count > maxCount ? `${maxCount}+` : String(count));

export interface DockProps {
  readonly entries: readonly DockEntry[];
  readonly view: AreaView;
  readonly onViewChange: (view: AreaView) => void;
}

/** The toolbar above the footer. On a phone it includes the switch between picture and text view. */
export function Dock({ entries, view, onViewChange }: DockProps) {
  const { t } = useTexts();
  const viewEntry = useViewEntry(view, onViewChange);
  return (
    <>
      <div className={styles.viewSwitch}>
        <ViewSwitch view={view} onChange={onViewChange} />
      </div>
      <div
        role="toolbar"
        aria-label={t('label')}
        // Only the switch of a phone is left.
        className={`${styles.bar} island ${entries.length === 0 ? 'tablet:hidden' : ''}`}
      >
        {entries.map((entry) => (
          <Fragment key={entry.id}>
            <DockItem entry={entry} />
          </Fragment>
        ))}
        <DockItem entry={viewEntry} className="hidden max-tablet:flex" />
      </div>
    </>
  );
}

function DockItem({ entry, className = '' }: { readonly entry: DockEntry; readonly className?: string }) {
  if (entry.kind === 'group') return <DockGroup entry={entry} />;
  if (entry.kind === 'menu') {
    return (
      <Menu
        label={entry.label}
        entries={entry.entries}
        trigger={<DockButton entry={entry} isOpen={false} className={className} />}
      />
    );
  }
  return (
    <DockButton
      entry={entry}
      isOpen={entry.isOpen}
      className={className}
      aria-pressed={entry.isOpen}
      onClick={entry.run}
    />
  );
}

function DockGroup({ entry }: { readonly entry: DockEntry & { readonly kind: 'group' } }) {
  const entries = entry.entries.map(({ icon, ...rest }) => ({
    ...rest,
    icon: <Icon svg={icon} size={20} />,
  }));
  return (
    <>
      <div role="group" aria-label={entry.label} className={styles.group}>
        {entry.entries.map(({ key, label, icon, run }) => (
          <IconButton
            key={key}
            svg={icon}
            label={label}
            title={label}
            size={22}
            onClick={run}
            data-dock={`${entry.id}-${key}`}
          />
        ))}
      </div>
      <Menu
        label={entry.label}
        entries={entries}
        trigger={<DockButton entry={entry} isOpen={false} className={styles.folded} />}
      />
    </>
  );
}

interface DockButtonProps extends ComponentProps<'button'> {
  readonly entry: DockEntry;
  readonly isOpen: boolean;
}

function DockButton({ entry, isOpen, className = '', ...rest }: DockButtonProps) {
  const { label, longLabel, news = 0, mark, icon, openIcon } = entry;
  return (
    <button
      type="button"
      aria-label={longLabel ?? label}
      {...rest}
      data-dock={entry.id}
      data-open={isOpen}
      className={`${styles.button} press ${className}`}
    >
      <span className="relative">
        <Icon svg={isOpen ? openIcon : icon} size={22} />
        {news > 0 && (
          <span aria-hidden className={`${styles.count} bg-primary text-on-primary`}>
            {countLabel(news)}
          </span>
        )}
        {mark && (
          <span className={styles.mark}>
            <Icon svg={mark} size={12} />
          </span>
        )}
      </span>
      <span aria-hidden className={styles.label}>
        {label}
      </span>
    </button>
  );
}
