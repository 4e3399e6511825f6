/** One's own profile while it is edited. */
import { tidyProfileValue, type Architecture, type ProfileData, type ProfileField } from '@foyer/contract';
import { useRef, useState } from 'react';
import { asAddress, changesOf, faultOf, valuesOf, written, type Fault, type Values } from './profileForm.ts';
import { textOf } from './profileWords.ts';
import { save as send } from './saving.ts';

export interface ProfileForm {
  readonly values: Values;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** What is said above the fields. */
  readonly message: 'check' | 'notSaved' | 'savedBefore' | undefined;
  /** The fault that is shown beside a field; undefined while nobody has left it. */
  readonly faultOf: (key: string) => Fault | undefined;
  readonly change: (key: string, value: string) => void;
  readonly leave: (key: string) => void;
  /** Back to what is saved. */
  readonly reset: () => void;
  /** True when nothing is left to save: not where something was typed meanwhile. */
  readonly save: () => Promise<boolean>;
}

type Faults = Readonly<Record<string, Fault | undefined>>;

/** What is typed, also for who has waited for an answer: it may be more by then. */
function useTyped() {
  const [typed, show] = useState<Values>({});
  const now = useRef<Values>({});
  const type = (values: Values): void => {
    now.current = values;
    show(values);
  };
  return { typed, type, now };
}

export function useProfileForm(
  architecture: Architecture,
  profile: ProfileData,
  fields: readonly ProfileField[],
): ProfileForm {
  const { typed, type, now } = useTyped();
  const [faults, setFaults] = useState<Faults>({});
  const [saving, setSaving] = useState(false);
  const [message, setMessage] = useState<ProfileForm['message']>();
  const underWay = useRef<Promise<boolean>>(undefined);
  const values = { ...valuesOf(fields, profile), ...typed };
  const changes = changesOf(fields, values, profile);
  const dirty = Object.keys(changes).length > 0;

  const judge = (): boolean => {
    const found = Object.fromEntries(
      written(fields)
        .filter(({ editable }) => editable)
        .map((field) => [field.key, faultOf(field, values[field.key] ?? '', textOf(profile, field.key))]),
    );
    setFaults(found);
    return Object.values(found).every((fault) => fault === undefined);
  };

  /** What was sent is saved; what was typed since stays. */
  const keepRest = (): boolean => {
    const rest = Object.entries(now.current).filter(
      ([key, value]) => tidyProfileValue(value) !== tidyProfileValue(values[key] ?? ''),
    );
    type(Object.fromEntries(rest));
    if (rest.length > 0) setMessage('savedBefore');
    return rest.length === 0;
  };

  const sendChanges = async (): Promise<boolean> => {
    setSaving(true);
    const refused = await send(architecture.id, changes);
    setSaving(false);
    if (refused === undefined) return keepRest();
    // Whoever has discarded it all has nothing to look at.
    if (Object.keys(now.current).length === 0) return false;
    if (refused.field === undefined) {
      setMessage('notSaved');
      return false;
    }
    const { field, fault } = refused;
    const isSame = (now.current[field] ?? values[field]) === values[field];
    if (isSame) setFaults((before) => ({ ...before, [field]: fault }));
    setMessage('check');
    return false;
  };

  return {
    values,
    dirty,
    saving,
    message,
    faultOf: (key) => faults[key],
    change: (key, value) => {
      type({ ...now.current, [key]: value });
      setFaults((before) => ({ ...before, [key]: undefined }));
    },
    leave: (key) => {
      const field = fields.find((known) => known.key === key);
      if (!field) return;
      const given = values[key] ?? '';
      const value = field.kind === 'link' ? asAddress(given) : given;
      if (value !== given) type({ ...now.current, [key]: value });
      setFaults((before) => ({ ...before, [key]: faultOf(field, value, textOf(profile, key)) }));
    },
    reset: () => {
      type({});
      setFaults({});
      setMessage(undefined);
    },
    save: () => {
      if (underWay.current) return underWay.current;
      if (!judge()) {
        setMessage('check');
        return Promise.resolve(false);
      }
      setMessage(undefined);
      if (!dirty) return Promise.resolve(true);
      const sent = sendChanges().finally(() => {
        underWay.current = undefined;
      });
      underWay.current = sent;
      return sent;
    },
  };
}
