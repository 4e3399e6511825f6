/** What the simulated attendees of the demo say in its chats. */
import type { ChatPlace } from './attendeeSignIn.ts';

/** The lines of a dialogue in their order: who speaks (0 is the first speaker), and the text. */
export type Dialogue = readonly (readonly [speaker: number, text: string])[];

const inLobby: readonly Dialogue[] = [
  [
    [0, 'Evening! Has the opening started?'],
    [1, 'It started a few minutes ago. The door to the plenary has the light on it.'],
    [0, 'Thanks, going in then.'],
  ],
  [
    [0, 'That view at dusk. I could stay by the window all night.'],
    [1, 'Turn around once, the reception is pretty too.'],
  ],
  [
    [0, 'First time here. Where do people usually start?'],
    [1, 'Lobby, plenary, lounge. In that order, and the lounge for longest.'],
    [2, 'Have a look at the expo as well: the listening shell is worth it.'],
  ],
  [
    [0, 'Does anyone know whether the talks are recorded?'],
    [1, 'They said they will be in the library tomorrow.'],
    [0, 'Perfect, so I can stay and chat.'],
  ],
  [
    [0, 'I came for the bats.'],
    [1, 'Everyone came for the bats.'],
  ],
  [
    [0, 'Where did you all travel from?'],
    [1, 'My kitchen.'],
    [2, 'The night train, somewhere near Linz. The connection holds so far.'],
    [0, 'That is the most fitting place for this event.'],
  ],
];

const inLounge: readonly Dialogue[] = [
  [
    [0, 'Is this sofa taken?'],
    [1, 'Sit down! We are just talking about the lamps.'],
    [0, 'The ones that switch themselves off?'],
    [1, 'Those. Our street has had them since spring. Nobody noticed for two weeks.'],
  ],
  [
    [0, 'What did you think of the opening?'],
    [1, 'I liked the part about the bakers. Nobody plans for bakers.'],
    [2, 'Or for cleaners. The last bus leaves before they finish.'],
  ],
  [
    [0, 'We are looking for two more people for a walk through nine cities, by map.'],
    [1, 'I am in. When?'],
    [0, 'After the next talk, in the violet room.'],
  ],
  [
    [0, 'Question for the planners here: who decides how bright a park is?'],
    [1, 'In our town? The last one to complain.'],
    [2, 'We ask the people who cross it at five in the morning.'],
  ],
  [
    [0, 'I should go back to the talk.'],
    [1, 'You said that twenty minutes ago.'],
    [0, 'The sofa is very good.'],
  ],
];

const everywhere: readonly Dialogue[] = [
  [
    [0, 'Good evening everyone, and greetings from Utrecht!'],
    [1, 'Hello from Leipzig.'],
    [2, 'And from Beirut. It is late here already, so right on topic.'],
  ],
  [
    [0, 'The workshop rooms open in a while: moths, maps and light meters.'],
    [1, 'Is there space left in the teal room?'],
    [0, 'Plenty, just walk in.'],
  ],
  [
    [0, 'The reactions during the last talk were lovely.'],
    [1, 'I pressed the wrong one twice. Sorry to the speaker.'],
  ],
  [
    [0, 'Tip: the floorplan shows how many people are in each room.'],
    [1, 'So that is why everyone is in the lounge.'],
  ],
];

const generic: readonly Dialogue[] = [...everywhere, ...inLounge];

/** The dialogues for a room. Rooms of other areas use general ones. */
export function dialoguesFor(place: ChatPlace): readonly Dialogue[] {
  if ('global' in place) return everywhere;
  if (place.areaId === 'lobby') return inLobby;
  return place.areaId === 'lounge' ? inLounge : generic;
}

/** Answers by what a message is about; the first group that matches is used. */
const answers: readonly (readonly [about: RegExp, texts: readonly string[]])[] = [
  [
    /\b(hi|hello|hey|good (morning|evening|day)|hallo|guten (tag|abend)|moin|servus)\b|مرحب|أهلا|السلام/iu,
    ['Hello, and welcome to Nightfall!', 'Hi! Good to have you here.', 'Welcome! Find yourself a place.'],
  ],
  [
    /\b(program|talks?|stage|when|wann|vortr|schedule)/iu,
    ['A talk is on in the plenary. The notice there has the whole programme.'],
  ],
  [
    /\b(where|wo|room|area|find|map|plan)\b|أين/iu,
    ['Open the floorplan at the bottom: it shows every room and how many people are there.'],
  ],
  [
    /\b(call|video|camera|phone)/iu,
    ['Open a conversation with someone and press the camera, then you can talk face to face.'],
  ],
  [/\b(bye|good night|see you|tschüss|ciao)\b/iu, ['See you! Sleep well, and leave a light off.']],
  [
    /\?|؟/u,
    ['Good question. The help desk knows; it is behind you in the lobby.', 'I wonder about that too.'],
  ],
];
const others: readonly string[] = ['Well said.', 'I thought the same.', 'Ha, true.', 'Tell us more!'];

export function answerTo(text: string, random: () => number): string {
  const texts = answers.find(([about]) => about.test(text))?.[1] ?? others;
  return texts[Math.floor(random() * texts.length)] ?? '';
}
