/** The files that are chosen for a download, and the archive that contains them. Only files that can be downloaded are chosen. */
import { archiveMedia } from '@foyer/contract/limits';
import { isDownloadable } from '../media/mediaItem.ts';
import type { Entry, FileEntry, Library } from './library.ts';

export type Selection = ReadonlySet<string>;

export function toggle(selection: Selection, id: string): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Chooses the files from one entry to another, both included, in the order in which they are shown. */
export function chooseRange(
  selection: Selection,
  shown: readonly Entry[],
  { from, to }: { readonly from: string; readonly to: string },
): Selection {
  const ends = [from, to].map((id) => shown.findIndex((entry) => entry.id === id));
  if (ends.includes(-1)) return toggle(selection, to);
  const range = shown.slice(Math.min(...ends), Math.max(...ends) + 1);
  return new Set([...selection, ...range.filter(isDownloadable).map(({ id }) => id)]);
}

/** Without the files that the library no longer has. */
export function existing(selection: Selection, { byId }: Library): Selection {
  const ids = [...selection].filter((id) => {
    const entry = byId.get(id);
    return entry !== undefined && isDownloadable(entry);
  });
  return ids.length === selection.size ? selection : new Set(ids);
}

/** Chooses all files that are shown, or none of them if all are chosen. */
export function toggleAll(selection: Selection, shown: readonly Entry[]): Selection {
  const ids = new Set(shown.filter(isDownloadable).map(({ id }) => id));
  const isAll = [...ids].every((id) => selection.has(id));
  return isAll ? new Set([...selection].filter((id) => !ids.has(id))) : new Set([...selection, ...ids]);
}

export interface Summary {
  readonly files: number;
  readonly bytes: number;
}

export const summaryOf = (files: readonly FileEntry[]): Summary => ({
  files: files.length,
  bytes: files.reduce((sum, { asset }) => sum + (asset.bytes ?? 0), 0),
});

/** What is downloaded. `tooMany`: more files, which are no whole folder, than an archive can name. */
export type Choice =
  | { readonly kind: 'file'; readonly entry: FileEntry }
  | { readonly kind: 'archive'; readonly folder?: string; readonly media?: readonly string[] }
  | { readonly kind: 'tooMany' };

/** The files that are chosen, else those that are shown. */
export function filesToDownload(
  { entries }: Library,
  selection: Selection,
  shown: readonly Entry[],
): FileEntry[] {
  if (selection.size === 0) return shown.filter(isDownloadable);
  return entries.filter(isDownloadable).filter(({ id }) => selection.has(id));
}

/** @param files those of `filesToDownload`, at least one */
export function choiceOf({ entries }: Library, files: readonly FileEntry[]): Choice {
  const [first] = files;
  if (first && files.length === 1) return { kind: 'file', entry: first };
  const all = entries.filter(isDownloadable);
  if (files.length === all.length) return { kind: 'archive' };
  const folder = first?.folderId;
  const isFolder =
    files.every(({ folderId }) => folderId === folder) &&
    files.length === all.filter(({ folderId }) => folderId === folder).length;
  if (folder !== undefined && isFolder) return { kind: 'archive', folder };
  if (files.length > archiveMedia) return { kind: 'tooMany' };
  return { kind: 'archive', media: files.map(({ id }) => id) };
}
