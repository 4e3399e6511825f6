import icon from '@phosphor-icons/core/regular/video-camera.svg?raw';
import { meetingLinkOf, meetingProviders } from '@foyer/contract/widgets/meetingLinks';
import { defineEntry } from '../registry/widgetEntry.ts';
import { canRunInPage } from './canRunInPage.ts';

export const entry = defineEntry<'ZoomWidget'>({
  icon,
  names: { en: 'Meeting', de: 'Meeting', ar: 'اجتماع' },
  panel: 'wide',
  opensAnytime: true,
  hasOwnLink: true,
  followsChanges: true,
  provider: meetingProviders.ZoomWidget.name,
  address: (configuration) => {
    const url = meetingLinkOf(configuration);
    // A meeting that runs in the page needs no link.
    return url === undefined && canRunInPage(configuration) ? undefined : { kind: 'link', url };
  },
  load: () => import('./ZoomWidget.tsx'),
});
