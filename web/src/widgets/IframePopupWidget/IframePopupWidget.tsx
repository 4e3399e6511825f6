import { embedOf } from '@foyer/contract/embeds';
import { framePermissionsOf } from '@foyer/contract/widget';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { EmbedFrame } from '../frame/EmbedFrame.tsx';
import { RefusedNotice } from '../frame/FrameNotice.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** A page of another website, by language (WIDGET-04). */
export default function IframePopupWidget(props: WidgetProps<'IframePopupWidget'>) {
  const { name, presentation, configuration, open } = props;
  const uri = useLocalizedEntry()(configuration.uris);
  const trackAccess = useTrackAccess();
  // The error boundary around every widget shows the failure.
  if (!uri) throw new Error('The configuration has no address.');
  const embed = embedOf(uri.uri);
  if (!embed || new URL(embed.url).origin === location.origin)
    return <RefusedNotice address={uri.uri} presentation={presentation} />;
  return (
    <EmbedFrame
      url={embed.url}
      address={uri.uri}
      name={name}
      sandbox={embed.sandbox}
      permissions={framePermissionsOf([uri], configuration.allow)}
      presentation={presentation}
      open={open}
      onShow={trackAccess}
    />
  );
}
