import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import type { ComponentProps } from 'react';
import { Icon } from '../platform/icons/Icon.tsx';

type Rest = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'>;

export interface SearchFieldProps extends Rest {
  readonly label: string;
  /** The placeholder; default: the label. */
  readonly hint?: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Classes for its position. */
  readonly className?: string;
}

/** A search field. Escape clears it; in an empty field Escape is left to the container. */
export function SearchField({
  label,
  hint = label,
  typed,
  onType,
  className = '',
  ...input
}: SearchFieldProps) {
  return (
    <search className={`relative block ${className}`}>
      <Icon
        svg={magnifyingGlass}
        size={18}
        className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-ink-2"
      />
      <input
        {...input}
        type="search"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          input.onKeyDown?.(event);
          if (event.key !== 'Escape' || typed === '') return;
          event.stopPropagation();
          onType('');
        }}
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        className="h-11 w-full rounded-field border border-field-line bg-ink/6 ps-11 pe-4 text-[1rem] text-ellipsis placeholder:text-ink-3 aria-invalid:border-danger tablet:text-body [&:placeholder-shown::-webkit-search-cancel-button]:hidden"
      />
    </search>
  );
}
