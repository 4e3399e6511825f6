import { useAreaNavigation } from '../../platform/navigation/areaNavigation.ts';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { WidgetContent } from './WidgetContent.tsx';

const nothing = (): void => undefined;

/** The content of a widget embedded in the picture. It fills the box that the picture provides (AREA-09 EMBEDDED). */
export function EmbeddedWidget({
  active,
  areaId,
}: {
  readonly active: ActiveWidget;
  readonly areaId: string;
}) {
  const { openWidget } = useAreaNavigation();
  return (
    <WidgetContent
      active={active}
      areaId={areaId}
      presentation="embedded"
      open={() => void openWidget(active.widget.id)}
      close={nothing}
    />
  );
}
