/** A cache of decoded pictures, so that areas that were visited or preloaded appear at once. */

export interface LoadedPicture {
  /** The browser serves this URL at once as long as `image` is referenced. */
  readonly url: string;
  readonly image: HTMLImageElement;
  readonly width: number;
  readonly height: number;
}

interface Entry {
  readonly promise: Promise<LoadedPicture>;
  picture: LoadedPicture | undefined;
  holders: number;
}

export interface PictureCache {
  /** The picture, if it has loaded. */
  peek(key: string): LoadedPicture | undefined;
  /** Loads the picture unless it is cached, and keeps it until `release`. Failures are not cached. */
  hold(key: string, load: () => Promise<LoadedPicture>): Promise<LoadedPicture>;
  release(key: string): void;
}

/** @param maxIdle number of pictures without holders that stay, the most recently used ones */
export function pictureCache(maxIdle: number): PictureCache {
  // Maps keep the order of insertion: the least recently used entry is first.
  const entries = new Map<string, Entry>();

  const touch = (key: string, entry: Entry): void => {
    entries.delete(key);
    entries.set(key, entry);
  };

  const evictIdle = (): void => {
    const idle = [...entries].filter(([, { holders, picture }]) => holders === 0 && picture);
    for (const [key] of idle.slice(0, Math.max(0, idle.length - maxIdle))) entries.delete(key);
  };

  const startLoading = (key: string, load: () => Promise<LoadedPicture>): Entry => {
    const entry: Entry = { promise: load(), picture: undefined, holders: 0 };
    entries.set(key, entry);
    const settle = async (): Promise<void> => {
      try {
        entry.picture = await entry.promise;
        evictIdle();
      } catch {
        if (entries.get(key) === entry) entries.delete(key);
      }
    };
    void settle();
    return entry;
  };

  return {
    peek: (key) => entries.get(key)?.picture,
    hold(key, load) {
      const entry = entries.get(key) ?? startLoading(key, load);
      entry.holders += 1;
      touch(key, entry);
      return entry.promise;
    },
    release(key) {
      const entry = entries.get(key);
      if (entry) entry.holders = Math.max(0, entry.holders - 1);
      evictIdle();
    },
  };
}
