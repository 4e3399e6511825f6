import {
  meetingLinkOf,
  type MeetingLinks,
  type MeetingWidgetType,
} from '@foyer/contract/widgets/meetingLinks';
import type { MediaDisplayMode } from '@foyer/contract';
import { Fragment, type ReactNode } from 'react';
import { useKeptInMeeting } from '../../platform/playback/useKeptInMeeting.ts';
import { useUser } from '../../platform/state/user.ts';
import type { MeetingWindow } from '../meeting/meetingPhase.ts';
import type { Presentation } from '../registry/widgetProps.ts';
import { TabMeeting } from '../tabMeeting/TabMeeting.tsx';
import { MeetingNotice } from './MeetingNotice.tsx';
import { OpenMeeting } from './OpenMeeting.tsx';

interface Props {
  readonly type: MeetingWidgetType;
  readonly widget: { readonly id: string };
  readonly configuration: MeetingLinks &
    MeetingWindow & { readonly displayMode?: MediaDisplayMode | undefined };
  readonly presentation: Presentation;
  /** The widget's name. */
  readonly name: string;
  readonly open: () => void;
  /** The meeting in its panel. */
  readonly children: ReactNode;
}

/**
 * A meeting that runs in a frame in its panel. In the picture it has a button that opens the panel. With NEW_TAB the panel
 * has the link only: the policy of the page does not allow the frame.
 */
export function MeetingWidget({ type, widget, configuration, presentation, name, open, children }: Props) {
  const userId = useUser((state) => state.user?.userId);
  const opensInTab = useKeptInMeeting(configuration.displayMode === 'NEW_TAB');
  if (presentation === 'embedded')
    return (
      <OpenMeeting
        type={type}
        configuration={configuration}
        hasRoom={meetingLinkOf(configuration) !== undefined}
        widgetId={widget.id}
        name={name}
        open={open}
      />
    );
  if (opensInTab)
    return (
      <MeetingNotice>
        <TabMeeting type={type} configuration={configuration} presentation={presentation} name={name} />
      </MeetingNotice>
    );
  // Another user does not take over the meeting of the one before.
  return <Fragment key={userId}>{children}</Fragment>;
}
