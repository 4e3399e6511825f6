import icon from '@phosphor-icons/core/regular/video-conference.svg?raw';
import { meetingLinkOf } from '@foyer/contract/widgets/meetingLinks';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'WebExWidget'>({
  icon,
  names: { en: 'Webex meeting', de: 'Webex-Meeting', ar: 'اجتماع Webex' },
  panel: 'column',
  opensAnytime: true,
  address: (configuration) => ({ kind: 'link', url: meetingLinkOf(configuration) }),
  load: () => import('./WebExWidget.tsx'),
});
