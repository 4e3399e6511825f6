/** Fake cameras, microphones and WebRTC connections in the page of a component test. Nothing is sent. */
import type { PageWindow } from '../../../testing/fakeServer.ts';

export type DeviceErrorName = 'NotAllowedError' | 'NotFoundError' | 'NotReadableError';

/** The cameras, microphones and connections of the page. */
export class FakeMedia {
  /** Names of the devices that are plugged in. */
  readonly microphones: string[] = ['Desk microphone', 'Headset'];
  readonly cameras: string[] = ['Desk camera'];
  /** The error for requests of a kind of device. */
  errors: { audio?: DeviceErrorName; video?: DeviceErrorName } = {};
  /** Whether WebRTC connections are established. */
  connects = true;
  readonly tracks: MediaStreamTrack[] = [];
  readonly connections: FakeConnection[] = [];
  private prompt: Promise<void> | undefined;
  private page: PageWindow | undefined;
  private audio: AudioContext | undefined;

  /** Keeps the browser's permission prompt open until the returned function is called. */
  holdPrompt(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.prompt = promise;
    return () => {
      this.prompt = undefined;
      resolve();
    };
  }

  /** The newest track of a kind that is still live. */
  live(kind: 'audio' | 'video'): MediaStreamTrack | undefined {
    return this.tracks.findLast((track) => track.kind === kind && track.readyState === 'live');
  }

  /** Unplugs the microphone that is in use. */
  unplugMicrophone(): void {
    const track = this.live('audio');
    if (!track || !this.page) throw new Error('No microphone is in use.');
    track.stop();
    track.dispatchEvent(new this.page.Event('ended'));
  }

  /** Whether devices were in use, and all devices and connections are released. */
  get isReleased(): boolean {
    return (
      this.tracks.length > 0 &&
      this.tracks.every(({ readyState }) => readyState === 'ended') &&
      this.connections.every(({ connectionState }) => connectionState === 'closed')
    );
  }

  /** Runs in the page before the app. */
  readonly attach = (page: PageWindow): void => {
    this.page = page;
    page.RTCPeerConnection = connectionClass(page, this);
    const { mediaDevices, permissions } = page.navigator;
    mediaDevices.enumerateDevices = async () => this.devices();
    mediaDevices.getUserMedia = (constraints = {}) => this.getUserMedia(page, constraints);
    permissions.query = async ({ name }) => {
      const error = this.errors[(name as string) === 'camera' ? 'video' : 'audio'];
      const state = error === 'NotAllowedError' ? 'denied' : 'granted';
      return Object.defineProperty(new page.EventTarget(), 'state', { value: state }) as PermissionStatus;
    };
  };

  /** A track of a still picture or of silence. */
  createTrack(page: PageWindow, kind: 'audio' | 'video'): MediaStreamTrack {
    if (kind === 'audio') {
      this.audio ??= new page.AudioContext();
      return this.audio.createMediaStreamDestination().stream.getAudioTracks()[0] as MediaStreamTrack;
    }
    const canvas = page.document.createElement('canvas');
    [canvas.width, canvas.height] = [64, 36];
    canvas.getContext('2d')?.fillRect(0, 0, 64, 36);
    return canvas.captureStream(1).getVideoTracks()[0] as MediaStreamTrack;
  }

  private devices(): MediaDeviceInfo[] {
    const named = (kind: MediaDeviceKind) => (label: string) => ({
      kind,
      label,
      deviceId: label,
      groupId: '',
      toJSON: () => label,
    });
    return [...this.microphones.map(named('audioinput')), ...this.cameras.map(named('videoinput'))];
  }

  private async getUserMedia(page: PageWindow, constraints: MediaStreamConstraints): Promise<MediaStream> {
    await this.prompt;
    const kinds = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
    for (const kind of kinds) {
      const devices = kind === 'audio' ? this.microphones : this.cameras;
      const name = this.errors[kind] ?? (devices.length === 0 ? 'NotFoundError' : undefined);
      if (name) throw new page.DOMException('rejected by the test', name);
    }
    const tracks = kinds.map((kind) => {
      const track = this.createTrack(page, kind);
      const deviceId = (kind === 'audio' ? this.microphones : this.cameras)[0] ?? '';
      track.getSettings = () => ({ deviceId });
      return track;
    });
    this.tracks.push(...tracks);
    return new page.MediaStream(tracks);
  }
}

/** The part of a WebRTC connection that the app uses. */
export interface FakeConnection extends RTCPeerConnection {
  /** Changes the connection state. */
  setState(state: RTCPeerConnectionState): void;
}

function connectionClass(page: PageWindow, media: FakeMedia): typeof RTCPeerConnection {
  class Connection extends page.EventTarget {
    connectionState: RTCPeerConnectionState = 'new';
    signalingState: RTCSignalingState = 'stable';
    localDescription: RTCSessionDescriptionInit | null = null;
    private readonly transceivers: object[] = [];

    constructor() {
      super();
      media.connections.push(this as unknown as FakeConnection);
    }

    setState(state: RTCPeerConnectionState): void {
      this.connectionState = state;
      this.dispatchEvent(new page.Event('connectionstatechange'));
    }

    addTransceiver(kind: 'audio' | 'video'): void {
      if (this.transceivers.length === 0)
        queueMicrotask(() => this.dispatchEvent(new page.Event('negotiationneeded')));
      this.transceivers.push({
        direction: 'sendrecv',
        receiver: { track: media.createTrack(page, kind) },
        sender: {
          replaceTrack: async () => undefined,
          getParameters: () => ({ encodings: [{}] }),
          setParameters: async () => undefined,
        },
      });
    }

    getTransceivers(): object[] {
      return this.transceivers;
    }

    async setLocalDescription(): Promise<void> {
      this.localDescription = { type: 'offer', sdp: 'v=0' };
      this.signalingState = 'have-local-offer';
      if (media.connects) queueMicrotask(() => this.setState('connected'));
    }

    restartIce(): void {}

    setConfiguration(): void {}

    close(): void {
      this.connectionState = 'closed';
    }
  }
  return Connection as unknown as typeof RTCPeerConnection;
}
