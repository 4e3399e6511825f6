/** One's own profile at a glance: the face, how complete it is, who sees it. */
import { profileFields, type Architecture, type ProfileData } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Completion } from './Completion.tsx';
import { Face } from './Face.tsx';
import { Networking } from './Networking.tsx';
import { OwnView } from './OwnView.tsx';
import { PictureButton } from './PictureButton.tsx';
import { useFieldLabel } from './profileWords.ts';

/** What was done, said where one comes back to. */
export type Done = 'saved' | 'picture.saved' | 'picture.removed';

export interface OverviewProps {
  readonly profile: ProfileData;
  readonly architecture: Architecture;
  readonly told: Done | undefined;
  readonly onEdit: (field?: string) => void;
  readonly onPicture: () => void;
}

export function Overview({ profile, architecture, told, onEdit, onPicture }: OverviewProps) {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const fields = profileFields(architecture.userProfileAttributes);
  const networking = fields.find(({ kind }) => kind === 'flag');
  return (
    <>
      <Face
        profile={profile}
        action={<PictureButton has={profile.pictureGeneration !== undefined} onClick={onPicture} />}
      />
      <p role="status" className="text-caption text-available">
        {told && t(told)}
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
      <OwnView profile={profile} fields={fields} onEdit={() => onEdit()} />
    </>
  );
}
