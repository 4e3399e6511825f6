import funnel from '@phosphor-icons/core/regular/funnel-simple.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { usePresence } from '../../platform/state/presence.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Select } from '../../ui/Select.tsx';
import type { Place } from './arrange.ts';
import { useNumber } from './useNumber.ts';

export interface PlaceFilterProps {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
  readonly hereId: string | null;
  /** In the venue's order. */
  readonly areaIds: readonly string[];
  readonly nameOfArea: (areaId: string | undefined) => string;
}

function PlaceChip({ name, count, ...chip }: PlaceChipProps) {
  const number = useNumber();
  return (
    <Chip {...chip}>
      <bdi className="max-w-40 truncate">{name}</bdi>
      <span className="font-normal tabular-nums opacity-80">{number(count)}</span>
    </Chip>
  );
}

interface PlaceChipProps {
  readonly name: string;
  readonly count: number;
  readonly pressed: boolean;
  readonly onPressedChange: () => void;
}

/** Where one looks: here, everywhere, or in one other area. Each with how many people are there. */
export function PlaceFilter({ place, onChange, hereId, areaIds, nameOfArea }: PlaceFilterProps) {
  const { t } = useTranslation('presence');
  const number = useNumber();
  const { total, areas } = usePresence((state) => state.counts);
  const countIn = (areaId: string) => areas.get(areaId) ?? 0;
  const others = areaIds.filter(
    (areaId) =>
      areaId !== hereId && (countIn(areaId) > 0 || (place.kind === 'area' && place.areaId === areaId)),
  );
  return (
    <div role="group" aria-label={t('filter.label')} className="place-filter">
      {hereId !== null && (
        <PlaceChip
          name={nameOfArea(hereId)}
          count={countIn(hereId)}
          pressed={place.kind === 'here'}
          onPressedChange={() => onChange({ kind: 'here' })}
        />
      )}
      <PlaceChip
        name={t('filter.everywhere')}
        count={total}
        pressed={place.kind === 'everywhere'}
        onPressedChange={() => onChange({ kind: 'everywhere' })}
      />
      {others.length > 0 && (
        <Select
          label={t('filter.area')}
          value={place.kind === 'area' ? place.areaId : ''}
          options={others.map((areaId) => ({
            value: areaId,
            label: t('filter.option', { area: nameOfArea(areaId), number: number(countIn(areaId)) }),
          }))}
          onChange={(areaId) => onChange({ kind: 'area', areaId })}
          trigger={
            <button
              type="button"
              data-chosen={place.kind === 'area' || undefined}
              className="area-filter press target"
            >
              <Icon svg={funnel} size={18} />
              {place.kind === 'area' && (
                <>
                  <bdi className="max-w-40 truncate">{nameOfArea(place.areaId)}</bdi>
                  <span className="font-normal tabular-nums opacity-80">{number(countIn(place.areaId))}</span>
                </>
              )}
            </button>
          }
        />
      )}
    </div>
  );
}
