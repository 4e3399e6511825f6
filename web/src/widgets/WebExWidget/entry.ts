import icon from '@phosphor-icons/core/regular/video-camera.svg?raw';
import { meetingLinkOf, meetingProviders } from '@foyer/contract/widgets/meetingLinks';
import { widgetSettings } from '../../platform/venue/widgetSettings.ts';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'WebExWidget'>({
  icon,
  names: { en: 'Meeting', de: 'Meeting', ar: 'اجتماع' },
  get panel() {
    return widgetSettings().webexEmbedded ? 'wide' : 'column';
  },
  opensAnytime: true,
  hasOwnLink: true,
  followsChanges: true,
  provider: meetingProviders.WebExWidget.name,
  address: (configuration) => ({ kind: 'link', url: meetingLinkOf(configuration) }),
  load: () =>
    widgetSettings().webexEmbedded ? import('./FramedWebExWidget.tsx') : import('./WebExWidget.tsx'),
});
