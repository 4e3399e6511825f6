import eye from '@phosphor-icons/core/regular/eye.svg?raw';
import eyeSlash from '@phosphor-icons/core/regular/eye-slash.svg?raw';
import { useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { FormField, type FormFieldProps } from '../form/FormField.tsx';

export interface PasswordInputProps extends Omit<
  FormFieldProps,
  'type' | 'trailing' | 'dir' | 'autoComplete'
> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password field with a button to show the password. */
export function PasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation('profile');
  const [shown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      spellCheck={false}
      trailing={
        <IconButton
          svg={shown ? eyeSlash : eye}
          label={t(shown ? 'settings.hide' : 'settings.show')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
