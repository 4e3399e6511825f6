import { Menu as BaseMenu } from '@base-ui/react/menu';
import checkIcon from '@phosphor-icons/core/bold/check-bold.svg?raw';
import { Icon } from '../platform/icons/Icon.tsx';
import type { MenuEntry, MenuProps } from './popupProps.ts';
import { menuRow } from './menuRow.ts';

/** The open list of a `Menu`, downloaded on first use. */
export default function MenuPopup({ trigger, label, heading, entries }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={8} align="end" className="z-50">
          <BaseMenu.Popup
            aria-label={label}
            className="panel pop max-h-(--available-height) min-w-48 overflow-y-auto rounded-card p-2"
          >
            <BaseMenu.Group>
              {heading !== undefined && <BaseMenu.GroupLabel>{heading}</BaseMenu.GroupLabel>}
              {entries.map((entry) => (
                <Entry key={entry.key} entry={entry} />
              ))}
            </BaseMenu.Group>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const { lang, icon, label, disabled, checked, run } = entry;
  const row = { lang, disabled, onClick: run, className: menuRow };
  if (checked === undefined)
    return (
      <BaseMenu.Item {...row}>
        {icon}
        {label}
      </BaseMenu.Item>
    );
  return (
    <BaseMenu.CheckboxItem {...row} checked={checked} closeOnClick>
      {icon}
      {label}
      <BaseMenu.CheckboxItemIndicator className="ms-auto">
        <Icon svg={checkIcon} size={16} />
      </BaseMenu.CheckboxItemIndicator>
    </BaseMenu.CheckboxItem>
  );
}
