import { useContext } from 'react';
import { track } from '../../../platform/analytics/track.ts';
import VideoPlayer from '../../../platform/video/VideoPlayer.tsx';
import { WidgetSubject } from '../../host/widgetSubject.ts';
import type { FileEntry } from '../library.ts';
import type { PreviewAccess } from './Preview.tsx';

/** `/backend-assets/live/nightfall/film`, whatever its generation: the server plays the one that the venue shows. */
const videoUrlOf = (uri = ''): string =>
  uri
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(0, 5)
    .join('/');

export default function FilmPreview({
  entry: { asset, name, medium },
  access,
}: {
  readonly entry: FileEntry;
  readonly access: PreviewAccess;
}) {
  const subject = useContext(WidgetSubject);
  return (
    <VideoPlayer
      access={{ ...access, videoUrl: videoUrlOf(asset.uri) }}
      name={name}
      {...(medium.captions && { captions: medium.captions })}
      {...(medium.posterAssetId !== undefined && { posterAssetId: medium.posterAssetId })}
      onPlay={() => track('video', 'access', subject)}
    />
  );
}
