import { Select as BaseSelect } from '@base-ui/react/select';
import checkIcon from '@phosphor-icons/core/bold/check-bold.svg?raw';
import { Icon } from '../platform/icons/Icon.tsx';
import { menuRow } from './menuRow.ts';
import type { SelectProps } from './popupProps.ts';

/** The open list of a `Select`, downloaded on first use; typing finds an entry. */
export default function SelectPopup({ trigger, label, value, options, onChange }: SelectProps<string>) {
  return (
    <BaseSelect.Root
      defaultOpen
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      modal={false}
    >
      <BaseSelect.Trigger aria-label={label} render={trigger} />
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={8} align="end" alignItemWithTrigger={false} className="z-50">
          <BaseSelect.Popup className="panel pop max-h-(--available-height) min-w-48 overflow-y-auto rounded-card p-2">
            <BaseSelect.List>
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  lang={option.lang}
                  className={menuRow}
                >
                  {option.icon}
                  <BaseSelect.ItemText className="flex-1">{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator>
                    <Icon svg={checkIcon} size={16} />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
