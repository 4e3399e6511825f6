import { useFormatBytes } from '../../platform/i18n/useFormatBytes.ts';
import { hostOf } from '../host/hostOf.ts';
import { isDownloadable } from '../media/mediaItem.ts';
import { useTexts as useMediaTexts } from '../media/useTexts.ts';
import type { Entry } from './library.ts';
import { useTexts } from './useTexts.ts';

/** Returns a function: what an entry is, and how large or where it leads. */
export function useEntryLine(): (entry: Entry) => string {
  const { t } = useTexts();
  const { t: media } = useMediaTexts();
  const bytes = useFormatBytes();
  return (entry) => {
    const { kind, asset, uri } = entry;
    if (uri !== undefined) return `${media('kind.link')} · ${hostOf(uri)}`;
    if (!asset) return t('notAvailable');
    if (!isDownloadable(entry)) return `${media(`kind.${kind}`)} · ${t('viewOnly')}`;
    return asset.bytes === undefined
      ? media(`kind.${kind}`)
      : `${media(`kind.${kind}`)} · ${bytes(asset.bytes)}`;
  };
}
