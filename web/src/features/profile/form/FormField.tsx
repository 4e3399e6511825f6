import lockIcon from '@phosphor-icons/core/regular/lock-simple.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';

type InputProps = 'autoComplete' | 'inputMode' | 'type' | 'readOnly' | 'dir' | 'spellCheck' | 'name';

export interface FormFieldProps extends Pick<ComponentProps<'input'>, InputProps> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** Shown below the field while there is no error. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** A textarea instead of an input. */
  readonly multiline?: boolean;
  /** An element over the end of the field. */
  readonly trailing?: ReactNode;
}

const control =
  'w-full rounded-field border border-field-line bg-ink/6 px-4 text-[1rem] text-ink placeholder:text-ink-3 aria-invalid:border-danger read-only:border-dashed read-only:bg-transparent read-only:text-ink-2 tablet:text-body';

/** A form field: label above, error with icon or hint below. */
export function FormField(props: FormFieldProps) {
  const { label, value, onChange, onBlur, hint, error, multiline = false, trailing, ...input } = props;
  const id = useId();
  const below = error ?? hint;
  const shared = {
    ...input,
    id,
    value,
    onBlur,
    dir: input.dir ?? 'auto',
    'aria-invalid': error !== undefined,
    'aria-describedby': below === undefined ? undefined : `${id}-below`,
  } as const;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="flex items-center gap-1.5 pb-1 text-caption font-strong text-ink-2">
        {label}
        {input.readOnly && <Icon svg={lockIcon} size={14} />}
      </label>
      <div className="relative">
        {multiline ? (
          <textarea
            {...shared}
            rows={4}
            onChange={({ target }) => onChange(target.value)}
            className={`${control} block min-h-26 resize-y py-2.5`}
          />
        ) : (
          <input
            {...shared}
            onChange={({ target }) => onChange(target.value)}
            className={`${control} h-11 ${trailing ? 'pe-12' : ''}`}
          />
        )}
        {trailing && <span className="absolute inset-e-0.5 top-0.5">{trailing}</span>}
      </div>
      {below !== undefined && (
        <p
          id={`${id}-below`}
          aria-live="polite"
          className={`flex items-start gap-1.5 text-caption ${error === undefined ? 'text-ink-2' : 'text-danger'}`}
        >
          {error !== undefined && <Icon svg={warning} size={16} className="mt-px" />}
          {below}
        </p>
      )}
    </div>
  );
}
