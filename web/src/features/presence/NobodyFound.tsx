/** What stands in place of the list where nobody is on it. */
import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import usersIcon from '@phosphor-icons/core/regular/users-three.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { useNumber } from './useNumber.ts';

export interface NobodyFoundProps {
  /** Undefined where one looks everywhere. */
  readonly areaName: string | undefined;
  readonly typed: string;
  /** Who fits, and is somewhere else. */
  readonly elsewhere: number;
  readonly onShowEverywhere: () => void;
  readonly onClear: () => void;
}

export function NobodyFound({ areaName, typed, elsewhere, onShowEverywhere, onClear }: NobodyFoundProps) {
  const { t } = useTranslation('presence');
  const number = useNumber();
  const isSearch = typed.trim() !== '';
  const title = isSearch
    ? t('none.found', { typed: typed.trim() })
    : areaName === undefined
      ? t('none.everywhere')
      : t('none.here', { area: areaName });
  const hint =
    elsewhere > 0
      ? t('none.elsewhere', { count: elsewhere, number: number(elsewhere) })
      : t(isSearch ? 'none.searchHint' : 'none.hint');
  const action =
    elsewhere > 0 ? (
      <Button onClick={onShowEverywhere}>{t('none.showEverywhere')}</Button>
    ) : isSearch ? (
      <Button onClick={onClear}>{t('none.clear')}</Button>
    ) : undefined;
  return (
    <Statement
      svg={isSearch ? magnifyingGlass : usersIcon}
      level={3}
      title={title}
      text={hint}
      action={action}
    />
  );
}
