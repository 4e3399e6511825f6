import type { EventFigures, Figures } from '@foyer/contract';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import pageStyles from '../figuresPage.module.css';
import { useEventTexts } from '../useEventTexts.ts';
import { CsvButton } from './CsvButton.tsx';
import { FigureTable, type FigureColumn } from './FigureTable.tsx';

/** The tables, and the categories of the events in each. */
const tables = [
  { key: 'widgets', categories: ['widget'] },
  { key: 'media', categories: ['url', 'video', 'asset'] },
  { key: 'downloads', categories: ['download'] },
  { key: 'chats', categories: ['chat'] },
  { key: 'reactions', categories: ['contentCard', 'reaction'] },
  { key: 'profiles', categories: ['presence', 'profile', 'floorplan'] },
  { key: 'logins', categories: ['login'] },
] as const;

const keyOf = ({ count: _count, people: _people, ...event }: EventFigures): string => JSON.stringify(event);

/** What attendees have opened, watched, downloaded and so on. */
export function EventTables({ figures }: { readonly figures: Figures }) {
  const { t } = useTranslation('analytics');
  const texts = useEventTexts();
  const number = useNumberFormat();
  const { from, to, timeZone } = figures;
  const count: FigureColumn<EventFigures> = {
    key: 'count',
    label: t('columns.count'),
    text: (event) => number(event.count),
  };
  const people: FigureColumn<EventFigures> = {
    key: 'people',
    label: t('columns.people'),
    text: (event) => (event.people === undefined ? '' : number(event.people)),
  };
  return (
    <section aria-labelledby="figures-events" className="flex flex-col gap-4">
      <div className={pageStyles.head}>
        <h2 id="figures-events" className="title-font text-panel">
          {t('eventsTitle')}
        </h2>
        {figures.events.length > 0 && (
          <CsvButton table="events" from={from} to={to} timeZone={timeZone} label={t('csvEvents')} />
        )}
      </div>
      <div className={pageStyles.flow}>
        {tables.map(({ key, categories }) => {
          const rows = figures.events.filter(({ category }) =>
            (categories as readonly string[]).includes(category),
          );
          const hasPeople = rows.some((row) => row.people !== undefined);
          return (
            <FigureTable
              key={key}
              title={t(`tables.${key}.title`)}
              nameLabel={t(`tables.${key}.name`)}
              emptyText={t(`tables.${key}.empty`)}
              rows={rows}
              keyOf={keyOf}
              name={texts.name}
              details={texts.details}
              weight={(row) => row.count}
              columns={hasPeople ? [people, count] : [count]}
            />
          );
        })}
      </div>
    </section>
  );
}
