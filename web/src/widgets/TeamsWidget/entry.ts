import icon from '@phosphor-icons/core/regular/video-conference.svg?raw';
import { meetingLinkOf } from '@foyer/contract/widgets/meetingLinks';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'TeamsWidget'>({
  icon,
  names: { en: 'Teams meeting', de: 'Teams-Meeting', ar: 'اجتماع Teams' },
  panel: 'column',
  opensAnytime: true,
  address: (configuration) => ({ kind: 'link', url: meetingLinkOf(configuration) }),
  load: () => import('./TeamsWidget.tsx'),
});
