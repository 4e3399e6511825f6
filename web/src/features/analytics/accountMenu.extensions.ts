/** The menu entry that leads hosts and administrators to the figures. */
import chartIcon from '@phosphor-icons/core/regular/chart-line-up.svg?raw';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useVenue } from '../../platform/state/venue.ts';
import type { AccountEntry, AccountMenuExtensions } from '../../extensions/accountMenu.ts';
import { useFiguresRole } from './useFiguresRole.ts';

function useFiguresEntry(): AccountEntry | undefined {
  const { t } = useTranslation();
  const router = useRouter();
  const role = useFiguresRole();
  const architectureId = useVenue(({ architecture }) => architecture?.id);
  if (!role || architectureId === undefined) return undefined;
  return {
    key: 'figures',
    icon: chartIcon,
    label: t('page.figures'),
    run: () => void router.navigate({ to: '/v/$architectureId/figures', params: { architectureId } }),
  };
}

export const extensions: AccountMenuExtensions = { entries: [{ order: 14, useEntry: useFiguresEntry }] };
