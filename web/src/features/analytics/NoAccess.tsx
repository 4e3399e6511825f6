import arrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?raw';
import lockIcon from '@phosphor-icons/core/regular/lock.svg?raw';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { routeNames } from '../../platform/navigation/routeNames.ts';
import { Statement } from '../../ui/Statement.tsx';

/** For users without the role who open the address of the page. */
export function NoAccess() {
  const { t } = useTranslation('analytics');
  const { t: shell } = useTranslation();
  return (
    <Statement
      svg={lockIcon}
      level={1}
      title={t('noAccess.title')}
      text={t('noAccess.text')}
      action={
        <Link
          to={routeNames.FallbackToDefaultArea}
          className="press inline-flex min-h-11 items-center gap-2 rounded-full bg-secondary px-5 text-button font-strong text-on-secondary hover:brightness-110"
        >
          <Icon svg={arrowLeft} size={18} mirror />
          {shell('page.returnToArea')}
        </Link>
      }
    />
  );
}
