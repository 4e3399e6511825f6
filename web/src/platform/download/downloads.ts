/**
 * Downloads of single files of the venue, which continue in other areas (ASSET-03, CALL-18), and of archives (CALL-27),
 * which the browser downloads itself.
 */
import {
  createArchiveLink,
  defaultLocale,
  downloadAsset,
  locales,
  type BodyOf,
  type ResponseOf,
} from '@foyer/contract';
import { fileNameOf } from '@foyer/contract/fileNames';
import { authorizationFor, call } from '../api/client.ts';
import { AssetFailure } from '../assets/assetFailure.ts';
import { assetOf } from '../assets/assetUrl.ts';
import { isSignable, signedUrl } from '../assets/signing.ts';
import { base } from '../base.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { saveFile } from '../saveFile.ts';
import { authHook } from '../api/authHook.ts';
import { currentVenue } from '../state/venue.ts';
import { runAfter } from '../time/timers.ts';
import { downloadByBrowser } from './downloadByBrowser.ts';
import type { Visit } from '../visit/visit.ts';
import { createDownloadList, type Download } from './downloadList.ts';
import { DownloadError, fetchFile, type FileRequest } from './fetchFile.ts';
import { extensionFrom, extensionOf } from './extension.ts';

/** Larger files are downloaded by the browser itself, which writes them to the disk as they arrive. */
const ownDownloadBytesMax = 256 * 1024 * 1024;

/** How long a completed download stays in the list. */
const doneMs = 6_000;
/** The list changes at most this often, because a fast connection delivers a chunk every few milliseconds. */
const progressMs = 100;

interface DownloadedFile {
  readonly assetId: string;
  /** Shown while it is downloaded, and the name of the file. */
  readonly name: string;
  /** Undefined if it is unknown. */
  readonly bytes: number | undefined;
}

const architectureId = (): string => currentVenue().architecture?.id ?? '';

/** A file of the list, with what depends on the venue: at a retry the page may show another one. */
interface Task {
  readonly file: DownloadedFile;
  readonly request: FileRequest;
  /** Used if the response has none. */
  readonly extension: string;
}

/** The bytes of the generation that the venue shows now: a later one must not continue it. */
const requestOf = (assetId: string): FileRequest => {
  const path = downloadAsset.path
    .replace(':architectureID', encodeURIComponent(architectureId()))
    .replace(':assetID', encodeURIComponent(assetId));
  const generation = assetOf(assetId)?.generation;
  const query = new URLSearchParams({
    attachment: 'true',
    ...(generation !== undefined && { generation: String(generation) }),
  });
  return async () => {
    await authHook()?.ready();
    const url = `${base}/api${path}?${query}`;
    return { url, headers: authorizationFor(url) };
  };
};

const extensionOfAsset = (assetId: string): string =>
  extensionOf(assetOf(assetId)?.displayName ?? '') || extensionOf(assetId);

/** Downloads a file as the browser itself does, for files that the page should not hold. */
async function downloadLarge({ assetId, name }: DownloadedFile): Promise<void> {
  const uri = assetOf(assetId)?.uri;
  if (uri === undefined) throw new AssetFailure(assetId, 404);
  const url = isSignable(uri) ? `${await signedUrl(uri)}&attachment=true` : uri;
  downloadByBrowser(url, fileNameOf(name, extensionOfAsset(assetId)));
}

export interface Downloads {
  /**
   * Downloads a file of the venue, but not an HLS film, which is many files. A file that is being downloaded is not started
   * again.
   * @returns `browser` if the browser does it, so that the list does not show it
   * @throws ApiError if a large file cannot be signed, AssetFailure if the venue does not have it
   */
  start(file: DownloadedFile): Promise<'listed' | 'browser'>;
  /** Starts a failed download again, from the venue in which it was started. */
  retry(assetId: string): void;
  /** Cancels a download, or removes one that has ended from the list. */
  cancel(assetId: string): void;
}

/** The downloads of a visit: the next user neither sees nor receives the files. */
export function createDownloads(visit: Visit): Downloads {
  const downloads = visit.get(createDownloadList);
  const tasks = new Map<string, Task>();
  const running = new Map<string, AbortController>();

  const change = (assetId: string, next: Partial<Download>): void =>
    downloads.setState(({ list }) => ({
      list: list.map((download) => (download.assetId === assetId ? { ...download, ...next } : download)),
    }));

  function remove(assetId: string): void {
    tasks.delete(assetId);
    downloads.setState(({ list }) => ({ list: list.filter((download) => download.assetId !== assetId) }));
  }

  async function run({ file, request, extension }: Task): Promise<void> {
    const { assetId, name, bytes: expected } = file;
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, visit.signal]);
    running.set(assetId, abort);
    let progress: Pick<Download, 'received' | 'total'> | undefined;
    let cancelUpdate: (() => void) | undefined;
    const update = (state: 'running' | 'waiting'): void => {
      cancelUpdate?.();
      cancelUpdate = undefined;
      change(assetId, { ...progress, state });
    };
    try {
      const { bytes, disposition } = await fetchFile(request, {
        signal,
        onProgress(received, total) {
          progress = { received, total: total ?? expected };
          cancelUpdate ??= runAfter(progressMs, () => update('running'));
        },
        onWait: () => update('waiting'),
      });
      saveFile(fileNameOf(name, extensionFrom(disposition) || extension), bytes);
      change(assetId, { state: 'done', received: bytes.size, total: bytes.size });
      runAfter(doneMs, () => {
        if (!running.has(assetId)) remove(assetId);
      });
    } catch (error) {
      if (signal.aborted) return;
      const isGone = error instanceof DownloadError && error.code === 'gone';
      change(assetId, { state: isGone ? 'gone' : 'failed' });
    } finally {
      cancelUpdate?.();
      if (running.get(assetId) === abort) running.delete(assetId);
    }
  }

  /** Adds a download to the list, or starts it again in its place. */
  function start(task: Task): void {
    const { assetId, name, bytes } = task.file;
    const download: Download = { assetId, name, state: 'running', received: 0, total: bytes };
    tasks.set(assetId, task);
    downloads.setState(({ list }) => ({
      list: list.some((each) => each.assetId === assetId)
        ? list.map((each) => (each.assetId === assetId ? download : each))
        : [...list, download],
    }));
    void run(task);
  }

  return {
    async start(file) {
      const { assetId, bytes } = file;
      if (bytes !== undefined && bytes > ownDownloadBytesMax) {
        await downloadLarge(file);
        return 'browser';
      }
      if (!running.has(assetId))
        start({ file, request: requestOf(assetId), extension: extensionOfAsset(assetId) });
      return 'listed';
    },
    retry(assetId) {
      const task = tasks.get(assetId);
      if (task && !running.has(assetId)) start(task);
    },
    cancel(assetId) {
      running.get(assetId)?.abort();
      running.delete(assetId);
      remove(assetId);
    },
  };
}

export interface ArchiveSelection {
  readonly areaId: string;
  readonly widgetId: string;
  readonly folder?: string;
  /** At most `archiveMedia` ids. Without them and without a folder the archive contains the whole library. */
  readonly media?: readonly string[];
}

/**
 * Lets the browser download files of a library as one archive.
 * @throws ApiError `conflict` while another archive of this user is being downloaded
 */
export async function startArchive({
  areaId,
  widgetId,
  folder,
  media,
}: ArchiveSelection): Promise<ResponseOf<typeof createArchiveLink>> {
  const language = currentLanguage();
  const body: BodyOf<typeof createArchiveLink> = {
    areaId,
    locale: locales.find((locale) => locale === language) ?? defaultLocale,
    ...(folder !== undefined && { folder }),
    ...(media !== undefined && { media: [...media] }),
  };
  const params = { architectureID: architectureId(), widgetID: widgetId };
  const link = await call(createArchiveLink, { params, body, report: 'console', retry: false });
  downloadByBrowser(link.url, link.fileName);
  return link;
}
