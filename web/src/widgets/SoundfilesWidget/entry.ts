import icon from '@phosphor-icons/core/regular/music-notes.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'SoundfilesWidget'>({
  icon,
  names: { en: 'Playlist', de: 'Playlist', ar: 'قائمة تشغيل' },
  panel: 'column',
  count: {
    of: ({ sounds }) => sounds.length,
    texts: {
      en: { one: '{{number}} sound', other: '{{number}} sounds' },
      de: { one: '{{number}} Titel', other: '{{number}} Titel' },
      ar: {
        zero: 'بلا أصوات',
        one: 'صوت واحد',
        two: 'صوتان',
        few: '{{number}} أصوات',
        many: '{{number}} صوتًا',
        other: '{{number}} صوت',
      },
    },
  },
  load: () => import('./SoundfilesWidget.tsx'),
});
