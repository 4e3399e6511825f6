import eye from '@phosphor-icons/core/regular/eye.svg?raw';
import eyeSlash from '@phosphor-icons/core/regular/eye-slash.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { useId, useState, type ComponentProps } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { isComposing } from '../../../ui/isComposing.ts';
import type { BoundField } from './useFields.ts';

type InputProps = 'name' | 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'readOnly' | 'dir';

export interface TextFieldProps extends Pick<ComponentProps<'input'>, InputProps> {
  readonly label: string;
  readonly field: BoundField;
  /** Shown below the field while it has no error. */
  readonly hint?: string | undefined;
  /** The id of the form's message, if that is about this field. */
  readonly messageId?: string | undefined;
}

/**
 * A field of a login form: label above, error below. The line for the error always exists, so that the button does not
 * move when the user leaves the field to click it. A password can be shown.
 */
export function TextField({ label, field, hint, messageId, type = 'text', ...input }: TextFieldProps) {
  const { t } = useTranslation('login');
  const id = useId();
  const [shown, setShown] = useState(false);
  const { error } = field;
  const below = error ?? hint;
  const describedBy = [below === undefined ? '' : `${id}-below`, messageId ?? ''].filter(Boolean).join(' ');
  const isPassword = type === 'password';
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="pb-2.5 text-caption font-strong text-ink-2">
        {label}
      </label>
      <div className="relative" dir={input.dir}>
        <input
          {...input}
          id={id}
          ref={(element) => field.ref(element)}
          type={isPassword && shown ? 'text' : type}
          value={field.value}
          onChange={({ target }) => field.onChange(target.value)}
          onFocus={field.onFocus}
          onBlur={field.onBlur}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) field.onEnter();
          }}
          required
          spellCheck={false}
          aria-invalid={error !== undefined || messageId !== undefined}
          aria-describedby={describedBy || undefined}
          className={`h-13 w-full rounded-tile border border-field-line bg-ink/6 ps-4 text-[1rem] text-ink read-only:text-ink-2 aria-invalid:border-danger ${isPassword ? 'pe-13' : 'pe-4'}`}
        />
        {isPassword && (
          <IconButton
            svg={shown ? eyeSlash : eye}
            label={t(shown ? 'hidePassword' : 'showPassword')}
            onClick={() => setShown(!shown)}
            className="absolute inset-e-1.5 top-1.5"
          />
        )}
      </div>
      <p
        id={`${id}-below`}
        aria-live="polite"
        className={`flex min-h-8 items-start gap-1.5 pt-1 pb-2.5 text-caption ${error ? 'text-danger' : 'text-ink-2'}`}
      >
        {error && <Icon svg={warning} size={16} className="mt-px" />}
        {error ? t(`errors.${error.kind}`, { ...error }) : hint}
      </p>
    </div>
  );
}
