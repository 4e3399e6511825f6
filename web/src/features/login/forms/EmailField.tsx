import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { fieldMessageId, type FormProps } from './formProps.ts';
import { TextField } from './TextField.tsx';
import type { BoundField } from './useFields.ts';

export interface AccountFieldProps {
  readonly field: BoundField;
  readonly form: Pick<FormProps, 'message' | 'messageId'>;
}

/** With the attributes that on-screen keyboards and password managers need. */
export function EmailField({
  field,
  form,
  autoComplete = 'username',
}: AccountFieldProps & { readonly autoComplete?: 'username' | 'email' }) {
  const { t } = useTranslation('login');
  return (
    <TextField
      label={t('fields.email')}
      field={field}
      messageId={fieldMessageId(form, 'email')}
      type="email"
      name="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      dir="ltr"
    />
  );
}
