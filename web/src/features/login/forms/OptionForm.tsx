import type { LoginOption } from '@foyer/contract';
import { useUi } from '../../../platform/state/ui.ts';
import { BizzaboForm } from './BizzaboForm.tsx';
import { CventForm } from './CventForm.tsx';
import type { FormProps } from './formProps.ts';
import { passwordConfiguration } from '../loginOptions.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { ProviderButton } from '../ProviderLogin.tsx';

export interface OptionFormProps extends FormProps {
  readonly option: LoginOption;
  readonly email: string;
  readonly returnTo: string;
  readonly onStart: () => void;
  readonly onRegister: () => void;
}

/** The form of a login option. */
export function OptionForm({ option, email, returnTo, onStart, onRegister, ...form }: OptionFormProps) {
  const configurations = useUi((state) => state.loginConfigurations);
  const configuration = configurations.find(({ loginProvider }) => loginProvider === option.loginType);
  switch (option.loginType) {
    case 'CVENT_LOGIN':
      return <CventForm {...form} configuration={configuration} />;
    case 'BIZZABO_LOGIN':
      return <BizzaboForm {...form} configuration={configuration} />;
    case 'FIREBASE_OIDC':
      return <ProviderButton name={option.displayName} onStart={onStart} />;
    default:
      return (
        <PasswordForm
          {...form}
          configuration={passwordConfiguration(configurations)}
          initialEmail={email}
          returnTo={returnTo}
          onRegister={onRegister}
        />
      );
  }
}
