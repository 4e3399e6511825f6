/** Fields of new accounts and passwords, with the attributes that on-screen keyboards and password managers need. */
import { passwordLengthMin } from '@foyer/contract/limits';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { EmailField, type AccountFieldProps } from './EmailField.tsx';
import { fieldMessageId } from './formProps.ts';
import { TextField } from './TextField.tsx';
import type { BoundField } from './useFields.ts';

export function NewPasswordField({ field, form, label }: AccountFieldProps & { readonly label: string }) {
  const { t } = useTranslation('login');
  return (
    <TextField
      label={label}
      field={field}
      messageId={fieldMessageId(form, 'password')}
      hint={t('passwordRule', { limit: passwordLengthMin })}
      type="password"
      name="password"
      autoComplete="new-password"
      autoCapitalize="none"
      dir="ltr"
    />
  );
}

export interface NewAccountFieldsProps {
  readonly inputs: Readonly<Record<'name' | 'email' | 'password', BoundField>>;
  readonly form: AccountFieldProps['form'];
}

/** The fields of a new account: name, email, password. */
export function NewAccountFields({ inputs, form }: NewAccountFieldsProps) {
  const { t } = useTranslation('login');
  return (
    <>
      <TextField label={t('fields.name')} field={inputs.name} name="name" autoComplete="name" dir="auto" />
      <EmailField field={inputs.email} form={form} />
      <NewPasswordField field={inputs.password} form={form} label={t('fields.choosePassword')} />
    </>
  );
}
