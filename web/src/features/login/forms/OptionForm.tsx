import type { LoginOption } from '@foyer/contract';
import { useUi } from '../../../platform/state/ui.ts';
import type { FormProps } from './formProps.ts';
import { passwordConfiguration } from '../loginOptions.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { ProviderButton } from '../ProviderLogin.tsx';
import type { OtherForms } from './useOtherForms.ts';

export interface OptionFormProps extends FormProps {
  readonly option: LoginOption;
  readonly email: string;
  readonly returnTo: string;
  readonly onStart: () => void;
  readonly onRegister: () => void;
  /** Undefined until they are downloaded. */
  readonly others: OtherForms | undefined;
}

/** The form of a login option. */
export function OptionForm(props: OptionFormProps) {
  const { option, email, onStart, others, ...form } = props;
  const configurations = useUi((state) => state.loginConfigurations);
  const configuration = configurations.find(({ loginProvider }) => loginProvider === option.loginType);
  switch (option.loginType) {
    case 'CVENT_LOGIN':
      return others && <others.CventForm {...form} configuration={configuration} />;
    case 'BIZZABO_LOGIN':
      return others && <others.BizzaboForm {...form} configuration={configuration} />;
    case 'FIREBASE_OIDC':
      return <ProviderButton name={option.displayName} onStart={onStart} />;
    default:
      return (
        <PasswordForm {...form} configuration={passwordConfiguration(configurations)} initialEmail={email} />
      );
  }
}
