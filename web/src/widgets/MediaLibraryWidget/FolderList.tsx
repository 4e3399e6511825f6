import folderFill from '@phosphor-icons/core/fill/folder-open-fill.svg?raw';
import folder from '@phosphor-icons/core/regular/folder.svg?raw';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import type { LibraryFolder } from './library.ts';
import styles from './libraryPanel.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly folders: readonly LibraryFolder[];
  /** Entries of all folders. */
  readonly total: number;
  /** Undefined: all. */
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** The folders with their counts: at the start side, on phones in a row that scrolls. */
export function FolderList({ folders, total, chosenId, onChoose }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const rows = [{ id: undefined, name: t('all'), count: total }, ...folders];
  return (
    <nav aria-label={t('folders')} className={styles.folders}>
      <ul>
        {rows.map(({ id, name, count }) => (
          <li key={id ?? ''}>
            <button
              type="button"
              aria-current={id === chosenId || undefined}
              onClick={() => onChoose(id)}
              className={`${styles.folder} press`}
            >
              <Icon svg={id === chosenId ? folderFill : folder} size={20} />
              <bdi title={name} className="min-w-0 flex-1 truncate text-start">
                {name}
              </bdi>
              <span className="text-caption text-ink-2 tabular-nums">{number(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
