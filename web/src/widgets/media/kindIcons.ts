import archive from '@phosphor-icons/core/regular/file-zip.svg?raw';
import document from '@phosphor-icons/core/regular/file-text.svg?raw';
import film from '@phosphor-icons/core/regular/film-strip.svg?raw';
import gone from '@phosphor-icons/core/regular/file-x.svg?raw';
import link from '@phosphor-icons/core/regular/link-simple.svg?raw';
import picture from '@phosphor-icons/core/regular/image.svg?raw';
import sound from '@phosphor-icons/core/regular/music-notes.svg?raw';
import pdf from '@phosphor-icons/core/regular/file-pdf.svg?raw';
import { isPdf, type Kind, type MediaItem } from './mediaItem.ts';

const icons: Readonly<Record<Kind, string>> = { document, picture, film, sound, archive, link };

export function iconOf(item: MediaItem): string {
  if (!item.asset && item.uri === undefined) return gone;
  return isPdf(item) ? pdf : icons[item.kind];
}
