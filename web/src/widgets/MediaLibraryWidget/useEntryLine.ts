import { useFormatBytes } from '../../platform/i18n/useFormatBytes.ts';
import { hostOf } from '../host/hostOf.ts';
import { isDownloadable, type Entry } from './library.ts';
import { useTexts } from './useTexts.ts';

/** Returns a function: what an entry is, and how large or where it leads. */
export function useEntryLine(): (entry: Entry) => string {
  const { t } = useTexts();
  const bytes = useFormatBytes();
  return (entry) => {
    const { kind, asset, uri } = entry;
    if (uri !== undefined) return `${t('kind.link')} · ${hostOf(uri)}`;
    if (!asset) return t('notAvailable');
    if (!isDownloadable(entry)) return `${t(`kind.${kind}`)} · ${t('viewOnly')}`;
    return asset.bytes === undefined ? t(`kind.${kind}`) : `${t(`kind.${kind}`)} · ${bytes(asset.bytes)}`;
  };
}
