/** One's own profile while it is edited. */
import type { Architecture, ProfileData, ProfileField } from '@foyer/contract';
import { useState } from 'react';
import { asAddress, changesOf, faultOf, valuesOf, written, type Fault, type Values } from './profileForm.ts';
import { save as send } from './saving.ts';

export interface ProfileForm {
  readonly values: Values;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** What is said above the fields. */
  readonly message: 'check' | 'notSaved' | undefined;
  /** The fault that is shown beside a field; undefined while nobody has left it. */
  readonly faultOf: (key: string) => Fault | undefined;
  readonly change: (key: string, value: string) => void;
  readonly leave: (key: string) => void;
  /** Back to what is saved. */
  readonly reset: () => void;
  /** True when nothing is left to save. */
  readonly save: () => Promise<boolean>;
}

export function useProfileForm(
  architecture: Architecture,
  profile: ProfileData,
  fields: readonly ProfileField[],
): ProfileForm {
  const [changed, setChanged] = useState<Values>({});
  const [faults, setFaults] = useState<Readonly<Record<string, Fault | undefined>>>({});
  const [saving, setSaving] = useState(false);
  const [message, setMessage] = useState<ProfileForm['message']>();
  const values = { ...valuesOf(fields, profile), ...changed };
  const changes = changesOf(fields, values, profile);
  const dirty = Object.keys(changes).length > 0;

  const judge = (): boolean => {
    const found = Object.fromEntries(
      written(fields)
        .filter(({ editable }) => editable)
        .map((field) => [field.key, faultOf(field, values[field.key] ?? '')]),
    );
    setFaults(found);
    return Object.values(found).every((fault) => fault === undefined);
  };

  return {
    values,
    dirty,
    saving,
    message,
    faultOf: (key) => faults[key],
    change: (key, value) => {
      setChanged((before) => ({ ...before, [key]: value }));
      setFaults((before) => ({ ...before, [key]: undefined }));
    },
    leave: (key) => {
      const field = fields.find((known) => known.key === key);
      if (!field) return;
      const given = values[key] ?? '';
      const value = field.kind === 'link' ? asAddress(given) : given;
      if (value !== given) setChanged((before) => ({ ...before, [key]: value }));
      setFaults((before) => ({ ...before, [key]: faultOf(field, value) }));
    },
    reset: () => {
      setChanged({});
      setFaults({});
      setMessage(undefined);
    },
    save: async () => {
      if (!judge()) {
        setMessage('check');
        return false;
      }
      setMessage(undefined);
      if (!dirty) return true;
      setSaving(true);
      const refused = await send(architecture.id, changes);
      setSaving(false);
      if (refused === undefined) {
        setChanged({});
        return true;
      }
      if (refused.field === undefined) setMessage('notSaved');
      else {
        const { field, fault } = refused;
        setFaults((before) => ({ ...before, [field]: fault }));
        setMessage('check');
      }
      return false;
    },
  };
}
