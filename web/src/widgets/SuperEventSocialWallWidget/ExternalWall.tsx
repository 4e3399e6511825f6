import type { LocalizedUri } from '@foyer/contract';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
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
  const slowTexts =
    uri === undefined ? undefined : { title: t('failed'), text: t('failedText', { host: hostOf(uri) }) };
  return <FramedPage {...props} uris={uris} slowTexts={slowTexts} />;
}
