import type { LocalizedUri } from '@foyer/contract';
import { useEffect } from 'react';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { useWidgetPart } from '../../platform/navigation/areaNavigation.ts';
import { reloadForPolicy } from '../../platform/venue/reloadForPolicy.ts';
import { FramedPage } from '../frame/FramedPage.tsx';
import { hostOf } from '../host/hostOf.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { useTexts } from './useTexts.ts';

type Props = Pick<WidgetProps<'SuperEventSocialWallWidget'>, 'name' | 'presentation' | 'open'> & {
  readonly uris: readonly LocalizedUri[];
};

/** The wall of another website, in a frame (WALL-05). */
export function ExternalWall({ uris, ...props }: Props) {
  const { t } = useTexts();
  const uri = useLocalizedEntry()(uris)?.uri;
  const { present = false } = useWidgetPart();
  // A big screen has no user who goes to another area or presses the button of the notice. A publication that changes the
  // address mounts the wall again.
  useEffect(() => {
    if (present) reloadForPolicy();
  }, [present]);
  const slowTexts =
    uri === undefined ? undefined : { title: t('failed'), text: t('failedText', { host: hostOf(uri) }) };
  return <FramedPage {...props} uris={uris} slowTexts={slowTexts} />;
}
