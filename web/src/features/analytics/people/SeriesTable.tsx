import { useState } from 'react';
import type { FigurePeriod } from '@foyer/contract';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from '../tables/figureTable.module.css';
import { useTimeTexts } from '../useTimeTexts.ts';
import { valuesWithPeople, type SeriesValue } from './series.ts';

export interface SeriesTableProps {
  readonly values: readonly SeriesValue[];
  readonly period: FigurePeriod;
  readonly timeZone: string;
}

const shownAtFirst = 20;

/** The numbers of the chart, newest first, without periods in which nobody was there. */
export function SeriesTable({ values, period, timeZone }: SeriesTableProps) {
  const { t } = useTranslation('analytics');
  const number = useNumberFormat();
  const { date, dayAndTime } = useTimeTexts(timeZone);
  const [showsAll, setShowsAll] = useState(false);
  const rows = valuesWithPeople(values).toReversed();
  const shown = showsAll ? rows : rows.slice(0, shownAtFirst);
  const hasBefore = period !== 'day';
  return (
    <>
      <table className={styles.table}>
        <caption className="sr-only">{t('overTime')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.period')}</th>
            <th scope="col" className={styles.number}>
              {t('columns.people')}
            </th>
            {hasBefore && (
              <th scope="col" className={styles.number}>
                {t('columns.before')}
              </th>
            )}
            <th scope="col" className={styles.number}>
              {t('columns.views')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ at, people, before, views }) => (
            <tr key={at}>
              <th scope="row" className="font-normal">
                {period === 'day' ? date(at) : dayAndTime(at)}
              </th>
              <td className={styles.number}>{people === undefined ? '' : number(people)}</td>
              {hasBefore && <td className={styles.number}>{number(before ?? 0)}</td>}
              <td className={styles.number}>{number(views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownAtFirst && (
        <Button
          kind="quiet"
          size="small"
          className="self-start print:hidden"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t('showLess') : t('showAll', { number: number(rows.length) })}
        </Button>
      )}
    </>
  );
}
