/** Frames as texts, in the order in which they came: a compressed one takes a moment, and what follows waits for it. */
async function inflated(bytes: ArrayBuffer): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

/** @param broken is told of a compressed frame that is none; what comes after it is not taken any more */
export function orderedDecoder(
  take: (text: string) => void,
  broken: (fault: unknown) => void,
): (frame: string | ArrayBuffer) => void {
  let before: Promise<void> | undefined;
  return (frame) => {
    if (typeof frame === 'string' && before === undefined) {
      take(frame);
      return;
    }
    const text = typeof frame === 'string' ? frame : inflated(frame);
    const turn = async (earlier: Promise<void> | undefined): Promise<void> => {
      await earlier;
      const known = await text;
      if (before === mine) before = undefined;
      take(known);
    };
    const mine = turn(before);
    before = mine;
    mine.catch(broken);
  };
}
