import downloadIcon from '@phosphor-icons/core/regular/download-simple.svg?raw';
import { downloadFigures, type figureTables } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { operatingMode } from '../../../platform/base.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { saveFile } from '../../../platform/saveFile.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import { Button } from '../../../ui/Button.tsx';
import { dateOf } from '../range/zonedTime.ts';

export interface CsvButtonProps {
  readonly table: (typeof figureTables)[number];
  /** The range of the shown figures. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** Names the table, for screen readers. */
  readonly label: string;
}

/** Downloads a table of the shown range as CSV. */
export function CsvButton({ table, from, to, timeZone, label }: CsvButtonProps) {
  const { t } = useTranslation('analytics');
  const showSnackbar = useShowSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const architectureId = useVenue(({ architecture }) => architecture?.id);
  const download = async (): Promise<void> => {
    if (architectureId === undefined) return;
    setIsBusy(true);
    try {
      const bytes = await call(downloadFigures, {
        query: { architectureId, from, to, table },
        report: 'console',
        retry: false,
        // A role that has been withdrawn does not end the session.
        keepsSession: true,
      });
      const mode = operatingMode === 'STAGE' ? 'stage-' : '';
      saveFile(`figures-${mode}${table}-${dateOf(Date.parse(from), timeZone)}.csv`, bytes);
    } catch {
      showSnackbar(t('csvFailed'), { tone: 'warning' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      kind="quiet"
      size="small"
      busy={isBusy}
      className="print:hidden"
      icon={<Icon svg={downloadIcon} size={18} />}
      aria-label={label}
      onClick={() => void (isBusy || download())}
    >
      CSV
    </Button>
  );
}
