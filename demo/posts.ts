/** What attendees have written and liked before a visitor of the demo comes: on its wall and about the cards of its media board. */
import type { DiscussionPlace } from './crowd/attendeeSignIn.ts';
import { mediaBoardConfiguration } from './mediaBoard.ts';

/** Demo accounts by their email, and simulated attendees by their number. */
export const authors = {
  hugo: 'hugo@nightfall.example',
  dana: 'dana@nightfall.example',
  mateo: 3,
  jin: 4,
  salma: 5,
  anouk: 6,
  oskar: 8,
  elif: 10,
  noah: 11,
  emil: 12,
  leila: 13,
  ingrid: 18,
  kofi: 19,
  mei: 22,
  pablo: 23,
  nour: 24,
} as const;
export type Author = keyof typeof authors;

export interface DemoPost {
  readonly author: Author;
  readonly text: string;
  /** The number of likes. */
  readonly likes?: number;
  /** The file of a picture, below demo/assets, and the name that the attendee has given it. */
  readonly picture?: { readonly file: string; readonly name: string };
}

/** A post and its replies. */
export type DemoThread = readonly [post: DemoPost, ...replies: DemoPost[]];

export interface DemoPlace {
  readonly place: DiscussionPlace;
  /** The oldest first. */
  readonly threads: readonly DemoThread[];
}

// The big screen shows the newest posts, as many as fit: the tall picture comes early, so that it leaves room for others.
const onWall: readonly DemoThread[] = [
  [
    {
      author: 'hugo',
      text: 'Welcome to the bar! What was the brightest thing that you saw on your way here, and what was the darkest?',
      likes: 9,
    },
    {
      author: 'emil',
      text: 'The brightest: a petrol station without a single car. The darkest: the river, and I liked it better.',
      likes: 6,
    },
    { author: 'elif', text: 'The brightest: my fridge. I have not been outside today.', likes: 8 },
  ],
  [
    {
      author: 'mateo',
      text: 'I went to the garden stand for a minute. That was an hour ago.',
      likes: 10,
      picture: { file: 'poster-garden.webp', name: 'garden-stand.webp' },
    },
  ],
  [
    {
      author: 'oskar',
      text: 'Our museum is open until two tonight, with half of the lamps off. We have more visitors than on a Saturday at noon.',
      likes: 6,
    },
    { author: 'mei', text: 'Half the lamps, twice the whispering.', likes: 3 },
  ],
  [
    {
      author: 'dana',
      text: 'The entrance after the rain. I moved those puddles around for a week, so please look down for a second.',
      likes: 11,
      picture: { file: 'login-background.webp', name: 'after-the-rain.webp' },
    },
    { author: 'salma', text: 'Looked down. Worth the week.', likes: 2 },
  ],
  [
    {
      author: 'ingrid',
      text: 'Bei uns am Deich sind die Laternen seit Montag aus. Der erste Abend war ungewohnt, seit dem zweiten grüßen sich alle wieder.',
      likes: 5,
    },
    { author: 'leila', text: 'Das würde ich gern sehen. Oder besser: hören.', likes: 1 },
  ],
  [
    {
      author: 'kofi',
      text: 'I recorded my street at four this morning: one bicycle, two owls, the door of the bakery. Who trades it for a harbour?',
      likes: 7,
    },
    { author: 'mei', text: 'I have forty minutes of harbour, with a foghorn. Interested?', likes: 2 },
    { author: 'kofi', text: 'Sold, for one owl extra.' },
  ],
  [
    {
      author: 'nour',
      text: 'تحية من شرفة بلا مصباح: لأول مرة منذ سنوات أرى القمر يضيء الشارع كله.',
      likes: 8,
    },
    { author: 'salma', text: 'أطفأنا مصباح شرفتنا أيضاً. تصبحون على نجوم!', likes: 4 },
  ],
  [
    {
      author: 'anouk',
      text: 'Does anyone need sixty paper lanterns? They have survived four festivals and one dog.',
      likes: 7,
    },
    { author: 'pablo', text: 'Yes, for our stairwell! I will write to you.', likes: 1 },
    { author: 'anouk', text: 'They are yours. The dog says hello.', likes: 5 },
  ],
  [
    {
      author: 'noah',
      text: 'I have found the most comfortable seats of the night. They are in the middle of the workshops.',
      likes: 4,
      picture: { file: 'workshops.webp', name: 'best-seats.webp' },
    },
  ],
  [
    {
      author: 'jin',
      text: 'My sentence of the evening so far: “A lamp is a neighbour, too.”',
      likes: 3,
    },
  ],
];

const aboutCards: Readonly<Record<string, readonly DemoThread[]>> = {
  'poster-window': [
    [
      {
        author: 'jin',
        text: 'Four of sixty-three. Then I went outside and counted ours: nine of forty.',
        likes: 5,
      },
      { author: 'anouk', text: 'And which floor stays up longest?', likes: 1 },
      { author: 'jin', text: 'The fourth. It is always the fourth.', likes: 3 },
    ],
    [
      {
        author: 'emil',
        text: 'The cat in the orange window has the whole town to herself.',
        likes: 7,
      },
    ],
  ],
  sky: [
    [
      {
        author: 'ingrid',
        text: 'Wie lange stand die Kamera dafür draußen?',
        likes: 2,
      },
      { author: 'dana', text: 'Von zehn bis fünf. Mit einer Decke.', likes: 4 },
    ],
    [
      {
        author: 'salma',
        text: 'The moment when the last roof goes dark! I held my breath for twelve seconds.',
        likes: 8,
      },
      { author: 'oskar', text: 'Then you have seen all of it.', likes: 5 },
    ],
  ],
  'poster-garden': [
    [
      {
        author: 'dana',
        text: 'We painted the edges of the steps white. By moonlight that is all you need.',
        likes: 6,
      },
      { author: 'mateo', text: 'How often do they need a new coat?' },
      { author: 'dana', text: 'Once a year, when the hedgehogs are asleep.', likes: 4 },
    ],
  ],
  'which-lamp': [
    [
      {
        author: 'nour',
        text: 'مصباح مدخل بنايتنا. لكن جدتي تقول إنه يعرف أسماء الجميع.',
        likes: 6,
      },
    ],
    [
      {
        author: 'noah',
        text: 'The sign above our own shop. We close at six, and it shouts until morning.',
        likes: 8,
      },
      { author: 'leila', text: 'Switch it off for a week and count the customers.', likes: 3 },
      { author: 'noah', text: 'Four nights so far. One customer more than before.', likes: 7 },
    ],
  ],
};

const { mediaBoardId } = mediaBoardConfiguration;

export const demoPlaces: readonly DemoPlace[] = [
  { place: { wallId: 'bar' }, threads: onWall },
  ...Object.entries(aboutCards).map(([contentPieceId, threads]) => ({
    place: { mediaBoardId, contentPieceId },
    threads,
  })),
];

/** How many attendees like a card, by its id. */
export const cardLikes: Readonly<Record<string, number>> = {
  sky: 12,
  'poster-bats': 9,
  'poster-garden': 8,
  'poster-window': 7,
  'quiet-street': 6,
  'which-lamp': 5,
  'poster-light': 4,
  'poster-transit': 4,
  'walking-home': 3,
  'lamp-register': 2,
  'before-the-talk': 1,
};
