import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import type { FloorplanArea } from './useFloorplan.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly area: FloorplanArea;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A link to an area. Its accessible name says where it leads, or that the area is the current one. */
export function FloorplanLink({ area: { area, name, isCurrent }, ...rest }: Props) {
  const { t } = useTexts();
  const { t: areaText } = useTranslation('area');
  return (
    <AreaLink
      areaId={area.id}
      aria-label={isCurrent ? t('hereNamed', { name }) : areaText('goInNamed', { name })}
      aria-current={isCurrent ? 'location' : undefined}
      {...rest}
    />
  );
}
