import type { ChatUpload } from '@foyer/contract';
import type { PageWindow } from '../../../testing/fakeServer.ts';

/** The file uploads and downloads of a page. */
export class FakeUploads {
  /** The result of the next uploads: stored, lost, without a response, or rejected with an HTTP status. */
  outcome: 'stored' | 'lost' | 'held' | number = 'stored';
  /** Names of the files that were sent. */
  readonly names: string[] = [];
  /** Files that were downloaded by links. */
  readonly downloads: { readonly name: string; readonly url: string }[] = [];
  /** By id. */
  readonly stored = new Map<string, ChatUpload>();

  /** Replaces uploads and link downloads of a page. */
  attach(page: PageWindow): void {
    const { downloads } = this;
    page.HTMLAnchorElement.prototype.click = function click() {
      downloads.push({ name: this.download, url: this.href });
    };
    page.XMLHttpRequest = requestClass(page, (file, url) => this.upload(file, url));
  }

  private async upload(file: File, url: URL): Promise<UploadResponse | 'lost'> {
    const name = url.searchParams.get('name') ?? '';
    this.names.push(name);
    const { outcome } = this;
    if (outcome === 'held') return new Promise(() => undefined);
    if (outcome === 'lost') return 'lost';
    if (typeof outcome === 'number') return { status: outcome, text: '{}' };
    const size = file.type.startsWith('image/') ? { width: 64, height: 64 } : {};
    const upload: ChatUpload = {
      id: `upload-${this.stored.size + 1}`,
      name,
      mediaType: file.type,
      bytes: file.size,
      ...size,
    };
    this.stored.set(upload.id, upload);
    return { status: 200, text: JSON.stringify({ upload }) };
  }
}

interface UploadResponse {
  readonly status: number;
  readonly text: string;
}

type Put = (file: File, url: URL) => Promise<UploadResponse | 'lost'>;

/** Implements the part of XMLHttpRequest that uploads use. */
function requestClass(page: PageWindow, put: Put): typeof XMLHttpRequest {
  class Request extends page.EventTarget {
    readonly upload = new page.EventTarget();
    status = 0;
    responseText = '';
    private url: URL | undefined;
    private isAborted = false;

    open(_method: string, url: string): void {
      this.url = new URL(url, page.location.href);
    }

    setRequestHeader(): void {}

    abort(): void {
      this.isAborted = true;
    }

    send(file: File): void {
      if (this.url) void put(file, this.url).then((response) => this.end(response));
    }

    private end(response: UploadResponse | 'lost'): void {
      if (this.isAborted) return;
      if (response !== 'lost') Object.assign(this, { status: response.status, responseText: response.text });
      this.dispatchEvent(new page.Event(response === 'lost' ? 'error' : 'load'));
    }
  }
  return Request as unknown as typeof XMLHttpRequest;
}
