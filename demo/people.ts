/** Demo accounts, one for each role. */
import type { ProfileAttributes, Role } from '@foyer/contract';

export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly company: string;
  readonly title: string;
  /** In addition to ROLE_ATTENDEE. */
  readonly roles: readonly Role[];
  /** The values of the profile. */
  readonly profile: ProfileAttributes;
  /** The file of the profile picture, below demo/assets. */
  readonly picture?: string;
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
    profile: {
      interests: 'Streets that are lit for people, not for cars',
      socialMedia: 'https://social.example/ada',
      openForNetworking: true,
      diet: 'No nuts, please',
      privateInformation: 'Ask Hugo about the lanterns at the harbour.',
    },
    picture: 'portrait-ada.webp',
  },
  {
    email: 'hugo@nightfall.example',
    password: 'welcome to the night',
    name: 'Hugo Host',
    company,
    title: 'Host of the lounge',
    roles: ['ROLE_HOST'],
    profile: { interests: 'Who has met whom by the end of the night', openForNetworking: true },
    picture: 'portrait-hugo.webp',
  },
  {
    email: 'dana@nightfall.example',
    password: 'drawing up the night',
    name: 'Dana Designer',
    company,
    title: 'Designer of the venue',
    roles: ['ROLE_DESIGNER'],
    profile: { interests: 'Gardens that open after dark', socialMedia: 'https://social.example/dana' },
    picture: 'portrait-dana.webp',
  },
  {
    email: 'alma@nightfall.example',
    password: 'keeper of the night',
    name: 'Alma Administrator',
    company,
    title: 'Producer',
    roles: ['ROLE_ADMIN'],
    profile: { interests: 'That everyone gets home well' },
  },
];
