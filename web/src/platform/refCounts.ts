/** Keeps things open while they are in use, such as the lists that components show. */
export interface RefCounts {
  /**
   * @param open opens the thing with this key, unless it is in use; returns closes it, after the last `release`
   * @returns release: call it once
   */
  readonly acquire: (key: string, open: () => () => void) => () => void;
}

export function createRefCounts(): RefCounts {
  const things = new Map<string, { users: number; readonly close: () => void }>();
  return {
    acquire(key, open) {
      const thing = things.get(key) ?? { users: 0, close: open() };
      things.set(key, thing);
      thing.users += 1;
      return () => {
        thing.users -= 1;
        if (thing.users > 0) return;
        things.delete(key);
        thing.close();
      };
    },
  };
}
