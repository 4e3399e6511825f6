/** The one switch about who sees more, with what it means at this moment. */
import { useId, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Switch } from '../../ui/Switch.tsx';
import { save } from './saving.ts';

export interface NetworkingProps {
  readonly architectureId: string;
  readonly open: boolean;
  readonly label: string;
  readonly editable: boolean;
}

export function Networking({ architectureId, open, label, editable }: NetworkingProps) {
  const { t } = useTranslation('profile');
  const id = useId();
  /** What was chosen and is on its way. */
  const [wanted, setWanted] = useState<boolean>();
  const [told, setTold] = useState<'saved' | 'notSaved'>();
  const shown = wanted ?? open;
  const change = async (next: boolean) => {
    setWanted(next);
    setTold(undefined);
    const refused = await save(architectureId, { openForNetworking: next });
    setTold(refused === undefined ? 'saved' : 'notSaved');
    setWanted(undefined);
  };
  return (
    <section aria-labelledby={id} className="mt-5 flex items-start gap-4 border-t border-line pt-5">
      <div className="min-w-0 flex-1">
        <h3 id={id} className="text-name font-strong">
          {label}
        </h3>
        <p id={`${id}-means`} className="mt-0.5 text-caption text-ink-2">
          {t(shown ? 'networking.on' : 'networking.off')}
        </p>
        <p role="status" className={`text-caption ${told === 'notSaved' ? 'text-danger' : 'text-ink-2'}`}>
          {told && t(`networking.${told}`)}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-means`}
        checked={shown}
        disabled={!editable || wanted !== undefined}
        onCheckedChange={(next) => void change(next)}
      />
    </section>
  );
}
