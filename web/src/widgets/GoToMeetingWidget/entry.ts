import icon from '@phosphor-icons/core/regular/video-conference.svg?raw';
import { meetingLinkOf } from '@foyer/contract/widgets/meetingLinks';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'GoToMeetingWidget'>({
  icon,
  names: { en: 'GoTo meeting', de: 'GoTo-Meeting', ar: 'اجتماع GoTo' },
  panel: 'column',
  opensAnytime: true,
  address: (configuration) => ({ kind: 'link', url: meetingLinkOf(configuration) }),
  load: () => import('./GoToMeetingWidget.tsx'),
});
