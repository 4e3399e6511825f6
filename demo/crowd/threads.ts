/** What the simulated attendees of the demo write about the cards of its media board, and on its wall. */
import type { DiscussionPlace } from './attendeeSignIn.ts';
import type { Dialogue } from './dialogues.ts';

/** By the id of the card. The first line of each is a post, the others reply to it. */
const aboutCards: Readonly<Record<string, readonly Dialogue[]>> = {
  'poster-window': [
    [
      [0, 'I counted them twice. Mine would be the one on the third floor.'],
      [1, 'What keeps you up?'],
      [0, 'A baby who thinks that night is a rumour.'],
    ],
    [
      [0, 'Did anyone behind the dark windows answer, too?'],
      [1, 'Two did. They were awake, but without light: “so that the street sleeps.”'],
    ],
    [[0, 'Meine Großmutter ließ immer eine Lampe an, für den, der spät kommt.']],
  ],
  sky: [
    [
      [0, 'Where was this filmed? I can make out Cassiopeia.'],
      [1, 'From a flat roof, eleven kilometres from the centre.'],
      [2, 'So it is possible within a tram ride. Good to know.'],
    ],
    [[0, 'Watched it four times. The third window on the left always goes dark last.']],
  ],
  'poster-bats': [
    [
      [0, 'They avoid the ring road completely. Is that the noise or the light?'],
      [1, 'The light. When the lamps were off for repairs they crossed it every night.'],
      [0, 'Then the repair was the best experiment of the year.'],
    ],
    [
      [0, 'Fliegen sie im Winter dieselben Wege?'],
      [1, 'Im Winter schlafen sie. Aber im April nehmen sie wieder genau dieselben.'],
    ],
  ],
  'walking-home': [
    [
      [0, 'Page two: people feel safer with fewer, evenly placed lamps. We found the same in Ghent.'],
      [1, 'Do you have the numbers? We are about to plan a park.'],
      [0, 'I will send you the tables tomorrow.'],
    ],
    [[0, 'An open bakery at five in the morning is worth ten lamps.']],
  ],
  'poster-transit': [
    [
      [0, 'I am one of the eleven.'],
      [1, 'Did you catch it?'],
      [0, 'On four days of seven.'],
    ],
    [[0, 'Der Fahrer der Linie 9 wartet übrigens. Danke dafür.']],
  ],
  'quiet-street': [
    [
      [0, 'Headphones on, lights off. The owl is at 0:07.'],
      [1, 'And a bicycle at the very end!'],
    ],
  ],
  'poster-garden': [
    [
      [0, 'What grows without any lamp and still shows you the path?'],
      [1, 'White tobacco and evening primrose. They almost glow at ten.'],
      [2, 'Add night-scented stock, then you find the bench by its smell.'],
    ],
  ],
  'which-lamp': [
    [
      [0, 'The floodlight on the car park behind us. Nobody parks there after eight.'],
      [1, 'Ours lights a wall. A very safe wall.'],
      [2, 'We asked to have ours dimmed. It took one letter and nine months.'],
    ],
    [
      [0, 'None of them, honestly. I walk home at four, and each one counts.'],
      [1, 'Fair. Would fewer but warmer ones be all right?'],
      [0, 'If they are all on: yes.'],
    ],
    [
      [0, 'Die Laterne vor dem Schlafzimmer. Sie würde nur dem Kater fehlen.'],
      [1, 'Der Kater hat hoffentlich ein Stimmrecht.'],
    ],
    [[0, 'The one over the bus stop should stay. All the others may sleep.']],
  ],
  'lamp-register': [
    [
      [0, 'Line 2,118 says “may go out at 1:00, ask the baker”. I love this city.'],
      [1, 'And did anyone ask the baker?'],
    ],
  ],
  'dark-sky': [
    [
      [0, 'We were in one of these last autumn. You see your own shadow by the Milky Way.'],
      [1, 'Which one was it?'],
      [0, 'Westhavelland. One hour from Berlin, by train and bicycle.'],
    ],
  ],
};

const onWalls: readonly Dialogue[] = [
  [
    [0, 'Greetings from the night train! The restaurant car has voted for more talks about stations.'],
    [1, 'Seconded, from a platform in Basel.'],
  ],
  [[0, 'Three people at one table, one map, and it is suddenly one in the morning.']],
  [
    [0, 'Thank you for the moth on the lamp by the bar. It is lovely.'],
    [1, 'It put itself there.'],
  ],
  [[0, 'Unser Dorf schaltet seit heute um elf ab. Wir stoßen mit Apfelsaft an!']],
  [
    [0, 'Looking for a second reader of our report on quiet streets. Paid in coffee.'],
    [1, 'Count me in. Decaf, please.'],
    [0, 'Deal!'],
  ],
  [[0, 'First event where I did not miss the last tram: it is in the next room.']],
  [
    [0, 'What will you switch off when you are back home?'],
    [1, 'The lamp in our stairwell. It has been on since 1987.'],
    [2, 'My phone.'],
  ],
];

/** The threads of a discussion or a wall; none for a card of another venue. */
export const threadsFor = (place: DiscussionPlace): readonly Dialogue[] =>
  'wallId' in place ? onWalls : (aboutCards[place.contentPieceId] ?? []);

const questions: readonly string[] = ['Good question. Does anyone here know?', 'I wonder about that too.'];
const others: readonly string[] = [
  'I thought the same.',
  'Tell us more!',
  'Never saw it that way. Thank you.',
];

/** A reply to what a real attendee writes. */
export function replyTo(text: string, random: () => number): string {
  const texts = /\?|؟/u.test(text) ? questions : others;
  return texts[Math.floor(random() * texts.length)] ?? '';
}
