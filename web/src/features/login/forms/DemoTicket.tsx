import type { LoginConfiguration } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';

type Ticket = NonNullable<LoginConfiguration['demoTicket']>;

export interface DemoTicketProps {
  readonly ticket: Ticket | undefined;
  readonly onChoose: (ticket: Ticket) => void;
}

/** Only in a demo: fills in a ticket number. */
export function DemoTicket({ ticket, onChoose }: DemoTicketProps) {
  const { t } = useTranslation('login');
  if (!ticket) return null;
  return (
    <div className="mt-6 border-t border-line pt-4">
      <Button kind="quiet" size="small" onClick={() => onChoose(ticket)}>
        {t('demo.ticket')}
      </Button>
    </div>
  );
}
