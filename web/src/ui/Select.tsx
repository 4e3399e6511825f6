import { lazy } from 'react';
import { OpensOnDemand } from './OpensOnDemand.tsx';
import type { SelectProps } from './popupProps.ts';
import { importWithRetry } from '../platform/loading/importWithRetry.ts';
import { useKeptFocus } from './useKeptFocus.ts';

export type { SelectOption, SelectProps } from './popupProps.ts';

const importPopup = () => import('./SelectPopup.tsx');
const load = () => importWithRetry(importPopup);
const SelectPopup = lazy(load);

/** A choice between several options, opened below its button. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, onChange } = props;
  const trigger = useKeptFocus(props.trigger);
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) onChange(chosen.value);
  };
  return (
    <OpensOnDemand trigger={trigger} haspopup="listbox" label={label} load={load}>
      <SelectPopup {...props} trigger={trigger} onChange={choose} />
    </OpensOnDemand>
  );
}
