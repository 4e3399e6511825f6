/** The switch for networking, with an explanation of its current effect. */
import { useId, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { saveAttributes } from '../form/saveAttributes.ts';

export interface NetworkingProps {
  readonly architectureId: string;
  readonly open: boolean;
  readonly label: string;
  readonly editable: boolean;
}

export function Networking({ architectureId, open, label, editable }: NetworkingProps) {
  const { t } = useTranslation('profile');
  const visit = useVisit();
  const id = useId();
  /** The choice that is being saved. */
  const [pending, setPending] = useState<boolean>();
  const [result, setResult] = useState<'saved' | 'notSaved'>();
  const shown = pending ?? open;
  const change = async (next: boolean) => {
    setPending(next);
    setResult(undefined);
    const failure = await saveAttributes(visit, architectureId, { openForNetworking: next });
    setResult(failure === undefined ? 'saved' : 'notSaved');
    setPending(undefined);
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
        <p role="status" className={`text-caption ${result === 'notSaved' ? 'text-danger' : 'text-ink-2'}`}>
          {result && t(`networking.${result}`)}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-means`}
        checked={shown}
        disabled={!editable || pending !== undefined}
        onCheckedChange={(next) => void change(next)}
      />
    </section>
  );
}
