/** The form for the user's own profile. */
import { maxProfileValueLength, type ProfileField } from '@foyer/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormField } from './FormField.tsx';
import { FormMessage } from './FormMessage.tsx';
import { formFields, lengthOf } from './formValues.ts';
import { useFieldLabel } from '../profileTexts.ts';
import type { ProfileForm as Form } from './useProfileForm.ts';

export interface ProfileFormProps {
  readonly form: Form;
  readonly fields: readonly ProfileField[];
  /** The email, which is read-only here. */
  readonly email: string;
  /** The key of the field that receives the focus. */
  readonly firstField: string;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

const autoCompletes: Readonly<Record<string, string>> = {
  name: 'name',
  company: 'organization',
  title: 'organization-title',
  socialMedia: 'url',
};

function useHint(): (field: ProfileField, value: string) => string {
  const { t } = useTranslation('profile');
  return (field, value) => {
    const limit = maxProfileValueLength(field);
    const length = lengthOf(value);
    if (!field.editable) return t('hints.locked');
    // The counter is shown from 80 % of the limit.
    if (length > limit * 0.8) return t('counter', { length, limit });
    if (field.key === 'privateInformation') return t('hints.privateInformation');
    return t(`seenBy.${field.visibleTo}`);
  };
}

export function ProfileForm({ form, fields, email, firstField, onSaved, onCancel }: ProfileFormProps) {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const hint = useHint();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(`[name="${CSS.escape(firstField)}"]`)?.focus();
  }, [firstField]);
  const submit = async () => {
    if (await form.save()) onSaved();
    else box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const emailField = fields.find(({ key }) => key === 'email');
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-5"
    >
      {form.message && (
        <FormMessage tone={form.message === 'savedBefore' ? 'info' : 'danger'} text={t(form.message)} />
      )}
      {formFields(fields).map((field) => {
        const { key } = field;
        const value = form.values[key] ?? '';
        const error = form.errorOf(key);
        return (
          <FormField
            key={key}
            name={key}
            label={label(field)}
            value={value}
            onChange={(next) => form.change(key, next)}
            onBlur={() => form.blur(key)}
            readOnly={!field.editable}
            multiline={field.kind === 'text'}
            autoComplete={autoCompletes[key] ?? 'off'}
            {...(field.kind === 'link' && { inputMode: 'url' as const, dir: 'ltr' })}
            hint={hint(field, value)}
            error={error && t(`errors.${error.kind}`, { ...error })}
          />
        );
      })}
      {emailField && (
        <FormField
          label={label(emailField)}
          value={email}
          onChange={() => undefined}
          readOnly
          dir="ltr"
          hint={t('hints.email')}
        />
      )}
      <div className="fade-above sticky -bottom-6 z-1 -mx-6 -mb-6 flex gap-2 border-t border-line bg-solid px-6 py-3">
        <Button type="submit" kind="primary" busy={form.saving} className="flex-1">
          {t(form.saving ? 'saving' : 'save')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
