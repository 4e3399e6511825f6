import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import type { NamedArea } from './useFloorplan.ts';

interface Props {
  readonly area: NamedArea;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** The way into an area. Its name says where it leads, or that one is there already. */
export function FloorplanLink({ area: { area, name, isHere }, ...rest }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <AreaLink
      areaId={area.id}
      aria-label={t(isHere ? 'floorplan.hereNamed' : 'floorplan.goTo', { name })}
      aria-current={isHere ? 'location' : undefined}
      {...rest}
    />
  );
}
