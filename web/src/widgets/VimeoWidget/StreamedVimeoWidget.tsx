import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import VideoPlayer from '../video/VideoPlayer.tsx';
import { filmOf } from './filmOf.ts';

/** A film on Vimeo in this page's own player, if the server gets its stream, else in Vimeo's (CALL-11). */
export default function StreamedVimeoWidget(props: WidgetProps<'VimeoWidget'>) {
  const { widget, configuration, areaId } = props;
  const { captions, ...film } = filmOf(props);
  const videoUrl = useLocalizedEntry()(configuration.uris)?.uri ?? '';
  return (
    <VideoPlayer
      {...film}
      access={{ areaId, widgetId: widget.id, configId: configuration.id, videoUrl }}
      showsCaptions={captions}
      {...(configuration.posterAssetId !== undefined && { posterAssetId: configuration.posterAssetId })}
    />
  );
}
