import VideoPlayer from '../../video/VideoPlayer.tsx';
import type { VideoReference } from '../../video/useVideoAccess.ts';
import type { FileItem } from '../mediaItem.ts';

/** The widget of an item: the server looks the item up there before it lets a film play. */
export type WidgetReference = Omit<VideoReference, 'videoUrl'>;

/** `/backend-assets/live/nightfall/film`, whatever its generation: the server plays the one that the venue shows. */
const videoUrlOf = (uri = ''): string =>
  uri
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(0, 5)
    .join('/');

export default function FilmPreview({
  item: { asset, name, medium, coverAssetId },
  reference,
}: {
  readonly item: FileItem;
  readonly reference: WidgetReference;
}) {
  return (
    <VideoPlayer
      access={{ ...reference, videoUrl: videoUrlOf(asset.uri) }}
      name={name}
      {...(medium.captions && { captions: medium.captions })}
      {...(coverAssetId !== undefined && { posterAssetId: coverAssetId })}
    />
  );
}
