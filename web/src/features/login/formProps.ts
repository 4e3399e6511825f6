import type { LoginMessage } from './loginMessage.ts';
import type { Ways } from './ways.ts';

/** What every form of the login screen is given. */
export interface FormProps {
  readonly ways: Ways;
  /** What stands above the form now, and the id of the place where it stands. */
  readonly message: LoginMessage | undefined;
  readonly messageId: string;
  readonly tell: (message: LoginMessage | undefined) => void;
  /** Something else stands in the fields now. */
  readonly onTyped: () => void;
  /** Somebody is being let in already. */
  readonly entering: boolean;
}

/** The message's id where it speaks of this field. */
export const flawIn = (
  { message, messageId }: Pick<FormProps, 'message' | 'messageId'>,
  field: 'email' | 'password' | 'number',
): string | undefined => (message?.kind === 'refusal' && message.field === field ? messageId : undefined);
