/** A film on Vimeo in its card, once its providers are accepted. The other cards do not need them. */
import { useIsProviderAllowed } from '../../platform/consent/useIsProviderAllowed.ts';
import { widgetSettings } from '../../platform/venue/widgetSettings.ts';
import BlockedContent from '../blocked/BlockedContent.tsx';
import type { WidgetReference } from '../media/preview/FilmPreview.tsx';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import VideoPlayer from '../video/VideoPlayer.tsx';
import VimeoFrame from '../video/VimeoFrame.tsx';
import styles from './cardView.module.css';

export interface OutsideFilmProps {
  readonly name: string;
  readonly address: string;
  readonly active: ActiveWidget<'MediaBoardWidget'>;
  readonly reference: WidgetReference;
}

const nothing = (): void => undefined;

export default function OutsideFilm({ name, address, active, reference }: OutsideFilmProps) {
  const isAllowed = useIsProviderAllowed();
  const blocked = active.configuration.cookieProviders.filter((provider) => !isAllowed(provider));
  if (blocked.length > 0)
    return (
      <div className={styles.outside}>
        <BlockedContent active={active} providers={blocked} presentation="panel" open={nothing} />
      </div>
    );
  return (
    <div className={styles.outside}>
      {widgetSettings().vimeoStreams ? (
        <VideoPlayer access={{ ...reference, videoUrl: address }} name={name} />
      ) : (
        <VimeoFrame
          address={address}
          name={name}
          presentation="panel"
          autoplay={false}
          captions={false}
          open={nothing}
        />
      )}
    </div>
  );
}
