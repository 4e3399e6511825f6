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
  [
    [0, 'Is there a cloakroom for wet umbrellas?'],
    [1, 'At an event on a screen? Mine is in the bathtub.'],
  ],
  [
    [0, 'I turned the sound on. Is that rain?'],
    [1, 'I only hear my neighbour’s piano.'],
    [0, 'Even better.'],
  ],
  [
    [0, 'Which door leads to the exhibits?'],
    [1, 'The one on the right of the big screen.'],
    [0, 'Found it, thank you.'],
  ],
  [
    [0, 'How do I show that I’m busy for a while?'],
    [1, 'Your picture at the top, then your status. Then no calls ring either.'],
  ],
  [
    [0, 'I have to put the children to bed. Back in half an hour.'],
    [1, 'We are here until the last light is out.'],
  ],
  [
    [0, 'Who else works nights and not just for this event?'],
    [1, 'Tram control room. Eleven years.'],
    [2, 'Bakery. My day is about to start.'],
  ],
  [
    [0, 'The ceiling looks like a lamp from the inside.'],
    [1, 'It is one. Look straight up.'],
  ],
  [
    [0, 'Can I turn around with the keyboard?'],
    [1, 'The arrow keys work once the picture has the focus.'],
    [0, 'They do. Lovely.'],
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
  [
    [0, 'What is everyone drinking?'],
    [1, 'Tea, as if it were noon.'],
    [2, 'Water. I have an early tram.'],
  ],
  [
    [0, 'We switched off half the street lights at one, and complaints went down.'],
    [1, 'Down? How?'],
    [0, 'People can sleep. Someone even wrote a thank-you letter.'],
  ],
  [
    [0, 'Does anyone have numbers on moths before and after warm light?'],
    [1, 'Yes, three summers of them. I can send you the tables.'],
    [0, 'Please do, my profile has the address.'],
  ],
  [
    [0, 'The stars behind that window are real, by the way.'],
    [1, 'Real as in photographed?'],
    [0, 'Real as in the right ones for this latitude.'],
  ],
  [
    [0, 'My town has one night bus. It is named after its driver.'],
    [1, 'As it should be.'],
  ],
  [
    [0, 'Anyone else here from a place that gets really dark?'],
    [1, 'Two hundred people and no lamp. We notice when a neighbour opens the fridge.'],
  ],
  [
    [0, 'I keep hearing about the garden stand.'],
    [1, 'Plants that open at night. Go and see it, it’s two doors from here.'],
    [2, 'And stay for the smell, or what you can imagine of it.'],
  ],
  [
    [0, 'Who pays for toilets that are open all night?'],
    [1, 'Everyone, if there are none.'],
  ],
  [
    [0, 'I talked to three people tonight whom I had only known from papers.'],
    [1, 'That is what sofas are for.'],
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
  [
    [0, 'Is the library quiet? I have something to finish.'],
    [1, 'Very. There is a lamp free by the window.'],
  ],
  [
    [0, 'We are a school class of nineteen, up past bedtime for science.'],
    [1, 'Then welcome! Which subject?'],
    [0, 'Geography, until someone falls asleep.'],
  ],
  [
    [0, 'For those who missed it: the last talk was about lights that wait for people.'],
    [1, 'Was there a film of the crossing?'],
    [0, 'Yes, at the end. The whole hall went quiet.'],
  ],
  [
    [0, 'Has anyone here tried lamps with a curfew?'],
    [1, 'We have, in four villages. Ask me in the lounge.'],
  ],
  [
    [0, 'Please applaud with the reactions, so that the speakers see something.'],
    [1, 'Doing it.'],
    [2, 'Me too.'],
  ],
  [
    [0, 'Whose idea were the workshop rooms in three colours?'],
    [1, 'Someone who gets lost easily. Thank you for it.'],
  ],
  [
    [0, 'I’m looking for people who plan stations.'],
    [1, 'Two of us are at the map wall in the expo.'],
    [0, 'On my way.'],
  ],
  [
    [0, 'My cat is now watching the plenary.'],
    [1, 'Is it the bats?'],
    [0, 'It is the bats.'],
  ],
  [
    [0, 'How late is it where you are?'],
    [1, 'Late enough that the street lights are the only ones awake.'],
    [2, 'Breakfast here. The night is a matter of longitude.'],
  ],
  [
    [0, 'A call with five people just worked from my phone in a moving train.'],
    [1, 'Then trains have become better than my office.'],
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
