import type { CSSProperties, ReactNode } from 'react';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import type { NamedArea } from './useFloorplan.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly area: NamedArea;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** The way into an area. Its name says where it leads, or that one is there already. */
export function FloorplanLink({ area: { area, name, isHere }, ...rest }: Props) {
  const { t } = useTexts();
  return (
    <AreaLink
      areaId={area.id}
      aria-label={t(isHere ? 'hereNamed' : 'goTo', { name })}
      aria-current={isHere ? 'location' : undefined}
      {...rest}
    />
  );
}
