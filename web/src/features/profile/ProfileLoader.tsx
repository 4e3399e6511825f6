/** Opens profiles that the address names; downloads the panel when it first opens. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import type { SearchValues } from '../../platform/navigation/searchParams.ts';
import { openAttendeeProfile } from '../../platform/profile/profilePanel.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useEverTrue } from '../../platform/useEverTrue.ts';

const ProfileHost = lazyOptional(() => import('./ProfileHost.tsx'), ['profile']);

/** A link to a person, `?profile=…`, opens their profile and is then an address like any other. */
function useProfileLink(): void {
  const router = useRouter();
  const asked = useRouterState({
    select: ({ location }): unknown => location.search['profile'],
  });
  const isHere = useUser(({ user }) => user !== null);
  const inVenue = useVenue(({ architecture }) => architecture !== null);
  useEffect(() => {
    if (typeof asked !== 'string' || asked === '' || !isHere || !inVenue) return;
    const without = (search: SearchValues) => ({ ...search, profile: undefined });
    void router
      .navigate({ to: '.', search: without, hash: true, replace: true })
      // A navigation closes what is open: first it, then the profile.
      .then(() => openAttendeeProfile(asked));
  }, [router, asked, isHere, inVenue]);
}

export default function ProfileLoader() {
  useProfileLink();
  const isOpen = useUser((state) => state.profileState !== 'NONE');
  return useEverTrue(isOpen) ? <ProfileHost /> : null;
}
