import icon from '@phosphor-icons/core/regular/video-camera.svg?raw';
import { meetingLinkOf, meetingProviders } from '@foyer/contract/widgets/meetingLinks';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'TeamsWidget'>({
  icon,
  names: { en: 'Meeting', de: 'Meeting', ar: 'اجتماع' },
  panel: 'column',
  opensAnytime: true,
  hasOwnLink: true,
  provider: meetingProviders.TeamsWidget.name,
  address: (configuration) => ({ kind: 'link', url: meetingLinkOf(configuration) }),
  load: () => import('./TeamsWidget.tsx'),
});
