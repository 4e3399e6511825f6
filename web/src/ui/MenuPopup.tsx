import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { MenuProps } from './popupProps.ts';
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
              {entries.map(({ key, lang, icon, run, label: text }) => (
                <BaseMenu.Item key={key} lang={lang} onClick={run} className={menuRow}>
                  {icon}
                  {text}
                </BaseMenu.Item>
              ))}
            </BaseMenu.Group>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
