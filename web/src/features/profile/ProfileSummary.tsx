import crownIcon from '@phosphor-icons/core/regular/crown-simple.svg?raw';
import handshake from '@phosphor-icons/core/regular/handshake.svg?raw';
import type { ProfileData } from '@foyer/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useProfilePicture } from '../../ui/useProfilePicture.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { nameOf, useRoleLine } from './profileTexts.ts';

export interface ProfileSummaryProps {
  readonly profile: ProfileData;
  /** An element beside the picture, for the owner's actions. */
  readonly action?: ReactNode;
  /** The first tags. */
  readonly children?: ReactNode;
}

/** Picture, name, role and tags of a user. */
export function ProfileSummary({ profile, action, children }: ProfileSummaryProps) {
  const { t } = useTranslation('profile');
  const roleLine = useRoleLine();
  const { userId, pictureGeneration: generation, isHost } = profile;
  const picture = useProfilePicture({ userId, generation, size: '512' });
  const name = nameOf(profile);
  const role = roleLine(profile);
  const open = profile.attributes['openForNetworking'] === true;
  return (
    <div className="flex flex-col">
      <div className="relative w-fit">
        <Avatar userId={userId} name={name} size={104} picture={picture} />
        {action}
      </div>
      <h2 tabIndex={-1} className="title-font mt-4 text-[2rem] leading-9 [overflow-wrap:anywhere]">
        <bdi>{name || t('nameless')}</bdi>
      </h2>
      {role && (
        <p className="mt-1 text-body text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{role}</bdi>
        </p>
      )}
      {(isHost || open || children) && (
        <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {children}
          {isHost && (
            <Tag className="h-8 border-field-line">
              <Icon svg={crownIcon} size={16} />
              {t('host')}
            </Tag>
          )}
          {open && (
            <Tag className="h-8 border-field-line">
              <Icon svg={handshake} size={16} />
              {t('open')}
            </Tag>
          )}
        </p>
      )}
    </div>
  );
}
