import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import buildings from '@phosphor-icons/core/regular/buildings.svg?raw';
import envelope from '@phosphor-icons/core/regular/envelope-simple.svg?raw';
import ticket from '@phosphor-icons/core/regular/ticket.svg?raw';
import type { LoginOption } from '@foyer/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { needsOtherForms, preloadOtherForms } from './forms/useOtherForms.ts';
import type { LoginType } from './loginOptions.ts';
import { optionKey } from './useLoginView.ts';

const icons: Readonly<Record<LoginType, string>> = {
  CVENT_LOGIN: ticket,
  BIZZABO_LOGIN: ticket,
  FIREBASE_OIDC: buildings,
  EMAIL_PASSWORD: envelope,
};

export interface OptionListProps {
  readonly options: readonly LoginOption[];
  readonly onChoose: (option: LoginOption) => void;
  /** The key of the option whose form was closed; its button is focused. */
  readonly returnedFrom: string | undefined;
}

/** A button for each login option, with its name and what is needed for it (LOGIN-01). */
export function OptionList({ options, onChoose, returnedFrom }: OptionListProps) {
  const { t } = useTranslation('login');
  const returned = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (returnedFrom !== undefined) returned.current?.focus();
  }, [returnedFrom]);
  return (
    <ul className="flex flex-col gap-2.5">
      {options.map((option) => {
        const { loginType, displayName } = option;
        const key = optionKey(option);
        const preload = needsOtherForms(loginType) ? preloadOtherForms : undefined;
        return (
          <li key={key}>
            <button
              type="button"
              ref={key === returnedFrom ? returned : undefined}
              onClick={() => onChoose(option)}
              onPointerEnter={preload}
              onFocus={preload}
              className="press flex min-h-17 w-full items-center gap-4 rounded-tile border border-line bg-ink/6 px-3 py-2.5 text-start hover:bg-raised"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-field bg-ink/8">
                <Icon svg={icons[loginType]} size={22} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-[1rem]/5 font-strong">
                  <bdi>{displayName}</bdi>
                </span>
                {loginType !== 'EMAIL_PASSWORD' && (
                  <span className="block text-caption text-ink-2">{t(`needs.${loginType}`)}</span>
                )}
              </span>
              <Icon svg={caretDown} size={16} className="-rotate-90 rtl:rotate-90" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
