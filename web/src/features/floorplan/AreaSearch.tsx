import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { SearchField } from '../../ui/SearchField.tsx';

interface Props {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly found: number;
}

export function AreaSearch({ typed, onType, found }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <>
      <SearchField label={t('floorplan.search')} typed={typed} onType={onType} className="mx-1.5 mb-4" />
      <span role="status" className="sr-only">
        {typed.trim() === '' ? '' : t('floorplan.found', { count: found })}
      </span>
    </>
  );
}
