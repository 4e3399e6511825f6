/** What reactions put into the dock, and whether an area has them now. */
import type { Area } from '@foyer/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useConnection } from '../../platform/state/connection.ts';
import { useActiveWidgets } from '../../widgets/activeWidgets.ts';
import { react } from './react.ts';
import { signNames, signs } from './signs.ts';

export function useReactionsEntry(area: Area | null) {
  const { t } = useTranslation('widgets');
  const widgets = useMemo(
    () => area?.contentWidgets.filter(({ type }) => type === 'AreaReactionsWidget') ?? [],
    [area],
  );
  const hasConnection = useConnection(({ status }) => status !== 'none');
  if (useActiveWidgets(widgets).length === 0 || !hasConnection) return undefined;
  return {
    kind: 'group' as const,
    id: 'reactions',
    label: t('reactions.title'),
    icon: signs.clap.icon,
    openIcon: signs.clap.rising,
    entries: signNames.map((sign) => ({
      key: sign,
      label: t(`reactions.signs.${sign}`),
      icon: signs[sign].icon,
      run: () => void react(sign),
    })),
  };
}
