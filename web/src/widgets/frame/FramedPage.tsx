import type { FramePermission, LocalizedUri } from '@foyer/contract';
import { embedOf } from '@foyer/contract/embeds';
import { framePermissionsOf } from '@foyer/contract/widget';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { NoAddress } from '../noAddress/NoAddress.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import type { Presentation } from '../registry/widgetProps.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { RefusedNotice, type SlowTexts } from './FrameNotice.tsx';

interface Props {
  readonly uris: readonly LocalizedUri[];
  /** Features that the designer allows, beside those that the provider needs. */
  readonly allow?: readonly FramePermission[] | undefined;
  readonly name: string;
  readonly presentation: Presentation;
  readonly open: () => void;
  readonly slowTexts?: SlowTexts | undefined;
}

/** A page of another website in the current language, or a link to it if it cannot be shown in a frame. */
export function FramedPage({ uris, allow, name, presentation, open, slowTexts }: Props) {
  const uri = useLocalizedEntry()(uris);
  const trackAccess = useTrackAccess();
  if (!uri) return <NoAddress presentation={presentation} name={name} />;
  const embed = embedOf(uri.uri);
  if (!embed || new URL(embed.url).origin === location.origin)
    return <RefusedNotice address={uri.uri} presentation={presentation} />;
  return (
    <EmbedFrame
      url={embed.url}
      address={uri.uri}
      name={name}
      sandbox={embed.sandbox}
      permissions={framePermissionsOf([uri], allow)}
      presentation={presentation}
      open={open}
      slowTexts={slowTexts}
      onShow={trackAccess}
    />
  );
}
