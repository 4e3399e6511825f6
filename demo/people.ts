/** Made-up people, one for each role, with whom the demo can be tried. */
import type { Role } from '@foyer/contract';

export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly company: string;
  readonly title: string;
  /** Beside ROLE_ATTENDEE, which everybody has. */
  readonly roles: readonly Role[];
}

const company = 'Nightfall Collective';

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'ada@nightfall.example',
    password: 'walk through the night',
    name: 'Ada Attendee',
    company: 'Lantern & Sons',
    title: 'Scenographer',
    roles: [],
  },
  {
    email: 'hugo@nightfall.example',
    password: 'welcome to the night',
    name: 'Hugo Host',
    company,
    title: 'Host of the lounge',
    roles: ['ROLE_HOST'],
  },
  {
    email: 'dana@nightfall.example',
    password: 'drawing up the night',
    name: 'Dana Designer',
    company,
    title: 'Designer of the venue',
    roles: ['ROLE_DESIGNER'],
  },
  {
    email: 'alma@nightfall.example',
    password: 'keeper of the night',
    name: 'Alma Administrator',
    company,
    title: 'Producer',
    roles: ['ROLE_ADMIN'],
  },
];
