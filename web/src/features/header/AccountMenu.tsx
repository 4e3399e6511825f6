/** The account menu: profile, privacy preferences, log out (HEAD-08). */
import shieldIcon from '@phosphor-icons/core/regular/shield-check.svg?raw';
import signOutIcon from '@phosphor-icons/core/regular/sign-out.svg?raw';
import userIcon from '@phosphor-icons/core/regular/user-circle.svg?raw';
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { privacyPreferencesHash } from '../../platform/navigation/guards.ts';
import { openOwnProfile } from '../../platform/profile/profilePanel.ts';
import { useOwnPicture } from '../../platform/profile/useOwnPicture.ts';
import { logOut } from '../../platform/session/logOut.ts';
import { useLoggedInUser } from '../../platform/session/useLoggedInUser.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

function AvatarButton(button: ComponentProps<'button'>) {
  const person = useLoggedInUser();
  const picture = useOwnPicture(person?.userId);
  if (!person) return null;
  const { userId, name, email } = person;
  return (
    <Tooltip text={name === email ? email : `${name}, ${email}`}>
      <button
        type="button"
        data-opens="profile"
        {...button}
        className="press target rounded-full pointer-coarse:p-0.5"
      >
        <Avatar userId={userId} name={name} size={40} picture={picture} className="island" />
      </button>
    </Tooltip>
  );
}

export default function AccountMenu() {
  const { t } = useTranslation();
  const router = useRouter();
  const person = useLoggedInUser();
  const architecture = useVenue((state) => state.architecture);
  if (!person) return null;
  const label = t('account.menu', { name: person.name });
  const hasBanner = (architecture?.cookieBannerConfig.type ?? 'NONE') !== 'NONE';
  const entries = [
    ...(architecture
      ? [{ key: 'profile', icon: userIcon, label: t('account.myProfile'), run: openOwnProfile }]
      : []),
    ...(hasBanner
      ? [
          {
            key: 'privacy',
            icon: shieldIcon,
            label: t('page.privacyPreferences'),
            run: () => void router.navigate({ to: '.', hash: privacyPreferencesHash }),
          },
        ]
      : []),
    { key: 'logout', icon: signOutIcon, label: t('account.logout'), run: () => void logOut() },
  ];
  return (
    <Menu
      label={label}
      trigger={<AvatarButton aria-label={label} />}
      entries={entries.map(({ icon, ...entry }) => ({
        ...entry,
        icon: <Icon svg={icon} size={22} mirror={icon === signOutIcon} />,
      }))}
    />
  );
}
