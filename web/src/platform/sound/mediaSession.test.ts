import { afterEach, expect, test, vi } from 'vitest';
import { useAudioSessions } from '../playback/audioSessions.ts';
import { usePlayback } from '../playback/playback.ts';
import { connectMediaSession } from './mediaSession.ts';
import { initialSound, useSound, type Phase } from './soundState.ts';

afterEach(() => {
  useSound.setState(initialSound);
  usePlayback.setState({ playing: null });
  useAudioSessions.setState({ active: [] });
  vi.unstubAllGlobals();
});

const setPhase = (phase: Phase): void =>
  useSound.setState({
    current: {
      playlist: {
        id: 'expo shell',
        architectureId: 'nightfall',
        names: undefined,
        name: 'Shell',
        sounds: [{ id: 'rain', names: [{ locale: 'en', text: 'Rain' }], assets: [] }],
        subject: {},
      },
      index: 0,
      asset: undefined,
      phase,
      seconds: 0,
      duration: undefined,
    },
  });

test('WIDGET-11ai the media keys are those of the sound, except while it is paused for a film or a call', () => {
  const handlers = new Map<string, unknown>();
  const mediaSession = {
    metadata: null as { readonly title: string } | null,
    playbackState: 'none',
    setActionHandler: (action: string, handler: unknown) =>
      handler === null ? handlers.delete(action) : handlers.set(action, handler),
    setPositionState: vi.fn(),
  };
  vi.stubGlobal('navigator', { mediaSession });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      readonly title: string;
      constructor({ title }: { readonly title: string }) {
        this.title = title;
      }
    },
  );
  const player = { resume: vi.fn() } as unknown as Parameters<typeof connectMediaSession>[0];
  connectMediaSession(player);
  const hasKeys = () => [handlers.has('play'), mediaSession.metadata?.title, mediaSession.playbackState];
  const sound = { pause: vi.fn() };
  setPhase({ kind: 'playing' });
  usePlayback.setState({ playing: sound });
  expect(hasKeys()).toEqual([true, 'Rain', 'playing']);
  setPhase({ kind: 'paused', by: 'media' });
  usePlayback.setState({ playing: { pause: vi.fn() } });
  expect(hasKeys()).toEqual([false, undefined, 'none']);
  usePlayback.setState({ playing: null });
  expect(hasKeys()).toEqual([true, 'Rain', 'paused']);
  useAudioSessions.setState({ active: [{ kind: 'call', leave: () => undefined }] });
  expect(hasKeys()).toEqual([false, undefined, 'none']);
  // In a call the user may still choose to listen.
  setPhase({ kind: 'playing' });
  expect(hasKeys()).toEqual([true, 'Rain', 'playing']);
});
