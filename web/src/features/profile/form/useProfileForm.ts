/** The state of the profile form. */
import {
  normalizeProfileValue,
  type Architecture,
  type ProfileData,
  type ProfileField,
} from '@foyer/contract';
import { useRef, useState } from 'react';
import {
  completeUrl,
  changesOf,
  errorOf,
  valuesOf,
  formFields,
  type FieldError,
  type Values,
} from './formValues.ts';
import { textOf } from '../profileTexts.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { saveAttributes } from './saveAttributes.ts';

export interface ProfileForm {
  readonly values: Values;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Message above the fields. */
  readonly message: 'check' | 'notSaved' | 'savedBefore' | undefined;
  /** The error beside a field; undefined until the field has lost the focus. */
  readonly errorOf: (key: string) => FieldError | undefined;
  readonly change: (key: string, value: string) => void;
  readonly blur: (key: string) => void;
  /** Discards all changes. */
  readonly reset: () => void;
  /** Returns true if nothing is unsaved afterwards; false after an error, or if the user has typed meanwhile. */
  readonly save: () => Promise<boolean>;
}

type FieldErrors = Readonly<Record<string, FieldError | undefined>>;

/** The typed values as state, and as a ref for code that has awaited a response. */
function useTypedValues() {
  const [typed, setTyped] = useState<Values>({});
  const latest = useRef<Values>({});
  const update = (values: Values): void => {
    latest.current = values;
    setTyped(values);
  };
  return { typed, update, latest };
}

export function useProfileForm(
  architecture: Architecture,
  profile: ProfileData,
  fields: readonly ProfileField[],
): ProfileForm {
  const visit = useVisit();
  const { typed, update, latest } = useTypedValues();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saving, setSaving] = useState(false);
  const [message, setMessage] = useState<ProfileForm['message']>();
  const pendingSave = useRef<Promise<boolean>>(undefined);
  const values = { ...valuesOf(fields, profile), ...typed };
  const changes = changesOf(fields, values, profile);
  const dirty = Object.keys(changes).length > 0;

  const validate = (): boolean => {
    const found = Object.fromEntries(
      formFields(fields)
        .filter(({ editable }) => editable)
        .map((field) => [field.key, errorOf(field, values[field.key] ?? '', textOf(profile, field.key))]),
    );
    setErrors(found);
    return Object.values(found).every((error) => error === undefined);
  };

  /** Keeps values that were typed while the sent ones were being saved. */
  const keepLaterChanges = (): boolean => {
    const rest = Object.entries(latest.current).filter(
      ([key, value]) => normalizeProfileValue(value) !== normalizeProfileValue(values[key] ?? ''),
    );
    update(Object.fromEntries(rest));
    if (rest.length > 0) setMessage('savedBefore');
    return rest.length === 0;
  };

  const sendChanges = async (): Promise<boolean> => {
    setSaving(true);
    const failure = await saveAttributes(visit, architecture.id, changes);
    setSaving(false);
    if (failure === undefined) return keepLaterChanges();
    // Nothing to show if the user has discarded all changes.
    if (Object.keys(latest.current).length === 0) return false;
    if (failure.field === undefined) {
      setMessage('notSaved');
      return false;
    }
    const { field, error } = failure;
    const isSame = (latest.current[field] ?? values[field]) === values[field];
    if (isSame) setErrors((before) => ({ ...before, [field]: error }));
    setMessage('check');
    return false;
  };

  return {
    values,
    dirty,
    saving,
    message,
    errorOf: (key) => errors[key],
    change: (key, value) => {
      update({ ...latest.current, [key]: value });
      setErrors((before) => ({ ...before, [key]: undefined }));
    },
    blur: (key) => {
      const field = fields.find((candidate) => candidate.key === key);
      if (!field) return;
      const typedValue = values[key] ?? '';
      const value = field.kind === 'link' ? completeUrl(typedValue) : typedValue;
      if (value !== typedValue) update({ ...latest.current, [key]: value });
      setErrors((before) => ({ ...before, [key]: errorOf(field, value, textOf(profile, key)) }));
    },
    reset: () => {
      update({});
      setErrors({});
      setMessage(undefined);
    },
    save: () => {
      if (pendingSave.current) return pendingSave.current;
      if (!validate()) {
        setMessage('check');
        return Promise.resolve(false);
      }
      setMessage(undefined);
      if (!dirty) return Promise.resolve(true);
      const sent = sendChanges().finally(() => {
        pendingSave.current = undefined;
      });
      pendingSave.current = sent;
      return sent;
    },
  };
}
