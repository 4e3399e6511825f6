import { useState, type ReactNode } from 'react';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import pageStyles from '../figuresPage.module.css';
import type { Name } from '../useVenueNames.ts';
import styles from './figureTable.module.css';
import { NameText } from './NameText.tsx';

export interface FigureColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly text: (row: Row) => string;
}

export interface FigureTableProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The head of the first column. */
  readonly nameLabel: string;
  readonly name: (row: Row) => Name;
  readonly details?: (row: Row) => readonly Name[];
  /** The length of the row's bar; the rows are sorted by it. */
  readonly weight: (row: Row) => number;
  readonly columns: readonly FigureColumn<Row>[];
  /** Shown if there are no rows. */
  readonly emptyText: string;
  readonly action?: ReactNode;
}

const shownAtFirst = 20;

/** A ranking: a table with a bar in each row. The longest bar is as wide as the column of names. */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { title, rows, keyOf, weight, columns, emptyText, action } = props;
  const { t } = useTranslation('analytics');
  const number = useNumberFormat();
  const [showsAll, setShowsAll] = useState(false);
  const sorted = rows.toSorted((a, b) => weight(b) - weight(a));
  const [first] = sorted;
  const most = first === undefined ? 1 : Math.max(1, weight(first));
  const shown = showsAll ? sorted : sorted.slice(0, shownAtFirst);
  return (
    <section aria-label={title} className={pageStyles.card}>
      <div className={pageStyles.head}>
        <h3 className="title-font text-section">{title}</h3>
        {rows.length > 0 && action}
      </div>
      {rows.length === 0 ? (
        <p className="text-caption text-ink-2">{emptyText}</p>
      ) : (
        <table className={styles.table} data-columns={columns.length}>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{props.nameLabel}</th>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col" className={styles.number}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <FigureRow key={keyOf(row)} {...props} row={row} share={weight(row) / most} />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shownAtFirst && (
        <Button kind="quiet" size="small" className="print:hidden" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('showLess') : t('showAll', { number: number(rows.length) })}
        </Button>
      )}
    </section>
  );
}

interface FigureRowProps<Row> extends FigureTableProps<Row> {
  readonly row: Row;
  /** 0 to 1. */
  readonly share: number;
}

function FigureRow<Row>({ row, share, name, details, columns }: FigureRowProps<Row>) {
  const lines = details?.(row) ?? [];
  return (
    <tr>
      <th scope="row">
        <span className="block text-name font-strong">
          <NameText name={name(row)} />
        </span>
        {lines.length > 0 && (
          <span className="block text-caption font-normal text-ink-2">
            {lines.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the details of a row have no other identity
              <span key={index} className="not-last:after:content-['_·_']">
                <NameText name={line} />
              </span>
            ))}
          </span>
        )}
        <span aria-hidden="true" className={styles.bar}>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      </th>
      {columns.map(({ key, label, text }) => (
        <td key={key} className={styles.number}>
          <span className={styles.label}>{label}</span>
          {text(row)}
        </td>
      ))}
    </tr>
  );
}
