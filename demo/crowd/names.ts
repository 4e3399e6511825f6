/** Names, companies and titles of fictional attendees. */
const given = [
  'Amara',
  'Jonas',
  'Mei',
  'Luca',
  'Fatima',
  'Oskar',
  'Priya',
  'Mateo',
  'Ingrid',
  'Kofi',
  'Yuki',
  'Elif',
  'Noah',
  'Salma',
  'Tomasz',
  'Chloé',
  'Ravi',
  'Freya',
  'Omar',
  'Nina',
  'Hugo',
  'Aiko',
  'Leila',
  'Sven',
  'Zoe',
  'Ibrahim',
  'Clara',
  'Dmitri',
  'Ana',
  'Kwame',
  'Greta',
  'Hassan',
  'Maja',
  'Pablo',
  'Thandi',
  'Emil',
  'Rosa',
  'Jin',
  'Anouk',
  'نور',
  'Łukasz',
  'Siobhán',
  '美咲',
  'Björk',
  'Nguyễn Thị',
  'Maria-Magdalena Theodora',
] as const;
const family = [
  'Okafor',
  'Lindqvist',
  'Chen',
  'Bianchi',
  'Rahman',
  'Novak',
  'Patel',
  'García',
  'Haugen',
  'Mensah',
  'Tanaka',
  'Yılmaz',
  'Fischer',
  'Haddad',
  'Kowalski',
  'Dubois',
  'Iyer',
  'Nielsen',
  'Farouk',
  'Petrova',
  'Weber',
  'Sato',
  'Karimi',
  'Johansson',
  'Papadopoulos',
  'Sy',
  'Moreau',
  'Ivanov',
  'Silva',
  'Boateng',
  'Schneider',
  'Aziz',
  'Horvat',
  'Reyes',
  'Dlamini',
  'Berg',
  'Costa',
  'Park',
  'van der Meulen',
  'O’Sullivan',
  'Hohenlohe-Schillingsfürst',
] as const;
const companies = [
  'Lantern & Sons',
  'Nightfall Collective',
  'Eastsea Stages',
  'Atelier Nord',
  'Blue Hour Media',
  'Foglight',
  'Tessellate',
  'Harbour Sound',
  'Museum of the Moving Night',
  'Orbit Rigging',
  'Kleines Haus',
  'Studio Paloma',
  '',
] as const;
const titles = [
  'Light designer',
  'Stage manager',
  'Producer',
  'Sound engineer',
  'Student',
  'Curator',
  'Journalist',
  'Rigger',
  'Head of digital',
  'Set builder',
  'Volunteer',
  'Choreographer',
  '',
] as const;

const pick = <T>(from: readonly T[], random: () => number): T =>
  from[Math.floor(random() * from.length)] as T;

export interface MadeUpPerson {
  readonly name: string;
  readonly company: string;
  readonly title: string;
}

export const madeUpPerson = (random: () => number): MadeUpPerson => ({
  name: `${pick(given, random)} ${pick(family, random)}`,
  company: pick(companies, random),
  title: pick(titles, random),
});

/** A seeded random number generator with values from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
