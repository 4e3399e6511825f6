/** The accounts of the simulated attendees. */
import { randomNumbers } from '../randomNumbers.ts';
import { madeUpPerson, type MadeUpPerson } from './names.ts';

/** The email domain of all simulated attendees. */
export const crowdDomain = 'crowd.example';

/** The seed of the demo. */
export const defaultSeed = 26;

export interface CrowdAccount {
  readonly email: string;
  readonly person: MadeUpPerson;
}

/** @param number counts from 1 */
export const crowdAccount = (number: number, seed = defaultSeed): CrowdAccount => ({
  email: `crowd-${number}@${crowdDomain}`,
  person: madeUpPerson(randomNumbers(seed * 7_919 + number - 1)),
});
