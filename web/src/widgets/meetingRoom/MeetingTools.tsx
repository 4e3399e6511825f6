import arrowClockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?raw';
import arrowsIn from '@phosphor-icons/core/regular/arrows-in-simple.svg?raw';
import arrowsOut from '@phosphor-icons/core/regular/arrows-out-simple.svg?raw';
import { useRef } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useFullScreen } from '../../platform/useFullScreen.ts';
import { Button } from '../../ui/Button.tsx';
import { OpenInNewTab } from '../host/OpenInNewTab.tsx';
import { useTexts } from './useTexts.ts';

/** Ends the full screen of a meeting. */
export function endFullScreen(): void {
  if (document.fullscreenElement === document.documentElement)
    document.exitFullscreen().catch(() => undefined);
}

/** The tools of a narrow panel, for example beside the chat, show their icons only. */
const labelClasses = 'whitespace-nowrap @max-[720px]:sr-only';

interface Props {
  /** The link of the meeting, if the user has one. */
  readonly link: string | undefined;
  readonly rejoin: (() => void) | undefined;
}

/** The full screen is that of the whole page, so that dialogs and messages stay visible; `meetingRoom.module.css` enlarges the panel. */
export function MeetingTools({ link, rejoin }: Props) {
  const { t } = useTexts();
  const page = useRef(document.documentElement);
  const { toggle, isOn } = useFullScreen(page);
  return (
    <>
      {link !== undefined && <OpenInNewTab href={link} kind="tool" labelClass={labelClasses} />}
      {rejoin && (
        <Button size="small" kind="quiet" icon={<Icon svg={arrowClockwise} size={18} />} onClick={rejoin}>
          <span className={labelClasses}>{t('rejoin')}</span>
        </Button>
      )}
      {toggle && (
        <Button
          size="small"
          kind="quiet"
          icon={<Icon svg={isOn ? arrowsIn : arrowsOut} size={18} />}
          onClick={toggle}
        >
          <span className={labelClasses}>{t(isOn ? 'endFullScreen' : 'fullScreen')}</span>
        </Button>
      )}
    </>
  );
}
