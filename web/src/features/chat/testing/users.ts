/** The users of chat component tests, besides Ada. */
import type { ChatUser } from '@foyer/contract';
import type { FakeUser } from '../../../testing/fakeServer.ts';

export interface TestUser extends ChatUser {
  readonly name: string;
}
export const bo: TestUser = { uid: 'u-bo', name: 'Bo Nilsson' };
export const cy: TestUser = { uid: 'u-cy', name: 'Cy Young' };
export const di: TestUser = { uid: 'u-di', name: 'Di Marsh' };
export const hugo: FakeUser = {
  userId: 'u-hugo',
  email: 'hugo@example.com',
  password: 'right horse battery staple',
  name: 'Hugo Host',
  roles: ['ROLE_HOST'],
};
