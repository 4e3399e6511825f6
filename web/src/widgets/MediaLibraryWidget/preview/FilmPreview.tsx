import VideoPlayer from '../../video/VideoPlayer.tsx';
import type { VideoReference } from '../../video/useVideoAccess.ts';
import type { FileEntry } from '../library.ts';

/** Where the entry is: the server looks it up there before it lets a film play. */
export type LibraryReference = Omit<VideoReference, 'videoUrl'>;

/** `/backend-assets/live/nightfall/film`, whatever its generation: the server plays the one that the venue shows. */
const videoUrlOf = (uri = ''): string =>
  uri
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(0, 5)
    .join('/');

export default function FilmPreview({
  entry: { asset, name, medium },
  library,
}: {
  readonly entry: FileEntry;
  readonly library: LibraryReference;
}) {
  return (
    <VideoPlayer
      access={{ ...library, videoUrl: videoUrlOf(asset.uri) }}
      name={name}
      {...(medium.captions && { captions: medium.captions })}
      {...(medium.posterAssetId !== undefined && { posterAssetId: medium.posterAssetId })}
    />
  );
}
