import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const origin = 'https://foyer.example.org';
let sent: unknown[] = [];
let receive: ((event: object) => void) | undefined;
/** Stands for a window. */
const windowThatReceives = () => ({ postMessage: (message: unknown) => void sent.push(message) });

/** Runs the script of the page in a window with this parent; without one it is its own parent, as in a tab. */
async function run(parent?: object): Promise<void> {
  const own = windowThatReceives();
  vi.stubGlobal('window', own);
  vi.stubGlobal('parent', parent ?? own);
  await import('./main.ts');
}

beforeEach(() => {
  sent = [];
  receive = undefined;
  vi.resetModules();
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('addEventListener', (_: string, listener: typeof receive) => (receive = listener));
});
afterEach(() => void vi.unstubAllGlobals());

test('WIDGET-19n in a tab of its own the page of a meeting neither sends nor receives messages', async () => {
  await run();
  expect(sent).toEqual([]);
  expect(receive).toBeUndefined();
});

test.each([null, undefined, 7, 'join', {}, { zoom: 'ready' }])(
  'WIDGET-19o the framed page ignores the message %j',
  async (data) => {
    const source = windowThatReceives();
    await run(source);
    receive?.({ source, origin, data });
    await vi.dynamicImportSettled();
    expect(sent).toEqual([{ zoom: 'ready' }]);
  },
);
