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
interface DialogSubjects {
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
export type DialogRequestOf<K extends keyof DialogSubjects> = {
  [Kind in K]: { readonly kind: Kind } & DialogSubjects[Kind];
}[K];
export type DialogRequest = DialogRequestOf<keyof DialogSubjects>;

export const useDialogRequest = create<{ readonly question: DialogRequest | null }>(() => ({
  question: null,
}));
export const openDialog = (question: DialogRequest): void => useDialogRequest.setState({ question });
export const closeDialog = (): void => useDialogRequest.setState({ question: null });
/** It is done: whatever was opened since stays open. */
export const closeDialogOf = (asked: DialogRequest | null): void =>
  useDialogRequest.setState(({ question }) => (question === asked ? { question: null } : {}));
