/** The dialog that is open: a confirmation, or a form for an action that needs a reason, a name or a duration. */
import { create } from 'zustand';

interface AboutUser {
  readonly uid: string;
  readonly name: string;
}
interface AboutMessage extends AboutUser {
  readonly roomId: string;
  readonly seq: number;
}

interface AboutMember extends AboutUser {
  readonly roomId: string;
}
interface AboutRoom {
  readonly roomId: string;
  readonly name: string;
}

/** By kind of dialog: what it is about. */
interface DialogSubjects {
  readonly delete: AboutMessage;
  readonly report: AboutMessage;
  readonly block: AboutUser;
  readonly mute: AboutUser;
  readonly remove: AboutMember;
  /** Removes the user from a built-in room. */
  readonly removeFromRoom: AboutMember;
  readonly transferOwnership: AboutMember;
  readonly leave: AboutRoom;
  readonly rename: AboutRoom;
}
export type DialogRequestOf<K extends keyof DialogSubjects> = {
  [Kind in K]: { readonly kind: Kind } & DialogSubjects[Kind];
}[K];
export type DialogRequest = DialogRequestOf<keyof DialogSubjects>;

export const useDialogRequest = create<{ readonly request: DialogRequest | null }>(() => ({
  request: null,
}));
export const openDialog = (request: DialogRequest): void => useDialogRequest.setState({ request });
export const closeDialog = (): void => useDialogRequest.setState({ request: null });
/** Closes the dialog of a finished action; one that was opened since stays open. */
export const closeDialogOf = (finished: DialogRequest | null): void =>
  useDialogRequest.setState(({ request }) => (request === finished ? { request: null } : {}));
