/** One's own profile, each field in its place, to be written in. */
import { profileLimit, type ProfileField } from '@foyer/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { FormField } from './FormField.tsx';
import { FormMessage } from './FormMessage.tsx';
import { written, lengthOf } from './profileForm.ts';
import { useFieldLabel } from './profileWords.ts';
import type { ProfileForm as Form } from './useProfileForm.ts';

export interface ProfileFormProps {
  readonly form: Form;
  readonly fields: readonly ProfileField[];
  /** The email, which is changed elsewhere. */
  readonly email: string;
  /** The field to begin with. */
  readonly first: string;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

const completions: Readonly<Record<string, string>> = {
  name: 'name',
  company: 'organization',
  title: 'organization-title',
  socialMedia: 'url',
};

function useHint(): (field: ProfileField, value: string) => string {
  const { t } = useTranslation('profile');
  return (field, value) => {
    const limit = profileLimit(field);
    const length = lengthOf(value);
    if (!field.editable) return t('hints.locked');
    // Near its end one wants to know how much is left.
    if (length > limit * 0.8) return t('counter', { length, limit });
    if (field.key === 'privateInformation') return t('hints.privateInformation');
    return t(`seenBy.${field.seenBy}`);
  };
}

export function ProfileForm({ form, fields, email, first, onSaved, onCancel }: ProfileFormProps) {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const hint = useHint();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  }, [first]);
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
      {written(fields).map((field) => {
        const { key } = field;
        const value = form.values[key] ?? '';
        const fault = form.faultOf(key);
        return (
          <FormField
            key={key}
            name={key}
            label={label(field)}
            value={value}
            onChange={(next) => form.change(key, next)}
            onBlur={() => form.leave(key)}
            readOnly={!field.editable}
            long={field.kind === 'text'}
            autoComplete={completions[key] ?? 'off'}
            {...(field.kind === 'link' && { inputMode: 'url' as const, dir: 'ltr' })}
            hint={hint(field, value)}
            error={fault && t(`faults.${fault.kind}`, { ...fault })}
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
      <div className="sticky -bottom-6 z-1 -mx-6 -mb-6 flex gap-2 border-t border-line bg-solid px-6 py-3">
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
