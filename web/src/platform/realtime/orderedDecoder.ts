async function inflate(bytes: ArrayBuffer): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

/**
 * Decodes frames to texts and keeps their order: decompression is asynchronous, so later frames wait for it.
 * @param onError called if a compressed frame is invalid, and for each frame after it; those are dropped
 */
export function orderedDecoder(
  onMessage: (text: string) => void,
  onError: (error: unknown) => void,
): (frame: string | ArrayBuffer) => void {
  let last: Promise<void> | undefined;
  return (frame) => {
    if (typeof frame === 'string' && last === undefined) {
      onMessage(frame);
      return;
    }
    const text = typeof frame === 'string' ? frame : inflate(frame);
    const deliver = async (previous: Promise<void> | undefined): Promise<void> => {
      await previous;
      const decoded = await text;
      if (last === current) last = undefined;
      onMessage(decoded);
    };
    const current = deliver(last);
    last = current;
    current.catch(onError);
  };
}
