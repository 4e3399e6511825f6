/** A meeting that runs in the page: before it, what the user joins; then the room. */
import videoConference from '@phosphor-icons/core/regular/video-conference.svg?raw';
import {
  meetingProviders,
  type MeetingLinks,
  type MeetingWidgetType,
} from '@foyer/contract/widgets/meetingLinks';
import { useContext, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useHasSession } from '../../platform/state/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { useMeetingPhase, type MeetingWindow } from '../tabMeeting/meetingPhase.ts';
import { TabMeeting } from '../tabMeeting/TabMeeting.tsx';
import { MeetingNotice } from './MeetingNotice.tsx';
import { MeetingPlace } from './meetingPlace.ts';
import { endFullScreen } from './MeetingTools.tsx';
import { useTexts } from './useTexts.ts';

export interface RoomProps<R> {
  /** What the user has entered. It stays the same until the user joins again. */
  readonly visit: R;
  /** The widget's name. */
  readonly name: string;
  readonly end: string | undefined;
  /** Enters the room again; undefined while the meeting is not open. */
  readonly rejoin: (() => void) | undefined;
  /** Leads back to the area. */
  readonly close: () => void;
}

type Configuration = MeetingLinks & MeetingWindow & { readonly id: string };

interface Props<R> extends Pick<RoomProps<R>, 'name' | 'close'> {
  readonly type: MeetingWidgetType;
  readonly configuration: Configuration;
  /** All configurations of the widget. */
  readonly configurations: readonly Configuration[];
  /** What the user enters while the meeting is open; undefined if there is nothing to enter. */
  readonly room: R | undefined;
  /** The user's name in the meeting. */
  readonly displayName: string;
  /** Beside the button that joins. */
  readonly otherWay?: ReactNode;
  readonly Room: ComponentType<RoomProps<R>>;
}

/** A room that the user has entered. Changes of the configuration or of the language affect the next one only. */
interface Visit<R> {
  readonly count: number;
  readonly configId: string;
  readonly room: R;
}

export function Meeting<R>({
  type,
  configuration,
  configurations,
  room,
  displayName,
  otherWay,
  name,
  close,
  Room,
}: Props<R>) {
  const { t } = useTexts();
  const provider = meetingProviders[type].name;
  const place = useContext(MeetingPlace);
  const phase = useMeetingPhase(configuration);
  const openRoom = phase.kind === 'open' ? room : undefined;
  const [visit, setVisit] = useState<Visit<R>>();
  const enter = (entered: R, count: number): void =>
    setVisit({ count, configId: configuration.id, room: entered });
  // Who opens the page of a meeting, or reloads it, wants to be in the meeting.
  const [joinsAtOnce] = useState(place === 'page' && openRoom !== undefined);
  // The session has the name of a user and the number of a guest. Without one, the button joins.
  const isNameKnown = useHasSession();
  useEffect(() => endFullScreen, []);
  if (joinsAtOnce && isNameKnown && openRoom !== undefined && !visit) enter(openRoom, 0);
  if (visit)
    return (
      <Room
        key={visit.count}
        visit={visit.room}
        name={name}
        // By now another meeting may have begun here.
        end={configurations.find(({ id }) => id === visit.configId)?.end}
        rejoin={openRoom === undefined ? undefined : () => enter(openRoom, visit.count + 1)}
        close={close}
      />
    );
  // Says when it opens, that it is over, or that it has no link.
  if (openRoom === undefined)
    return (
      <MeetingNotice>
        <TabMeeting type={type} configuration={configuration} presentation="panel" name={name} />
      </MeetingNotice>
    );
  return (
    <MeetingNotice>
      <Statement
        svg={videoConference}
        level={3}
        title={t(configuration.hostMeetingUrl === undefined ? 'ready.title' : 'ready.host')}
        text={
          displayName === '' ? t('ready.text', { provider }) : t('ready.as', { provider, name: displayName })
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => enter(openRoom, 0)}>{t(place === 'page' ? 'join' : 'joinHere')}</Button>
            {otherWay}
          </div>
        }
      />
    </MeetingNotice>
  );
}
