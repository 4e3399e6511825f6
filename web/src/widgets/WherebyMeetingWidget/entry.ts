import icon from '@phosphor-icons/core/regular/video-conference.svg?raw';
import { meetingLinkOf } from '@foyer/contract/widgets/meetingLinks';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'WherebyMeetingWidget'>({
  icon,
  names: { en: 'Whereby meeting', de: 'Whereby-Meeting', ar: 'اجتماع Whereby' },
  panel: 'wide',
  opensAnytime: true,
  followsChanges: true,
  address: (configuration) => ({ kind: 'link', url: meetingLinkOf(configuration) }),
  load: () => import('./WherebyMeetingWidget.tsx'),
});
