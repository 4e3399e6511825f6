import type { LoginMessage } from '../loginMessage.ts';
import type { LoginActions } from '../loginActions.ts';

/** The props of all forms of the login screen. */
export interface FormProps {
  readonly actions: LoginActions;
  /** The message above the form, and the id of its element. */
  readonly message: LoginMessage | undefined;
  readonly messageId: string;
  readonly setMessage: (message: LoginMessage | undefined) => void;
  /** The values of the fields have changed. */
  readonly onInput: () => void;
  /** A login is in progress or done, possibly in another tab. */
  readonly signingIn: boolean;
}

/** The message's id if it is about this field. */
export const fieldMessageId = (
  { message, messageId }: Pick<FormProps, 'message' | 'messageId'>,
  field: 'email' | 'password' | 'number',
): string | undefined => (message?.kind === 'error' && message.field === field ? messageId : undefined);
