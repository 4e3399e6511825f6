/** The media board at the model table of the expo hall: what others have made of the night, to like and to discuss. */
import type { LocalizedText, WidgetInput } from '@foyer/contract';
import { positionOf, spot } from './places.ts';
import { exhibits, widgetNames, words } from './texts.ts';

type Configuration = Extract<WidgetInput, { type: 'MediaBoardWidget' }>['configurations'][number];
type Piece = Configuration['contentPieces'][number];

/** The files behind its assets that no other widget shows, below demo/assets. */
export const mediaBoardFiles: Readonly<Record<string, string>> = {
  'poster-window': 'poster-window.webp',
  'poster-bats': 'poster-bats.webp',
  'poster-sky': 'poster-sky.webp',
  sky: 'sky.mp4',
  'walking-home': 'walking-home.pdf',
};

const inEnglish = (assetId: string) => [{ locale: 'en' as const, assetId }];

const piece = (
  id: string,
  names: readonly LocalizedText[],
  descriptions: LocalizedText[],
  rest: Omit<Piece, 'id' | 'names' | 'descriptions'>,
): Piece => ({ id, names: [...names], descriptions, ...rest });

/** A picture is its own cover. */
const poster = (
  key: string,
  tag: string,
  names: readonly LocalizedText[],
  descriptions: LocalizedText[],
): Piece =>
  piece(`poster-${key}`, names, descriptions, {
    tags: [tag],
    assets: inEnglish(`poster-${key}`),
    coverAssetId: `poster-${key}`,
  });

const contentPieces: Piece[] = [
  poster(
    'window',
    'Light',
    words('One window in sixty-three', 'Ein Fenster von dreiundsechzig', 'نافذة من ثلاث وستين'),
    words(
      'A house at two in the morning. We asked behind four of its windows why they are still lit.',
      'Ein Haus um zwei Uhr nachts. Hinter vier Fenstern haben wir gefragt, warum dort noch Licht brennt.',
      'بيت في الثانية ليلاً. سألنا خلف أربع من نوافذه لماذا لا يزال الضوء فيها.',
    ),
  ),
  piece(
    'sky',
    words(
      'A night of stars in twelve seconds',
      'Eine Sternennacht in zwölf Sekunden',
      'ليلة نجوم في اثنتي عشرة ثانية',
    ),
    words(
      'As the windows go dark, the sky comes back. No sound.',
      'Wenn die Fenster dunkel werden, kommt der Himmel zurück. Ohne Ton.',
      'حين تُظلم النوافذ تعود السماء. بلا صوت.',
    ),
    { tags: ['Sky'], assets: inEnglish('sky'), coverAssetId: 'poster-sky' },
  ),
  poster(
    'bats',
    'Gardens',
    words('The map that bats drew', 'Die Karte, die Fledermäuse zeichneten', 'الخريطة التي رسمتها الخفافيش'),
    words(
      'Two years of flights from five roosts, to the river and from garden to garden.',
      'Zwei Jahre Flüge aus fünf Quartieren, zum Fluss und von Garten zu Garten.',
      'عامان من الطيران من خمسة مآوٍ، إلى النهر ومن حديقة إلى حديقة.',
    ),
  ),
  piece(
    'walking-home',
    words(
      'Walking home: 4,000 people in nine cities',
      'Der Weg nach Hause: 4.000 Menschen in neun Städten',
      'الطريق إلى البيت: 4000 شخص في تسع مدن',
    ),
    words(
      'What makes a way home feel short. A survey on three pages, in English.',
      'Was einen Heimweg kurz wirken lässt. Eine Befragung auf drei Seiten, auf Englisch.',
      'ما الذي يجعل طريق البيت يبدو قصيراً. استطلاع في ثلاث صفحات، بالإنجليزية.',
    ),
    { tags: ['Transit'], assets: inEnglish('walking-home') },
  ),
  poster(
    'transit',
    'Transit',
    exhibits.transit.name,
    words(
      'Eleven people run for it each night. A picture of half an hour on the bridge above.',
      'Jede Nacht rennen elf Leute, um sie zu erreichen. Ein Bild von einer halben Stunde auf der Brücke darüber.',
      'أحد عشر شخصاً يركضون خلفه كل ليلة. صورة لنصف ساعة من فوق الجسر.',
    ),
  ),
  piece(
    'quiet-street',
    exhibits.sound.name,
    words(
      'Crickets, and an owl two roofs away. Best with your eyes closed.',
      'Grillen und zwei Dächer weiter eine Eule. Am besten mit geschlossenen Augen.',
      'صراصير ليل، وبومة على بعد سطحين. الأفضل أن تغمض عينيك.',
    ),
    { tags: ['Sound'], assets: inEnglish('sound-insects'), coverAssetId: 'poster-sound' },
  ),
  poster(
    'garden',
    'Gardens',
    exhibits.garden.name,
    words(
      'White flowers, low paths and no lamp at all: a garden that opens at ten in the evening.',
      'Weiße Blüten, schmale Wege und keine einzige Lampe: ein Garten, der abends um zehn aufmacht.',
      'أزهار بيضاء وممرات منخفضة ولا مصباح واحد: حديقة تفتح في العاشرة مساءً.',
    ),
  ),
  piece(
    'which-lamp',
    words('Which lamp would you switch off?', 'Welche Lampe würden Sie ausschalten?', 'أي مصباح ستطفئ؟'),
    words(
      'Think of your street at midnight. Which lamp would you switch off first, and who would miss it? Tell us in the discussion.',
      'Denken Sie an Ihre Straße um Mitternacht. Welche Lampe würden Sie zuerst ausschalten, und wem würde sie fehlen? Schreiben Sie es in die Diskussion.',
      'فكّر في شارعك عند منتصف الليل. أي مصباح ستطفئ أولاً، ومن سيفتقده؟ أخبرنا في النقاش.',
    ),
    { tags: ['Light'] },
  ),
  piece(
    'before-the-talk',
    words('Ten seconds before the talk', 'Zehn Sekunden vor dem Vortrag', 'عشر ثوانٍ قبل المحاضرة'),
    words(
      'The hall, just before it goes quiet. With captions in three languages.',
      'Der Saal, kurz bevor es still wird. Mit Untertiteln in drei Sprachen.',
      'القاعة قبيل أن يعمّها الهدوء. مع ترجمة مكتوبة بثلاث لغات.',
    ),
    {
      tags: ['Sound'],
      assets: inEnglish('plenary-loop'),
      captions: (['en', 'de', 'ar'] as const).map((locale) => ({ locale, assetId: `captions-${locale}` })),
      coverAssetId: 'plenary',
    },
  ),
  poster(
    'light',
    'Light',
    exhibits.light.name,
    words(
      'Lamps below the knee: enough for your feet, and nothing for the sky.',
      'Lampen unterhalb des Knies: genug für die Füße und nichts für den Himmel.',
      'مصابيح أخفض من الركبة: تكفي القدمين ولا تصل إلى السماء.',
    ),
  ),
  piece(
    'lamp-register',
    words('Register of the city’s lamps', 'Verzeichnis der Lampen der Stadt', 'سجلّ مصابيح المدينة'),
    words(
      'All 4,500 of them, each with the hour at which it may go out. In English.',
      'Alle 4.500, jede mit der Stunde, zu der sie ausgehen darf. Auf Englisch.',
      'كل المصابيح وعددها 4500، ومع كل منها الساعة التي يمكن أن ينطفئ فيها. بالإنجليزية.',
    ),
    { tags: ['Light'], assets: inEnglish('lamp-register') },
  ),
  piece(
    'dark-sky',
    words('Where the night is protected', 'Wo die Nacht geschützt ist', 'حيث الليل محميّ'),
    words(
      'Parks that keep their sky dark. An article on Wikipedia.',
      'Parks, die ihren Himmel dunkel halten. Ein Artikel in der Wikipedia.',
      'محميات تُبقي سماءها مظلمة. مقالة في ويكيبيديا.',
    ),
    {
      tags: ['Sky'],
      uris: [
        { locale: 'en', uri: 'https://en.wikipedia.org/wiki/Dark-sky_preserve' },
        { locale: 'de', uri: 'https://de.wikipedia.org/wiki/Lichtschutzgebiet' },
      ],
      coverAssetId: 'login-background',
    },
  ),
];

export const mediaBoardConfiguration: Configuration = {
  id: 'pieces',
  name: 'pieces',
  displayMode: 'EMBEDDED_DIALOG',
  mediaBoardId: 'nightfall',
  contentPieces,
  recommendations: true,
  topRated: true,
  liveDiscussion: true,
  search: true,
};

export const mediaBoard: WidgetInput = {
  id: 'media-board',
  type: 'MediaBoardWidget',
  name: widgetNames.mediaBoard[0]?.text ?? 'mediaBoard',
  names: [...widgetNames.mediaBoard],
  configurations: [mediaBoardConfiguration],
  placements: ['hall', 'back'].map((viewpointId) => ({
    viewpointId,
    position: positionOf(spot('expo', 'model table').position),
  })),
};
