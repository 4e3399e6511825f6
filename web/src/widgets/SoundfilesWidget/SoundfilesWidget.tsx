import musicNotes from '@phosphor-icons/core/regular/music-notes.svg?raw';
import { useContext, useMemo } from 'react';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import type { Playlist } from '../../platform/sound/soundState.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { LongList } from '../../ui/LongList.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { WidgetSubject } from '../host/widgetSubject.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { SoundRow } from './SoundRow.tsx';
import { useLengths } from './useLengths.ts';
import { useTexts } from './useTexts.ts';

/** Pixels: a name of two lines and a status below it. */
const rowHeight = 68;

/** A playlist. What plays goes on when it is closed and in other areas (WIDGET-11). */
export default function SoundfilesWidget(props: WidgetProps<'SoundfilesWidget'>) {
  const { t } = useTexts();
  const { widget, name, configuration, presentation, areaId } = props;
  const { sounds } = configuration;
  const subject = useContext(WidgetSubject);
  const architectureId = useVenue(({ architecture }) => architecture?.id ?? '');
  const playlist = useMemo<Playlist>(
    () => ({
      id: `${areaId} ${widget.id}`,
      architectureId,
      names: widget.names,
      name,
      sounds,
      subject,
    }),
    [areaId, architectureId, widget, name, sounds, subject],
  );
  const entry = useLocalizedEntry();
  const assets = useVenue((venue) => venue.assets);
  const uris = useMemo(
    () => sounds.map((sound) => assets.get(entry(sound.assets)?.assetId ?? '')?.uri),
    [sounds, assets, entry],
  );
  const rowRef = useLengths(uris);
  const rows = useMemo(() => sounds.map((sound, index) => ({ sound, index })), [sounds]);
  const content =
    sounds.length === 0 ? (
      <div data-panel-statement>
        <Statement svg={musicNotes} level={3} title={t('empty')} text={t('emptyText')} />
      </div>
    ) : (
      <LongList
        items={rows}
        keyOf={({ sound }) => sound.id}
        rowHeight={rowHeight}
        className="grid grid-cols-[minmax(0,1fr)]"
      >
        {({ index }) => <SoundRow playlist={playlist} index={index} uri={uris[index]} rowRef={rowRef} />}
      </LongList>
    );
  if (presentation === 'embedded')
    return <div className="panel size-full overflow-y-auto rounded-card p-2">{content}</div>;
  return <div className="px-3 pb-3">{content}</div>;
}
