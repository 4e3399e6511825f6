import { useCallback, useMemo } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';

/** The ids of the venue's areas in their order, and their names. `undefined` stands for "in no area of this venue". */
export function useAreaNames(): {
  readonly areaIds: readonly string[];
  readonly nameOfArea: (areaId: string | undefined) => string;
} {
  const { t } = useTranslation('presence');
  const localized = useLocalized();
  const areas = useVenue((state) => state.architecture?.areas);
  const names = useMemo(
    () => new Map(areas?.map(({ id, names: texts }) => [id, localized(texts) || id])),
    [areas, localized],
  );
  const areaIds = useMemo(() => [...names.keys()], [names]);
  const nameOfArea = useCallback(
    (areaId: string | undefined) => names.get(areaId ?? '') ?? t('noArea'),
    [names, t],
  );
  return { areaIds, nameOfArea };
}
