import icon from '@phosphor-icons/core/regular/video-camera.svg?raw';
import { meetingLinkOf, meetingProviders } from '@foyer/contract/widgets/meetingLinks';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'WherebyMeetingWidget'>({
  icon,
  names: { en: 'Meeting', de: 'Meeting', ar: 'اجتماع' },
  panel: 'wide',
  opensAnytime: true,
  hasOwnLink: true,
  followsChanges: true,
  provider: meetingProviders.WherebyMeetingWidget.name,
  address: (configuration) => ({ kind: 'link', url: meetingLinkOf(configuration) }),
  load: () => import('./WherebyMeetingWidget.tsx'),
});
