import info from '@phosphor-icons/core/regular/info.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';

/** What a form has to say as a whole, above its first field. */
export function FormMessage({ text, tone }: { readonly text: string; readonly tone: 'danger' | 'info' }) {
  const isFault = tone === 'danger';
  return (
    <p
      role={isFault ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-field p-3 text-caption ${isFault ? 'bg-danger-fill text-danger' : 'bg-info-fill text-ink'}`}
    >
      <Icon svg={isFault ? warning : info} size={18} className={isFault ? '' : 'text-info'} />
      {text}
    </p>
  );
}
