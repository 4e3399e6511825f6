import type { Figures } from '@foyer/contract';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useDuration } from '../useDuration.ts';
import { useVenueNames } from '../useVenueNames.ts';
import { CsvButton } from './CsvButton.tsx';
import { FigureTable, type FigureColumn } from './FigureTable.tsx';

type AreaFigures = Figures['areas'][number];

/** The areas by the people in them, or by views for parts of a day, whose people are not counted. */
export function AreasTable({ figures }: { readonly figures: Figures }) {
  const { t } = useTranslation('analytics');
  const names = useVenueNames();
  const number = useNumberFormat();
  const duration = useDuration();
  const { areas, from, to, timeZone } = figures;
  const hasPeople = areas.some(({ people }) => people !== undefined);
  const columns: readonly FigureColumn<AreaFigures>[] = [
    ...(hasPeople
      ? [
          {
            key: 'people',
            label: t('columns.people'),
            text: ({ people }: AreaFigures) => (people === undefined ? '' : number(people)),
          },
        ]
      : []),
    { key: 'views', label: t('columns.views'), text: ({ views }) => number(views) },
    { key: 'time', label: t('columns.time'), text: ({ minutes }) => duration(minutes) },
    { key: 'peak', label: t('columns.peak'), text: ({ peak }) => number(peak) },
  ];
  return (
    <FigureTable
      title={t('tables.areas.title')}
      nameLabel={t('tables.areas.name')}
      emptyText={t('tables.areas.empty')}
      rows={areas}
      keyOf={({ areaId }) => areaId}
      name={({ areaId }) => names.area(areaId)}
      weight={({ people = 0, views }) => (hasPeople ? people : views)}
      columns={columns}
      action={<CsvButton table="areas" from={from} to={to} timeZone={timeZone} label={t('csvAreas')} />}
    />
  );
}
