/** For component tests of websites in frames: a website, and which ones the frames of a page have shown. */
import { beforeEach } from 'vitest';
import { openPage, type AppPage, type PageOptions } from '../../testing/page.ts';

/** The response of a website that notifies the page around it. Its only element takes the focus. */
export const website = {
  html: '<!doctype html><button>Pen</button><script>parent.postMessage("shown", "*")</script>',
};

/** Records the origins of the websites that frames have shown, in each test of a file, on pages that `open` has opened. */
export function recordShownWebsites() {
  const shown: string[] = [];
  beforeEach(() => void shown.splice(0));
  const open = (path: string, options: PageOptions): Promise<AppPage> =>
    openPage(path, {
      ...options,
      prepare(page) {
        page.addEventListener('message', ({ origin }) => shown.push(origin));
        options.prepare?.(page);
      },
    });
  return { shown, open };
}
