import { useOwnProfile } from './useOwnProfile.ts';
import { useProfilePicture } from '../../ui/useProfilePicture.ts';

/** The URL of the user's own small picture; undefined without a user or picture, and while it is loading. */
export function useOwnPicture(userId: string | undefined): string | undefined {
  const generation = useOwnProfile(({ profile }) => profile?.pictureGeneration);
  return useProfilePicture({
    userId: userId ?? '',
    generation: userId === undefined ? undefined : generation,
    size: '96',
  });
}
