import { useAreaNavigation } from '../platform/navigation/areaSearch.ts';
import type { ActiveWidget } from './activeWidgets.ts';
import { WidgetContent } from './WidgetContent.tsx';

const nothing = (): void => undefined;

/** A widget's content in the picture itself. It fills the box that the picture gives it (AREA-09 EMBEDDED). */
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
