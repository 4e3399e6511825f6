/** The fields that several forms have in common: the right keyboard, and what a password manager looks for. */
import { passwordLengthMin } from '@foyer/contract/limits';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { flawIn, type FormProps } from './formProps.ts';
import { TextField } from './TextField.tsx';
import type { BoundField } from './useFields.ts';

interface PersonFieldProps {
  readonly field: BoundField;
  readonly form: Pick<FormProps, 'message' | 'messageId'>;
}

export function EmailField({
  field,
  form,
  autoComplete = 'username',
}: PersonFieldProps & { readonly autoComplete?: 'username' | 'email' }) {
  const { t } = useTranslation('login');
  return (
    <TextField
      label={t('fields.email')}
      field={field}
      flawedBy={flawIn(form, 'email')}
      type="email"
      name="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      dir="ltr"
    />
  );
}

export function NewPasswordField({ field, form, label }: PersonFieldProps & { readonly label: string }) {
  const { t } = useTranslation('login');
  return (
    <TextField
      label={label}
      field={field}
      flawedBy={flawIn(form, 'password')}
      hint={t('passwordRule', { limit: passwordLengthMin })}
      type="password"
      name="password"
      autoComplete="new-password"
      autoCapitalize="none"
      dir="ltr"
    />
  );
}

export interface NewPersonFieldsProps {
  readonly bound: Readonly<Record<'name' | 'email' | 'password', BoundField>>;
  readonly form: PersonFieldProps['form'];
}

/** Of whoever makes an account: a name, an email, a password of their choice. */
export function NewPersonFields({ bound, form }: NewPersonFieldsProps) {
  const { t } = useTranslation('login');
  return (
    <>
      <TextField label={t('fields.name')} field={bound.name} name="name" autoComplete="name" dir="auto" />
      <EmailField field={bound.email} form={form} />
      <NewPasswordField field={bound.password} form={form} label={t('fields.choosePassword')} />
    </>
  );
}
