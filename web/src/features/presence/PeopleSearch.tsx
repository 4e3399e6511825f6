import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { useNumber } from './useNumber.ts';

export interface PeopleSearchProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** How many were found when it was typed; undefined while nothing is. */
  readonly found: number | undefined;
  readonly onArrowDown: () => void;
}

export function PeopleSearch({ typed, onType, found, onArrowDown }: PeopleSearchProps) {
  const { t } = useTranslation('presence');
  const number = useNumber();
  return (
    <>
      <SearchField
        label={t('search.label')}
        hint={t('search.hint')}
        typed={typed}
        onType={onType}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          onArrowDown();
        }}
      />
      <span role="status" className="sr-only">
        {found === undefined ? '' : t('search.found', { count: found, number: number(found) })}
      </span>
    </>
  );
}
