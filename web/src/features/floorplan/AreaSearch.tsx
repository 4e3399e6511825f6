import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';

interface Props {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly found: number;
}

export function AreaSearch({ typed, onType, found }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <search className="relative mx-1.5 mb-4 block">
      <Icon
        svg={magnifyingGlass}
        size={18}
        className="text-ink-2 pointer-events-none absolute start-4 top-1/2 -translate-y-1/2"
      />
      <input
        type="search"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        aria-label={t('floorplan.search')}
        placeholder={t('floorplan.search')}
        className="border-field-line bg-ink/6 placeholder:text-ink-3 tablet:text-body h-11 w-full rounded-field border ps-11 pe-4 text-[1rem]"
      />
      <span role="status" className="sr-only">
        {typed.trim() === '' ? '' : t('floorplan.found', { count: found })}
      </span>
    </search>
  );
}
