import funnel from '@phosphor-icons/core/regular/funnel-simple.svg?raw';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { PeopleFilter } from '../directory/groupByArea.ts';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { usePresence } from '../../presence/index.ts';
import styles from './areaFilter.module.css';

export interface AreaFilterProps {
  readonly filter: PeopleFilter;
  readonly onChange: (place: PeopleFilter) => void;
  readonly currentAreaId: string | null;
  /** In the venue's order. */
  readonly areaIds: readonly string[];
  readonly nameOfArea: (areaId: string | undefined) => string;
}

function CountChip({ name, count, ...chip }: CountChipProps) {
  const number = useNumberFormat();
  return (
    <Chip {...chip}>
      <bdi className="max-w-40 truncate">{name}</bdi>
      <span className="font-normal tabular-nums opacity-80">{number(count)}</span>
    </Chip>
  );
}

interface CountChipProps {
  readonly name: string;
  readonly count: number;
  readonly pressed: boolean;
  readonly onPressedChange: () => void;
}

/** Filters by area: the current one, all, or one other area. Each option shows how many attendees are there. */
export function AreaFilter({ filter, onChange, currentAreaId, areaIds, nameOfArea }: AreaFilterProps) {
  const { t } = useTranslation('presence');
  const number = useNumberFormat();
  const { total, areas } = usePresence((state) => state.counts);
  const countIn = (areaId: string) => areas.get(areaId) ?? 0;
  const others = areaIds.filter(
    (areaId) =>
      areaId !== currentAreaId &&
      (countIn(areaId) > 0 || (filter.kind === 'area' && filter.areaId === areaId)),
  );
  return (
    <div
      role="group"
      aria-label={t('filter.label')}
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 *:shrink-0 [scrollbar-width:none]"
    >
      {currentAreaId !== null && (
        <CountChip
          name={nameOfArea(currentAreaId)}
          count={countIn(currentAreaId)}
          pressed={filter.kind === 'here'}
          onPressedChange={() => onChange({ kind: 'here' })}
        />
      )}
      <CountChip
        name={t('filter.everywhere')}
        count={total}
        pressed={filter.kind === 'everywhere'}
        onPressedChange={() => onChange({ kind: 'everywhere' })}
      />
      {others.length > 0 && (
        <Select
          label={t('filter.area')}
          value={filter.kind === 'area' ? filter.areaId : ''}
          options={others.map((areaId) => ({
            value: areaId,
            label: t('filter.option', { area: nameOfArea(areaId), number: number(countIn(areaId)) }),
          }))}
          onChange={(areaId) => onChange({ kind: 'area', areaId })}
          trigger={
            <button
              type="button"
              data-chosen={filter.kind === 'area' || undefined}
              className={`${styles.trigger} press target`}
            >
              <Icon svg={funnel} size={18} />
              {filter.kind === 'area' && (
                <>
                  <bdi className="max-w-40 truncate">{nameOfArea(filter.areaId)}</bdi>
                  <span className="font-normal tabular-nums opacity-80">
                    {number(countIn(filter.areaId))}
                  </span>
                </>
              )}
            </button>
          }
        />
      )}
    </div>
  );
}
