/** What is asked before something is done that somebody may not have meant, or that needs a word. */
import { create } from 'zustand';

interface AboutPerson {
  readonly uid: string;
  readonly name: string;
}
interface AboutMessage extends AboutPerson {
  readonly roomId: string;
  readonly seq: number;
}

interface AboutMember extends AboutPerson {
  readonly roomId: string;
}
interface AboutRoom {
  readonly roomId: string;
  readonly name: string;
}

/** By what is asked: what it is about. */
interface Questions {
  readonly delete: AboutMessage;
  readonly report: AboutMessage;
  readonly block: AboutPerson;
  readonly silence: AboutPerson;
  readonly remove: AboutMember;
  /** Out of a standing room. */
  readonly expel: AboutMember;
  readonly handOver: AboutMember;
  readonly leave: AboutRoom;
  readonly rename: AboutRoom;
}
export type QuestionOf<K extends keyof Questions> = {
  [Kind in K]: { readonly kind: Kind } & Questions[Kind];
}[K];
export type Question = QuestionOf<keyof Questions>;

export const useQuestion = create<{ readonly question: Question | null }>(() => ({ question: null }));
export const askAbout = (question: Question): void => useQuestion.setState({ question });
export const answered = (): void => useQuestion.setState({ question: null });
/** It is done: whatever was opened since stays open. */
export const closeQuestion = (asked: Question | null): void =>
  useQuestion.setState(({ question }) => (question === asked ? { question: null } : {}));
