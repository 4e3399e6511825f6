import presentIcon from '@phosphor-icons/core/regular/projector-screen.svg?raw';
import { hasHostRole } from '@foyer/contract';
import { SocialWall } from '../../features/chat/index.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useAreaNavigation, useWidgetPart } from '../../platform/navigation/areaNavigation.ts';
import { useUser } from '../../platform/state/user.ts';
import { Button } from '../../ui/Button.tsx';
import { PanelAside } from '../panel/panelAside.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { Presentation } from './Presentation.tsx';
import { useTexts } from './useTexts.ts';

type Props = Pick<WidgetProps<'SuperEventSocialWallWidget'>, 'widget' | 'configuration' | 'name'>;

/** Our own wall. Hosts can show it on a big screen, in place of the wall in its panel. */
export function OwnWall({ widget, configuration: { wallId, approval = false }, name }: Props) {
  const { t } = useTexts();
  const { openPart, closePart } = useAreaNavigation();
  const { present = false } = useWidgetPart();
  const isHost = useUser(({ roles }) => hasHostRole(roles));
  if (present && isHost)
    return <Presentation widgetId={widget.id} wallId={wallId} name={name} onClose={() => void closePart()} />;
  return (
    <>
      {isHost && (
        <PanelAside>
          <Button
            kind="quiet"
            size="small"
            icon={<Icon svg={presentIcon} size={18} />}
            onClick={() => void openPart({ present: true })}
          >
            {t('present')}
          </Button>
        </PanelAside>
      )}
      <SocialWall wallId={wallId} approval={approval} />
    </>
  );
}
