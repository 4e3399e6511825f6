/**
 * Extensions of the account menu, whose entries are also in the phone's menu: `features/<name>/accountMenu.extensions.ts`
 * exports `extensions`. These files are downloaded with the first of the two menus.
 */
import { hookOfEach, sortExtensions, type Ordered } from './extension.tsx';

export interface AccountEntry {
  readonly key: string;
  readonly label: string;
  /** Raw SVG of a Phosphor icon. */
  readonly icon: string;
  /** Whether the icon is mirrored in languages that are written from right to left. */
  readonly isMirrored?: boolean;
  readonly run: () => void;
}

export interface AccountExtension extends Ordered {
  /** A hook: the entry as it is now, undefined while there is none. Guests have the entries of the phone's menu, too. */
  readonly useEntry: () => AccountEntry | undefined;
}

export interface AccountMenuExtensions {
  readonly entries: readonly AccountExtension[];
}

const found = import.meta.glob<AccountMenuExtensions>('../features/*/accountMenu.extensions.ts', {
  eager: true,
  import: 'extensions',
});

/** A hook: the entries of the account menu. */
export const useAccountEntries = hookOfEach(
  sortExtensions(found, ({ entries }) => entries).map(({ useEntry }) => useEntry),
);
