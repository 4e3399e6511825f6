import { Field as BaseField } from '@base-ui/react/field';
import warningIcon from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import type { ComponentProps } from 'react';
import { Icon } from '../platform/icons/Icon.tsx';

export interface FieldProps extends Omit<ComponentProps<typeof BaseField.Control>, 'className'> {
  readonly label: string;
  readonly hint?: string;
  /** Shown below the field with an icon. */
  readonly error?: string | undefined;
}

/** A labelled text field: label above, error below. */
export function Field({ label, hint, error, ...control }: FieldProps) {
  return (
    <BaseField.Root invalid={error !== undefined} className="flex flex-col gap-1.5">
      <BaseField.Label className="pb-1 text-caption font-strong text-ink-2">{label}</BaseField.Label>
      <BaseField.Control
        {...control}
        className="h-11 rounded-field border border-field-line bg-ink/6 px-4 text-[1rem] text-ink placeholder:text-ink-3 data-invalid:border-danger disabled:opacity-60 tablet:text-body"
      />
      {hint !== undefined && !error && (
        <BaseField.Description className="text-caption text-ink-2">{hint}</BaseField.Description>
      )}
      {error !== undefined && (
        <BaseField.Error match className="flex items-center gap-1.5 text-caption text-danger">
          <Icon svg={warningIcon} size={16} />
          {error}
        </BaseField.Error>
      )}
    </BaseField.Root>
  );
}
