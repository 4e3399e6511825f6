import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';

export interface PeopleSearchProps {
  readonly query: string;
  readonly onQueryChange: (typed: string) => void;
  /** How many attendees matched when the query changed; undefined without a query. */
  readonly foundCount: number | undefined;
  readonly onArrowDown: () => void;
}

export function PeopleSearch({ query, onQueryChange, foundCount, onArrowDown }: PeopleSearchProps) {
  const { t } = useTranslation('presence');
  const number = useNumberFormat();
  return (
    <>
      <SearchField
        label={t('search.label')}
        hint={t('search.hint')}
        typed={query}
        onType={onQueryChange}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          onArrowDown();
        }}
      />
      <span role="status" className="sr-only">
        {foundCount === undefined ? '' : t('search.found', { count: foundCount, number: number(foundCount) })}
      </span>
    </>
  );
}
