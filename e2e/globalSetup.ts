import { prepareDemo } from './foyer.ts';

export default prepareDemo;
