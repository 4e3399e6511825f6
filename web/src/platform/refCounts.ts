/** Keeps things open while they are in use, such as the lists that components show. */
export interface RefCounts {
  /**
   * Opens the thing with this key, unless it is open already.
   * @param open returns a function that closes the thing, which is called when the last user has released it
   * @returns a function that releases the thing, to be called once
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
