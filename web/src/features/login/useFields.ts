/**
 * The fields of a login form: what stands in them, and which fault may be told already. Browsers fill fields without a
 * word, and hide from scripts what they filled in until somebody touches the page; both is looked for twice a second.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { runEvery } from '../../platform/time/timers.ts';
import type { Fault, Rule } from './fieldRules.ts';

/** LOGIN-08. */
const autofillCheckMs = 500;

interface FieldState {
  readonly value: string;
  readonly focused: boolean;
  /** Somebody was in it, and has gone on. */
  readonly left: boolean;
  /** The browser has filled it, and does not say with what yet. */
  readonly concealed: boolean;
}

export interface BoundField {
  readonly value: string;
  /** To be told now: nobody is blamed for a field they have not come to, or are still in for the first time. */
  readonly fault: Fault | undefined;
  readonly attach: (element: HTMLInputElement | null) => void;
  readonly onChange: (value: string) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  /** Sends nothing while the button is off: then it is told what is missing, and one is in the first such field. */
  readonly onEnter: () => void;
}

export interface Fields<Name extends string> {
  readonly bound: Readonly<Record<Name, BoundField>>;
  /** Filled and valid, as far as one can see. */
  readonly complete: boolean;
  readonly valid: (name: Name) => boolean;
  /**
   * Sends what really stands in the fields; where that cannot be sent its faults are told. `send` resolves with the field
   * to type again, if any, and that is where one is then.
   */
  readonly submitBy: (
    send: (values: Readonly<Record<Name, string>>) => Promise<string | undefined>,
  ) => (event: FormEvent) => void;
  /** As if somebody had typed it. */
  readonly write: (values: Readonly<Partial<Record<Name, string>>>) => void;
}

const untouched: FieldState = { value: '', focused: false, left: false, concealed: false };

const isAutofilled = (input: HTMLInputElement): boolean => {
  try {
    return input.matches(':autofill');
  } catch {
    return false;
  }
};

function shownFault({ value, focused, left }: FieldState, rule: Rule): Fault | undefined {
  const validates = left || (!focused && value !== '');
  return validates ? rule(value) : undefined;
}

type States<Name extends string> = Readonly<Record<Name, FieldState>>;

/** The same states again where the browser has filled nothing in behind our back. */
function lookedAt<Name extends string>(
  before: States<Name>,
  inputs: ReadonlyMap<Name, HTMLInputElement>,
): States<Name> {
  let after = before;
  for (const [name, input] of inputs) {
    const { value } = input;
    const concealed = value === '' && isAutofilled(input);
    if (value !== before[name].value || concealed !== before[name].concealed)
      after = { ...after, [name]: { ...before[name], value, concealed } };
  }
  return after;
}

/** @param rules the same object at every rendering */
export function useFields<Name extends string>(
  rules: Readonly<Record<Name, Rule>>,
  initial?: Readonly<Partial<Record<Name, string>>>,
): Fields<Name> {
  const names = Object.keys(rules) as Name[];
  const record = <T>(of: (name: Name) => T) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;
  const [states, setStates] = useState<States<Name>>(() =>
    record((name) => ({ ...untouched, value: initial?.[name] ?? '' })),
  );
  const inputs = useRef(new Map<Name, HTMLInputElement>());

  useEffect(() => {
    const { current } = inputs;
    return runEvery(autofillCheckMs, () => setStates((before) => lookedAt(before, current)));
  }, []);

  const change = (name: Name, next: Partial<FieldState>) =>
    setStates((before) => ({ ...before, [name]: { ...before[name], ...next } }));
  const write = (values: Readonly<Partial<Record<Name, string>>>) => {
    for (const [name, value] of Object.entries(values) as [Name, string][])
      change(name, { value, left: true, concealed: false });
  };
  const valid = (name: Name): boolean => rules[name](states[name].value) === undefined;
  const lacking = names.filter((name) => !states[name].concealed && !valid(name));
  const bind = (name: Name): BoundField => ({
    value: states[name].value,
    fault: shownFault(states[name], rules[name]),
    attach(element) {
      if (element) inputs.current.set(name, element);
      else inputs.current.delete(name);
    },
    onChange: (value) => change(name, { value, concealed: false }),
    onFocus: () => change(name, { focused: true }),
    onBlur: () => change(name, { focused: false, left: true }),
    onEnter: () => {
      for (const each of lacking) change(each, { left: true });
      const [first] = lacking;
      if (first) inputs.current.get(first)?.focus();
    },
  });

  const focus = (name: Name | undefined) => {
    const input = name && inputs.current.get(name);
    input?.focus();
    input?.select();
  };

  return {
    bound: record(bind),
    complete: lacking.length === 0,
    valid,
    submitBy: (send) => (event) => {
      event.preventDefault();
      const values = record((name) => inputs.current.get(name)?.value ?? '');
      if (names.some((name) => rules[name](values[name]) !== undefined)) write(values);
      else void send(values).then((again) => focus(names.find((name) => name === again)));
    },
    write,
  };
}
