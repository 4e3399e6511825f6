/** The props of menus and selects. Their buttons are rendered before their lists are downloaded. */
import type { KeyboardEvent, ReactElement, ReactNode, Ref } from 'react';

export interface OpenerProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly role?: string | undefined;
  readonly onClick?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-haspopup'?: 'menu' | 'listbox' | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
  readonly 'aria-busy'?: boolean | undefined;
}

export interface MenuEntry {
  readonly key: string;
  readonly label: ReactNode;
  readonly lang?: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Of a state that can be on. */
  readonly checked?: boolean;
  readonly run: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<OpenerProps>;
  readonly label: string;
  /** Above the entries. */
  readonly heading?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly lang?: string;
  readonly icon?: ReactNode;
}

export interface SelectProps<T extends string> {
  /** The button that opens it and shows the selected option. */
  readonly trigger: ReactElement<OpenerProps>;
  readonly label: string;
  readonly value: T;
  readonly options: readonly SelectOption<T>[];
  readonly onChange: (value: T) => void;
}
