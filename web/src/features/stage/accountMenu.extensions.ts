/** The way of designers and administrators to the stage, and back to the live venue. */
import broadcastIcon from '@phosphor-icons/core/regular/broadcast.svg?raw';
import stageIcon from '@phosphor-icons/core/regular/paint-brush.svg?raw';
import { operatingMode } from '../../platform/base.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useOtherModeUrl } from '../../platform/navigation/useOtherModeUrl.ts';
import { useDesignerRole } from '../../platform/state/useDesignerRole.ts';
import { useLiveUrl } from './liveUrl.ts';
import type { AccountEntry, AccountMenuExtensions } from '../../extensions/accountMenu.ts';

function useOtherModeEntry(): AccountEntry | undefined {
  const { t } = useTranslation();
  const otherModeUrl = useOtherModeUrl();
  const liveUrl = useLiveUrl();
  const role = useDesignerRole();
  if (!role) return undefined;
  const isStage = operatingMode === 'STAGE';
  return {
    key: 'otherMode',
    icon: isStage ? broadcastIcon : stageIcon,
    label: t(isStage ? 'account.toLive' : 'account.toStage'),
    run: () => location.assign(isStage ? liveUrl : otherModeUrl),
  };
}

export const extensions: AccountMenuExtensions = { entries: [{ order: 15, useEntry: useOtherModeEntry }] };
