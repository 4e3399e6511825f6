/** The open profile, as a side panel (PROFILE-01). */
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useIsOverList, useSidePanelsModel } from '../../platform/sidePanels.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { SlotPanel } from '../../ui/SlotPanel.tsx';
import { AttendeeProfile } from './AttendeeProfile.tsx';
import { OwnProfilePanel } from './own/OwnProfilePanel.tsx';
import { panelGlow, profileOpener } from './panelProps.ts';
import { PanelBar } from './PanelBar.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { nameOf } from './profileTexts.ts';
import { useProfiles, useProfilesModel } from './useProfiles.ts';

function AttendeePanel() {
  const { t } = useTranslation('profile');
  const isOverList = useIsOverList();
  const { close } = useProfilesModel();
  const { closeAll } = useSidePanelsModel();
  const { attendee, attendeeId } = useProfiles((profiles) => profiles);
  const label = attendee ? t('panel.attendee', { name: nameOf(attendee) }) : t('panel.loading');
  return (
    <SlotPanel
      id="profile"
      label={label}
      onClose={close}
      opener={profileOpener}
      style={panelGlow(attendeeId ?? '')}
    >
      <PanelBar onBack={isOverList ? close : undefined} backLabel={t('backToList')} onClose={closeAll} />
      {attendee ? <AttendeeProfile profile={attendee} /> : <ProfileSkeleton />}
    </SlotPanel>
  );
}

export default function ProfileHost() {
  const state = useUser((user) => user.profileState);
  const userId = useUser(({ user }) => user?.userId);
  const architecture = useVenue((venue) => venue.architecture);
  if (!architecture || userId === undefined || state === 'NONE') return null;
  if (state === 'OWN') return <OwnProfilePanel key={userId} userId={userId} architecture={architecture} />;
  return <AttendeePanel />;
}
