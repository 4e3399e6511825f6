/** The profile that is open, fetched with its texts when one is opened for the first time. */
import { lazy, Suspense, useState } from 'react';
import { loadLateTexts } from '../platform/i18n/i18n.ts';
import { useUser } from '../platform/state/user.ts';

const ProfileHost = lazy(async () => {
  const [host] = await Promise.all([import('../features/profile/ProfileHost.tsx'), loadLateTexts('profile')]);
  return host;
});

export function ProfileSlot() {
  const isOpen = useUser((state) => state.profileState !== 'NONE');
  const [everOpen, setEverOpen] = useState(isOpen);
  if (isOpen && !everOpen) setEverOpen(true);
  if (!everOpen) return null;
  return (
    <Suspense fallback={null}>
      <ProfileHost />
    </Suspense>
  );
}
