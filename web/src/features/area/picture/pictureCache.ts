/** Pictures that are decoded and at hand, so that an area that was seen or is likely next appears at once. */

export interface LoadedPicture {
  /** Its address, which the browser answers at once as long as `image` lives. */
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
  /** The picture, if it is at hand now. */
  peek(key: string): LoadedPicture | undefined;
  /** Loads it unless it is at hand, and keeps it until `release`. A failure is not remembered. */
  hold(key: string, load: () => Promise<LoadedPicture>): Promise<LoadedPicture>;
  release(key: string): void;
}

/** @param room how many pictures stay that nobody holds, the latest ones */
export function pictureCache(room: number): PictureCache {
  // A map keeps the order of insertion: whatever was used last stands last.
  const entries = new Map<string, Entry>();

  const touch = (key: string, entry: Entry): void => {
    entries.delete(key);
    entries.set(key, entry);
  };

  const tidy = (): void => {
    const idle = [...entries].filter(([, { holders, picture }]) => holders === 0 && picture);
    for (const [key] of idle.slice(0, Math.max(0, idle.length - room))) entries.delete(key);
  };

  const begin = (key: string, load: () => Promise<LoadedPicture>): Entry => {
    const entry: Entry = { promise: load(), picture: undefined, holders: 0 };
    entries.set(key, entry);
    const settle = async (): Promise<void> => {
      try {
        entry.picture = await entry.promise;
        tidy();
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
      const entry = entries.get(key) ?? begin(key, load);
      entry.holders += 1;
      touch(key, entry);
      return entry.promise;
    },
    release(key) {
      const entry = entries.get(key);
      if (entry) entry.holders = Math.max(0, entry.holders - 1);
      tidy();
    },
  };
}
