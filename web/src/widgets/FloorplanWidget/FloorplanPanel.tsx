import listBullets from '@phosphor-icons/core/regular/list-bullets.svg?raw';
import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import mapTrifold from '@phosphor-icons/core/regular/map-trifold.svg?raw';
import { useState } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useMedia } from '../../platform/media.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { PanelAside } from '../panel/panelAside.tsx';
import { AreaList } from './AreaList.tsx';
import { AreaSearch } from './AreaSearch.tsx';
import { matchesSearch } from './floorplanAreas.ts';
import { PlanPicture } from './PlanPicture.tsx';
import { PlanRooms } from './PlanRooms.tsx';
import { RoomCards } from './RoomCards.tsx';
import { trackNavigation } from './trackNavigation.ts';
import { useFloorplan } from './useFloorplan.ts';
import { useTexts } from './useTexts.ts';

/** With more areas the panel has a search field. */
const searchAboveCount = 12;

export interface FloorplanPanelProps {
  readonly currentAreaId: string;
}

/** All areas of the venue as a plan or a list, with links (AREA-04). */
export function FloorplanPanel({ currentAreaId }: FloorplanPanelProps) {
  const { t } = useTexts();
  const areas = useFloorplan(currentAreaId);
  const phone = useMedia('phone');
  const [view, setView] = useState<'plan' | 'list'>('plan');
  const [typed, setTyped] = useState('');
  const pictureId = useVenue((state) => state.architecture?.floorplan?.assetId);
  const picture = useVenue((state) => (pictureId === undefined ? undefined : state.assets.get(pictureId)));
  const [pictureFailed, setPictureFailed] = useState(false);
  const found = areas.filter(({ name }) => matchesSearch(name, typed));
  const searching = typed.trim() !== '';

  if (areas.length === 0) {
    return <Statement svg={mapTrifold} level={3} title={t('empty')} text={t('emptyHint')} />;
  }
  return (
    <div className="@container px-4.5 pb-5 max-tablet:px-4">
      <PanelAside>
        <span className="text-caption text-ink-2 ms-3 me-auto max-tablet:hidden">
          {t('areas', { count: areas.length })}
        </span>
        <Segments
          label={t('view')}
          value={view}
          onChange={setView}
          {...(phone && { labelClassName: 'hidden' })}
          className="h-12! bg-ink/6 shadow-none backdrop-filter-none"
          segments={[
            { value: 'plan', label: t('plan'), icon: <Icon svg={mapTrifold} size={18} /> },
            { value: 'list', label: t('list'), icon: <Icon svg={listBullets} size={18} /> },
          ]}
        />
      </PanelAside>
      {areas.length > searchAboveCount && <AreaSearch typed={typed} onType={setTyped} found={found.length} />}
      {found.length === 0 ? (
        <Statement
          svg={magnifyingGlass}
          level={3}
          title={t('none', { typed: typed.trim() })}
          text={t('noneHint')}
          action={<Button onClick={() => setTyped('')}>{t('showAll')}</Button>}
        />
      ) : view === 'list' || searching ? (
        <AreaList areas={found} />
      ) : (
        <>
          {picture && !pictureFailed ? (
            <PlanPicture
              areas={areas}
              picture={picture}
              hasCards
              onNavigate={trackNavigation}
              onFailure={() => setPictureFailed(true)}
            />
          ) : (
            <PlanRooms areas={areas} />
          )}
          <RoomCards areas={areas} />
        </>
      )}
    </div>
  );
}
