import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import flagCheckered from '@phosphor-icons/core/regular/flag-checkered.svg?raw';
import linkBreak from '@phosphor-icons/core/regular/link-break.svg?raw';
import videoConference from '@phosphor-icons/core/regular/video-conference.svg?raw';
import { meetingLinkOf, meetingProviders } from '@foyer/contract/widgets/meetingLinks';
import { useContext, useEffect, useState } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { hasSessionMark } from '../../platform/session/sessionMark.ts';
import { useHasSession, useUser } from '../../platform/state/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { useMeetingPhase } from '../meeting/meetingPhase.ts';
import { useBeginText } from '../meeting/useBeginText.ts';
import { useTexts as useMeetingTexts } from '../meeting/useTexts.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { FullPageLink } from './FullPageLink.tsx';
import { MeetingNotice } from './MeetingNotice.tsx';
import { MeetingPlace } from './meetingPlace.ts';
import { MeetingRoom } from './MeetingRoom.tsx';
import { endFullScreen } from './MeetingTools.tsx';
import { useDisplayName } from './useDisplayName.ts';
import { useTexts } from './useTexts.ts';
import { wherebyUrl } from './wherebyUrl.ts';

type Props = WidgetProps<'WherebyMeetingWidget'>;

const provider = meetingProviders.WherebyMeetingWidget.name;

/** A Whereby meeting in a panel of the area, or on a page of its own (WIDGET-18). */
export default function WherebyMeetingWidget(props: Props) {
  const userId = useUser((state) => state.user?.userId);
  if (props.presentation === 'embedded') return <OpenButton {...props} />;
  // Another user does not take over the meeting of the one before.
  return <Meeting key={userId} {...props} />;
}

/** In the picture: a meeting there would end with each turn of the view, so that it opens in a panel. */
function OpenButton({ widget, name, open }: Props) {
  const { t } = useTranslation('widgets');
  const verb = t('verbs.join');
  return (
    <button
      type="button"
      data-opens={widget.id}
      aria-haspopup="dialog"
      aria-label={t('verbAndName', { verb, name })}
      onClick={open}
      className="island press flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-2 overflow-hidden rounded-field px-3"
    >
      <Icon svg={videoConference} size={20} />
      <span dir="auto" className="min-w-0 text-name font-strong [overflow-wrap:anywhere]">
        {name}
      </span>
      <span className="w-full text-caption text-ink-2">{verb}</span>
    </button>
  );
}

/** A room that the user has entered. Changes of the configuration or of the language affect the next one only. */
interface Visit {
  readonly count: number;
  readonly configId: string;
  readonly link: string;
  readonly url: string;
}

function Meeting({ widget, configuration, name, areaId, close }: Props) {
  const { t } = useTexts();
  const { t: shared } = useMeetingTexts();
  const place = useContext(MeetingPlace);
  const { language } = useLanguage();
  const displayName = useDisplayName(configuration.cookieProviders);
  const phase = useMeetingPhase(configuration);
  const beginText = useBeginText();
  const link = meetingLinkOf(configuration);
  const room =
    phase.kind === 'open' && link !== undefined
      ? { configId: configuration.id, link, url: wherebyUrl(link, configuration, { displayName, language }) }
      : undefined;
  const [visit, setVisit] = useState<Visit>();
  // Who opens the page of a meeting, or reloads it, wants to be in the meeting. The session has the name of a user.
  const [joinsAtOnce, setJoinsAtOnce] = useState(place === 'page' && room !== undefined);
  const isNameKnown = useHasSession() || !hasSessionMark();
  useEffect(() => endFullScreen, []);
  if (joinsAtOnce && isNameKnown && room) {
    setJoinsAtOnce(false);
    setVisit({ ...room, count: 0 });
  }
  if (visit)
    return (
      <MeetingRoom
        key={visit.count}
        link={visit.link}
        url={visit.url}
        name={name}
        // By now another meeting may have begun here.
        end={widget.configurations.find(({ id }) => id === visit.configId)?.end}
        rejoin={room && (() => setVisit({ ...room, count: visit.count + 1 }))}
        close={close}
      />
    );
  if (phase.kind === 'over')
    return (
      <MeetingNotice>
        <Statement svg={flagCheckered} level={3} title={shared('over')} text={shared('with', { provider })} />
      </MeetingNotice>
    );
  if (phase.kind === 'before')
    return (
      <MeetingNotice>
        <div role="timer">
          <Statement svg={clock} level={3} title={beginText(phase)} text={t('before')} />
        </div>
      </MeetingNotice>
    );
  if (room === undefined)
    return (
      <MeetingNotice>
        <Statement svg={linkBreak} level={3} title={shared('noLinkTitle')} text={shared('noLinkText')} />
      </MeetingNotice>
    );
  return (
    <MeetingNotice>
      <Statement
        svg={videoConference}
        level={3}
        title={t(configuration.hostMeetingUrl === undefined ? 'ready.title' : 'ready.host')}
        text={displayName === '' ? t('ready.text') : t('ready.as', { name: displayName })}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => setVisit({ ...room, count: 0 })}>
              {t(place === 'page' ? 'join' : 'joinHere')}
            </Button>
            {place === 'panel' && (
              <FullPageLink areaId={areaId} widgetId={widget.id} configId={configuration.id} />
            )}
          </div>
        }
      />
    </MeetingNotice>
  );
}
