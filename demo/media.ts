/**
 * The files of the demo to read, to leaf through and to listen to, with their texts: the library on the long desks, the
 * book on its easel, and the sounds in the listening shell. `demo/files` makes the documents and the sounds.
 */
import type { LocalizedText, WidgetInput } from '@foyer/contract';
import { higher, positionOf, spot } from './places.ts';
import { exhibits, widgetNames, words } from './texts.ts';

type Medium = Extract<
  WidgetInput,
  { type: 'MediaLibraryWidget' }
>['configurations'][number]['folders'][number]['media'][number];

/** The files behind the assets, below demo/assets. */
export const mediaFiles: Readonly<Record<string, string>> = {
  'programme-en': 'programme-en.pdf',
  'programme-de': 'programme-de.pdf',
  'programme-ar': 'programme-ar.pdf',
  'night-shift': 'night-shift.pdf',
  'lamp-register': 'lamp-register.pdf',
  letter: 'letter.docx',
  costs: 'costs.xlsx',
  lamps: 'lamps.pptx',
  'night-walk': 'night-walk.zip',
  'captions-en': 'captions-en.vtt',
  'captions-de': 'captions-de.vtt',
  'captions-ar': 'captions-ar.vtt',
  'sound-harbour': 'sound-harbour.wav',
  'sound-bells': 'sound-bells.wav',
  'sound-insects': 'sound-insects.wav',
};

/** Opens the minutes of the night shift. Their description says it. */
export const lockedPassword = 'nightfall26';

const inEnglish = (assetId: string) => [{ locale: 'en' as const, assetId }];

const file = (
  id: string,
  names: LocalizedText[],
  descriptions: LocalizedText[],
  rest: Partial<Medium> = {},
): Medium => ({ id, names, descriptions, assets: inEnglish(id), ...rest });

const folders = [
  {
    id: 'programme',
    names: words('Programme', 'Programm', 'البرنامج'),
    media: [
      file(
        'programme',
        words('Programme of the evening', 'Programm des Abends', 'برنامج الأمسية بالإنجليزية'),
        words('Four talks on six pages.', 'Vier Vorträge auf sechs Seiten.', 'أربع محاضرات في ست صفحات.'),
        {
          assets: [
            { locale: 'en', assetId: 'programme-en' },
            { locale: 'de', assetId: 'programme-de' },
          ],
        },
      ),
      file(
        'programme-ar',
        words('Programme of the evening in Arabic', 'Programm des Abends auf Arabisch', 'برنامج الأمسية'),
        words(
          'The same four talks, from right to left.',
          'Dieselben vier Vorträge, von rechts nach links.',
          'أربع محاضرات في ست صفحات.',
        ),
        { assets: [{ locale: 'ar', assetId: 'programme-ar' }] },
      ),
    ],
  },
  {
    id: 'papers',
    names: words('Papers', 'Texte', 'أوراق'),
    media: [
      file(
        'lamp-register',
        words('Register of the city’s lamps', 'Verzeichnis der Lampen der Stadt', 'سجلّ مصابيح المدينة'),
        words(
          'All 4,500 lamps by district, on 300 pages. In English.',
          'Alle 4.500 Lampen nach Bezirken, auf 300 Seiten. Auf Englisch.',
          'كل المصابيح وعددها 4500 حسب الأحياء، في 300 صفحة. بالإنجليزية.',
        ),
      ),
      file(
        'night-shift',
        words('Minutes of the night shift', 'Protokoll der Nachtschicht', 'محضر المناوبة الليلية'),
        words(
          `Locked, but not a secret: the password is ${lockedPassword}. In English.`,
          `Verschlossen, aber kein Geheimnis: Das Passwort ist ${lockedPassword}. Auf Englisch.`,
          `مقفل لكنه ليس سراً: كلمة المرور هي ${lockedPassword}. بالإنجليزية.`,
        ),
      ),
    ],
  },
  {
    id: 'at-home',
    names: words('To try at home', 'Zum Selbermachen', 'جرّبها بنفسك'),
    media: [
      file(
        'letter',
        words('Letter to the neighbours', 'Brief an die Nachbarn', 'رسالة إلى الجيران'),
        words(
          'To fill in and to put under doors. In English.',
          'Zum Ausfüllen und Unter-der-Tür-Durchschieben. Auf Englisch.',
          'املأها وادفعها تحت الأبواب. بالإنجليزية.',
        ),
      ),
      file(
        'costs',
        words('What an evening costs', 'Was ein Abend kostet', 'كم تكلّف الأمسية'),
        words(
          'Lamps, chairs, tea and buses. In English.',
          'Lampen, Stühle, Tee und Busse. Auf Englisch.',
          'المصابيح والكراسي والشاي والحافلات. بالإنجليزية.',
        ),
      ),
      file(
        'lamps',
        words(
          'Slides: lamps that know when to stop',
          'Folien: Lampen, die wissen, wann Schluss ist',
          'شرائح: مصابيح تعرف متى تتوقف',
        ),
        words(
          'Three slides of the second talk. In English.',
          'Drei Folien des zweiten Vortrags. Auf Englisch.',
          'ثلاث شرائح من المحاضرة الثانية. بالإنجليزية.',
        ),
      ),
      file(
        'night-walk',
        words('A walk of forty minutes', 'Ein Weg von vierzig Minuten', 'مشوار من أربعين دقيقة'),
        words(
          'Each stop is a text file of its own. In English.',
          'Jede Station ist eine eigene Textdatei. Auf Englisch.',
          'كل محطة ملف نصّي مستقل. بالإنجليزية.',
        ),
      ),
    ],
  },
  {
    id: 'recordings',
    names: words('Recordings', 'Mitschnitte', 'تسجيلات'),
    media: [
      file(
        'before-the-talk',
        words('Ten seconds before the talk', 'Zehn Sekunden vor dem Vortrag', 'عشر ثوانٍ قبل المحاضرة'),
        words(
          'The screen of the plenary, with captions in three languages.',
          'Die Leinwand des Plenums, mit Untertiteln in drei Sprachen.',
          'شاشة القاعة الكبرى، مع ترجمة مكتوبة بثلاث لغات.',
        ),
        {
          assets: inEnglish('plenary-loop'),
          captions: (['en', 'de', 'ar'] as const).map((locale) => ({
            locale,
            assetId: `captions-${locale}`,
          })),
          posterAssetId: 'plenary',
        },
      ),
      file(
        'sound-harbour',
        words('The harbour at eleven', 'Der Hafen um elf', 'الميناء في الحادية عشرة'),
        words(
          'Water against the quay, and a ship that leaves.',
          'Wasser an der Kaimauer und ein Schiff, das ablegt.',
          'ماء على الرصيف وسفينة تغادر.',
        ),
      ),
    ],
  },
  {
    id: 'posters',
    names: words('Posters', 'Plakate', 'ملصقات'),
    media: (['light', 'garden', 'transit', 'sound'] as const).map((key) =>
      file(`poster-${key}`, [...exhibits[key].name], [...exhibits[key].alt]),
    ),
  },
  {
    id: 'links',
    names: words('Links', 'Links', 'روابط'),
    media: [
      {
        id: 'light-pollution',
        names: words(
          'What light does to the night',
          'Was Licht mit der Nacht macht',
          'ماذا يفعل الضوء بالليل',
        ),
        descriptions: words(
          'An article on Wikipedia.',
          'Ein Artikel in der Wikipedia.',
          'مقالة في ويكيبيديا.',
        ),
        uris: [
          { locale: 'en', uri: 'https://en.wikipedia.org/wiki/Light_pollution' },
          { locale: 'de', uri: 'https://de.wikipedia.org/wiki/Lichtverschmutzung' },
          {
            locale: 'ar',
            uri: 'https://ar.wikipedia.org/wiki/%D8%AA%D9%84%D9%88%D8%AB_%D8%B6%D9%88%D8%A6%D9%8A',
          },
        ],
      },
      {
        id: 'night-bus',
        names: words(
          'Buses that run all night',
          'Busse, die die ganze Nacht fahren',
          'حافلات تسير طوال الليل',
        ),
        descriptions: words(
          'An article on Wikipedia, in English.',
          'Ein Artikel in der englischen Wikipedia.',
          'مقالة في ويكيبيديا بالإنجليزية.',
        ),
        uris: [{ locale: 'en', uri: 'https://en.wikipedia.org/wiki/Night_service_(public_transport)' }],
      },
    ],
  },
] satisfies { id: string; names: LocalizedText[]; media: Medium[] }[];

const named = (key: 'library' | 'posterBook' | 'sounds') => ({
  name: widgetNames[key][0]?.text ?? key,
  names: [...widgetNames[key]],
});

/** On the right one of the long desks: the reading list is on the left one. */
export const library: WidgetInput = {
  id: 'library',
  type: 'MediaLibraryWidget',
  ...named('library'),
  configurations: [{ id: 'files', name: 'files', displayMode: 'EMBEDDED_DIALOG', folders }],
  placements: [{ viewpointId: 'main', position: positionOf(spot('library', 'long desk, right').position) }],
};

export const posterBook: WidgetInput = {
  id: 'poster-book',
  type: 'ImageBookWidget',
  ...named('posterBook'),
  configurations: [
    {
      id: 'posters',
      name: 'posters',
      displayMode: 'EMBEDDED_DIALOG',
      pages: Object.keys(exhibits).map((key) => ({ assets: inEnglish(`poster-${key}`) })),
    },
  ],
  placements: [{ viewpointId: 'main', position: positionOf(spot('library', 'easel').position) }],
};

export const listeningShell: WidgetInput = {
  id: 'sounds',
  type: 'SoundfilesWidget',
  ...named('sounds'),
  configurations: [
    {
      id: 'sounds',
      name: 'sounds',
      displayMode: 'EMBEDDED_DIALOG',
      sounds: [
        {
          id: 'harbour',
          names: words('The harbour at eleven', 'Der Hafen um elf', 'الميناء في الحادية عشرة'),
          assets: inEnglish('sound-harbour'),
        },
        {
          id: 'bells',
          names: words('Bells across the roofs', 'Glocken über den Dächern', 'أجراس فوق الأسطح'),
          assets: inEnglish('sound-bells'),
        },
        {
          id: 'insects',
          names: words('Crickets and an owl', 'Grillen und eine Eule', 'صراصير الليل وبومة'),
          assets: inEnglish('sound-insects'),
        },
      ],
    },
  ],
  placements: ['hall', 'back'].map((viewpointId) => ({
    viewpointId,
    position: positionOf(higher(spot('expo', 'listening shell'), -3).position),
  })),
};
