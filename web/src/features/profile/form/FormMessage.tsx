import info from '@phosphor-icons/core/regular/info.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { Icon } from '../../../platform/icons/Icon.tsx';

/** A message about a whole form, above its first field. */
export function FormMessage({ text, tone }: { readonly text: string; readonly tone: 'danger' | 'info' }) {
  const isError = tone === 'danger';
  return (
    <p
      role={isError ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-field p-3 text-caption ${isError ? 'bg-danger-fill text-danger' : 'bg-info-fill text-ink'}`}
    >
      <Icon svg={isError ? warning : info} size={18} className={isError ? '' : 'text-info'} />
      {text}
    </p>
  );
}
