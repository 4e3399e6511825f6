/**
 * The fields of a login form: their values and their visible errors. Browsers autofill fields without an event, and hide
 * autofilled values from scripts until the user interacts with the page. Both are checked twice a second.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { runEvery } from '../../../platform/time/timers.ts';
import type { FieldError, Rule } from './fieldRules.ts';

/** LOGIN-08. */
const autofillCheckMs = 500;

interface FieldState {
  readonly value: string;
  readonly focused: boolean;
  /** The field had the focus and has lost it. */
  readonly touched: boolean;
  /** The browser has autofilled the field, but scripts cannot read the value yet. */
  readonly hiddenAutofill: boolean;
}

export interface BoundField {
  readonly value: string;
  /** The visible error. Fields that were not visited, or have the focus for the first time, show none. */
  readonly error: FieldError | undefined;
  readonly ref: (element: HTMLInputElement | null) => void;
  readonly onChange: (value: string) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  /** Called for the Enter key. If the form cannot be submitted, shows the errors and focuses the first invalid field. */
  readonly onEnter: () => void;
}

export interface Fields<Name extends string> {
  readonly inputs: Readonly<Record<Name, BoundField>>;
  /** All fields are valid, or autofilled with a value that scripts cannot read yet. */
  readonly canSubmit: boolean;
  readonly isValid: (name: Name) => boolean;
  /**
   * Creates a submit handler that sends the values of the input elements, or shows their errors. `send` resolves with the
   * name of the field to correct, if any, which is then focused.
   */
  readonly onSubmit: (
    send: (values: Readonly<Record<Name, string>>) => Promise<string | undefined>,
  ) => (event: FormEvent) => void;
  /** Sets values as if the user had typed them. */
  readonly setValues: (values: Readonly<Partial<Record<Name, string>>>) => void;
}

const emptyField: FieldState = { value: '', focused: false, touched: false, hiddenAutofill: false };

const isAutofilled = (input: HTMLInputElement): boolean => {
  try {
    return input.matches(':autofill');
  } catch {
    return false;
  }
};

function visibleError({ value, focused, touched }: FieldState, rule: Rule): FieldError | undefined {
  const validates = touched || (!focused && value !== '');
  return validates ? rule(value) : undefined;
}

type States<Name extends string> = Readonly<Record<Name, FieldState>>;

/** Updates the states with the values of the input elements. Returns the same object if nothing has changed. */
function readInputs<Name extends string>(
  before: States<Name>,
  inputs: ReadonlyMap<Name, HTMLInputElement>,
): States<Name> {
  let after = before;
  for (const [name, input] of inputs) {
    const { value } = input;
    const hiddenAutofill = value === '' && isAutofilled(input);
    if (value !== before[name].value || hiddenAutofill !== before[name].hiddenAutofill)
      after = { ...after, [name]: { ...before[name], value, hiddenAutofill } };
  }
  return after;
}

/** @param rules must be the same object in every render */
export function useFields<Name extends string>(
  rules: Readonly<Record<Name, Rule>>,
  initial?: Readonly<Partial<Record<Name, string>>>,
): Fields<Name> {
  const names = Object.keys(rules) as Name[];
  const record = <T>(valueOf: (name: Name) => T) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>;
  const [states, setStates] = useState<States<Name>>(() =>
    record((name) => ({ ...emptyField, value: initial?.[name] ?? '' })),
  );
  const inputs = useRef(new Map<Name, HTMLInputElement>());

  useEffect(() => {
    const { current } = inputs;
    return runEvery(autofillCheckMs, () => setStates((before) => readInputs(before, current)));
  }, []);

  const change = (name: Name, next: Partial<FieldState>) =>
    setStates((before) => ({ ...before, [name]: { ...before[name], ...next } }));
  const setValues = (values: Readonly<Partial<Record<Name, string>>>) => {
    for (const [name, value] of Object.entries(values) as [Name, string][])
      change(name, { value, touched: true, hiddenAutofill: false });
  };
  const isValid = (name: Name): boolean => rules[name](states[name].value) === undefined;
  const invalid = names.filter((name) => !states[name].hiddenAutofill && !isValid(name));
  const bind = (name: Name): BoundField => ({
    value: states[name].value,
    error: visibleError(states[name], rules[name]),
    ref(element) {
      if (element) inputs.current.set(name, element);
      else inputs.current.delete(name);
    },
    onChange: (value) => change(name, { value, hiddenAutofill: false }),
    onFocus: () => change(name, { focused: true }),
    onBlur: () => change(name, { focused: false, touched: true }),
    onEnter: () => {
      for (const each of invalid) change(each, { touched: true });
      const [first] = invalid;
      if (first) inputs.current.get(first)?.focus();
    },
  });

  const focus = (name: Name | undefined) => {
    const input = name && inputs.current.get(name);
    input?.focus();
    input?.select();
  };

  return {
    inputs: record(bind),
    canSubmit: invalid.length === 0,
    isValid,
    onSubmit: (send) => (event) => {
      event.preventDefault();
      const values = record((name) => inputs.current.get(name)?.value ?? '');
      if (names.some((name) => rules[name](values[name]) !== undefined)) setValues(values);
      else void send(values).then((toCorrect) => focus(names.find((name) => name === toCorrect)));
    },
    setValues,
  };
}
