import folder from '@phosphor-icons/core/regular/folder-open.svg?raw';
import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import type { Filter } from './library.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

/** An empty folder, or a search without a result. */
export function NothingFound({ filter, onFilter }: Props) {
  const { t } = useTexts();
  const { folderId, kind, typed } = filter;
  const isFolderEmpty = folderId !== undefined && kind === undefined && typed.trim() === '';
  const everything: Filter = { folderId: undefined, kind: undefined, typed: '' };
  return isFolderEmpty ? (
    <Statement
      svg={folder}
      level={3}
      title={t('emptyFolder')}
      text={t('emptyFolderText')}
      action={<Button onClick={() => onFilter(everything)}>{t('allFolders')}</Button>}
    />
  ) : (
    <Statement
      svg={magnifyingGlass}
      level={3}
      title={t('none')}
      text={t('noneText')}
      action={<Button onClick={() => onFilter(everything)}>{t('reset')}</Button>}
    />
  );
}
