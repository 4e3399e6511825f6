import { useOwnProfile } from '../session/ownProfile.ts';
import { usePicture } from './usePicture.ts';

/** The address of one's own small picture; undefined while one is nobody, has none, or it is on its way. */
export function useOwnPicture(userId: string | undefined): string | undefined {
  const generation = useOwnProfile(({ profile }) => profile?.pictureGeneration);
  return usePicture({
    userId: userId ?? '',
    generation: userId === undefined ? undefined : generation,
    size: '96',
  });
}
