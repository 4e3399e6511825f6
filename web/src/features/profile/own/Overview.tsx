/** The user's own profile: summary, completion, networking and details. */
import { profileFields, type Architecture, type ProfileData } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Completion } from './Completion.tsx';
import { ProfileSummary } from '../ProfileSummary.tsx';
import { Networking } from './Networking.tsx';
import { OwnDetails } from './OwnDetails.tsx';
import { PictureButton } from './PictureButton.tsx';
import { RoleTag } from '../../../ui/RoleTag.tsx';
import { useFieldLabel } from '../profileTexts.ts';

/** What has just been saved: the text key of the message. */
export type SavedChange = 'saved' | 'picture.saved' | 'picture.removed';

export interface OverviewProps {
  readonly profile: ProfileData;
  readonly architecture: Architecture;
  readonly savedChange: SavedChange | undefined;
  readonly onEdit: (field?: string) => void;
  readonly onPicture: () => void;
}

export function Overview({ profile, architecture, savedChange, onEdit, onPicture }: OverviewProps) {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const fields = profileFields(architecture.userProfileAttributes);
  const networking = fields.find(({ kind }) => kind === 'flag');
  return (
    <>
      <ProfileSummary
        profile={profile}
        action={<PictureButton hasPicture={profile.pictureGeneration !== undefined} onClick={onPicture} />}
      >
        <RoleTag />
      </ProfileSummary>
      <p role="status" className="text-caption text-available">
        {savedChange && t(savedChange)}
      </p>
      <Completion
        profile={profile}
        fields={fields}
        onAdd={(part) => (part === 'picture' ? onPicture() : onEdit(part))}
      />
      {networking && (
        <Networking
          architectureId={architecture.id}
          open={profile.attributes['openForNetworking'] === true}
          label={label(networking)}
          editable={networking.editable}
        />
      )}
      <OwnDetails profile={profile} fields={fields} onEdit={() => onEdit()} />
    </>
  );
}
