/** The account menu (HEAD-08), with the entries that features add. */
import type { ComponentProps } from 'react';
import { isolate } from '../../platform/i18n/texts.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useOwnPicture } from '../session/index.ts';
import { useDesignerRole } from '../../platform/state/useDesignerRole.ts';
import { useLoggedInUser } from '../../platform/state/useLoggedInUser.ts';
import { useAccountEntries } from '../../extensions/accountMenu.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { RoleTag } from '../../ui/RoleTag.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

function AvatarButton(button: ComponentProps<'button'>) {
  const { language } = useTranslation();
  const user = useLoggedInUser();
  const picture = useOwnPicture(user?.userId);
  if (!user) return null;
  const { userId, name, email } = user;
  return (
    <Tooltip text={name === email ? email : `${isolate(name, language)}, ${email}`}>
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
  const user = useLoggedInUser();
  const entries = useAccountEntries();
  const role = useDesignerRole();
  if (!user) return null;
  const label = t('account.menu', { name: user.name });
  return (
    <Menu
      label={label}
      trigger={<AvatarButton aria-label={label} />}
      {...(role && {
        heading: (
          <span className="flex max-w-80 items-center gap-3 px-3 pt-1 pb-2 text-name font-strong">
            <bdi className="min-w-0 truncate">{user.name}</bdi>
            <RoleTag />
          </span>
        ),
      })}
      entries={entries.map(({ icon, isMirrored = false, ...entry }) => ({
        ...entry,
        icon: <Icon svg={icon} size={22} mirror={isMirrored} />,
      }))}
    />
  );
}
