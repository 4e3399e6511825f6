/** Shown instead of an empty list. */
import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import usersIcon from '@phosphor-icons/core/regular/users-three.svg?raw';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';

export interface EmptyListProps {
  /** Undefined if the filter is `everywhere`. */
  readonly areaName: string | undefined;
  readonly query: string;
  /** How many attendees match in other areas. */
  readonly elsewhere: number;
  readonly onShowEverywhere: () => void;
  readonly onClear: () => void;
}

export function EmptyList({ areaName, query, elsewhere, onShowEverywhere, onClear }: EmptyListProps) {
  const { t } = useTranslation('presence');
  const number = useNumberFormat();
  const isSearch = query.trim() !== '';
  const title = isSearch
    ? t('none.found', { typed: query.trim() })
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
