import { SearchField } from '../../ui/SearchField.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly found: number;
}

export function AreaSearch({ typed, onType, found }: Props) {
  const { t } = useTexts();
  return (
    <>
      <SearchField label={t('search')} typed={typed} onType={onType} className="mx-1.5 mb-4" />
      <span role="status" className="sr-only">
        {typed.trim() === '' ? '' : t('found', { count: found })}
      </span>
    </>
  );
}
