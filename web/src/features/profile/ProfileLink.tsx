/** Opens the profile that the URL names. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SearchValues } from '../../platform/navigation/searchParams.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useProfilesModel } from './useProfiles.ts';

/** A link with `?profile=…` opens that profile; the parameter is then removed from the URL. */
function useProfileLink(): void {
  const router = useRouter();
  const { openAttendee } = useProfilesModel();
  const requestedId = useRouterState({
    select: ({ location }): unknown => location.search['profile'],
  });
  const isSignedIn = useUser(({ user }) => user !== null);
  const inVenue = useVenue(({ architecture }) => architecture !== null);
  useEffect(() => {
    if (typeof requestedId !== 'string' || requestedId === '' || !isSignedIn || !inVenue) return;
    const without = (search: SearchValues) => ({ ...search, profile: undefined });
    void router
      .navigate({ to: '.', search: without, hash: true, replace: true })
      // A navigation closes open panels, so the profile is opened after it.
      .then(() => openAttendee(requestedId));
  }, [router, openAttendee, requestedId, isSignedIn, inVenue]);
}

export default function ProfileLink() {
  useProfileLink();
  return null;
}
