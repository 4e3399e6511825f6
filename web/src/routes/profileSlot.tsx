/** The profile that is open, fetched with its texts when one is opened for the first time. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadLateTexts } from '../platform/i18n/i18n.ts';
import { extra } from '../platform/extra.tsx';
import { fetchPiece } from '../platform/fetchPiece.ts';
import type { SearchValues } from '../platform/navigation/searchParams.ts';
import { openAttendeeProfile } from '../platform/profile/profilePanel.ts';
import { useUser } from '../platform/state/user.ts';
import { useVenue } from '../platform/state/venue.ts';

const ProfileHost = extra(async () => {
  const [host] = await Promise.all([
    fetchPiece(() => import('../features/profile/ProfileHost.tsx')),
    loadLateTexts('profile'),
  ]);
  return host;
});

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

export default function ProfileSlot() {
  useProfileLink();
  const isOpen = useUser((state) => state.profileState !== 'NONE');
  const [everOpen, setEverOpen] = useState(isOpen);
  if (isOpen && !everOpen) setEverOpen(true);
  if (!everOpen) return null;
  return <ProfileHost />;
}
