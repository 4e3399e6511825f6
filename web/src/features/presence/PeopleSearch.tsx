import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onArrowDown();
    }
    // The first press empties the field, the next one closes the list.
    if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      onType('');
    }
  };
  return (
    <search className="relative block">
      <Icon
        svg={magnifyingGlass}
        size={18}
        className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-ink-2"
      />
      <input
        type="search"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        aria-label={t('search.label')}
        placeholder={t('search.hint')}
        autoComplete="off"
        className="h-11 w-full rounded-field border border-field-line bg-ink/6 ps-11 pe-4 text-[1rem] placeholder:text-ink-3 tablet:text-body"
      />
      <span role="status" className="sr-only">
        {found === undefined ? '' : t('search.found', { count: found, number: number(found) })}
      </span>
    </search>
  );
}
