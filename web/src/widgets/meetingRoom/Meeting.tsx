/** A meeting that runs in the page: before it, what the user joins; then the room. */
import {
  meetingProviders,
  type MeetingLinks,
  type MeetingWidgetType,
} from '@foyer/contract/widgets/meetingLinks';
import { useContext, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { moveFocusOutOf } from '../host/moveFocusOutOf.ts';
import { useMeetingPhase, type MeetingWindow } from '../meeting/meetingPhase.ts';
import { MeetingStatus } from '../meeting/MeetingStatus.tsx';
import { useMeetingStatement } from '../meeting/useMeetingStatement.ts';
import { MeetingNotice } from './MeetingNotice.tsx';
import { MeetingPlace, useHeadingLevel } from '../meeting/meetingPlace.ts';
import { endFullScreen } from './MeetingTools.tsx';
import { useIsNameKnown } from './useIsNameKnown.ts';
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
  /** The user's name in the meeting; absent if the provider asks for it. */
  readonly displayName?: string;
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
  const level = useHeadingLevel();
  const phase = useMeetingPhase(configuration);
  const openRoom = phase.kind === 'open' ? room : undefined;
  const [visit, setVisit] = useState<Visit<R>>();
  const enter = (entered: R, count: number): void =>
    setVisit({ count, configId: configuration.id, room: entered });
  // Who opens the page of a meeting, or reloads it, wants to be in the meeting.
  const [joining, setJoining] = useState(
    place === 'page' && openRoom !== undefined ? configuration.id : undefined,
  );
  const isJoining = joining === configuration.id && openRoom !== undefined && !visit;
  const isNameKnown = useIsNameKnown(isJoining && displayName !== undefined);
  const isHost = configuration.hostMeetingUrl !== undefined;
  const statement = useMeetingStatement()({ phase, provider, isHost, hasLink: room !== undefined });
  useEffect(() => endFullScreen, []);
  if (isJoining && (isNameKnown || displayName === undefined)) enter(openRoom, 0);
  if (visit) {
    const rejoin = (): void => {
      if (openRoom === undefined) return;
      moveFocusOutOf(document.activeElement);
      enter(openRoom, visit.count + 1);
    };
    return (
      <Room
        key={visit.count}
        visit={visit.room}
        name={name}
        // By now another meeting may have begun here.
        end={configurations.find(({ id }) => id === visit.configId)?.end}
        rejoin={openRoom === undefined ? undefined : rejoin}
        close={close}
      />
    );
  }
  return (
    <MeetingNotice>
      <MeetingStatus phase={phase} statement={statement}>
        <Statement
          svg={statement.icon}
          level={level}
          title={t(isHost ? 'ready.host' : 'ready.title')}
          text={
            isNameKnown && displayName !== undefined
              ? t('ready.as', { provider, name: displayName })
              : t('ready.text', { provider })
          }
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button
                busy={isJoining}
                onClick={({ currentTarget }) => {
                  moveFocusOutOf(currentTarget);
                  setJoining(configuration.id);
                }}
              >
                {t(place === 'page' ? 'join' : 'joinHere')}
              </Button>
              {otherWay}
            </div>
          }
        />
      </MeetingStatus>
    </MeetingNotice>
  );
}
