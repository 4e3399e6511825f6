/**
 * Calls for component tests: the calls of a fake server with people who come and go, and in the page fake cameras,
 * microphones and connections, which the test breaks and mends. Nothing is sent between browsers.
 */
import {
  callChanged,
  callQuiet,
  callRinging,
  changeCallMedia,
  declineCall,
  getIceServers,
  joinCall,
  leaveCall,
  signalCall,
  startCall,
  watchCalls,
  type Call,
  type CallMedia,
  type CallMember,
  type DataOf,
} from '@foyer/contract';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { Refused, type PageWindow } from '../../testing/fakeServer.ts';
import type { AppPage, PageOptions } from '../../testing/page.ts';
import { bo, FakeChat, openLounge, type FakeRoom, type Person } from '../chat/testing/chatPage.ts';

const allOn: CallMedia = { microphone: true, camera: true, screen: false };
export const voiceOnly: CallMedia = { microphone: true, camera: false, screen: false };

/** Sorts before the tab id of the page, whose side of a connection therefore makes the offer. */
const tabOf = ({ uid }: { readonly uid: string }): string => `0-tab-of-${uid}`;

/** The calls of the fake server: one at a time. */
export class FakeCalls {
  readonly chat: FakeChat;
  /** Whether a new call rings; a large group is not called. */
  rings = true;
  /** Every place is taken until a test changes it. */
  isFull = false;
  private current: Call | undefined;
  private count = 0;

  constructor(chat = new FakeChat()) {
    this.chat = chat;
    const { server } = chat;
    server.answer(getIceServers, () => ({ iceServers: [], relayOnly: false, ttl: 3_600 }));
    server.onCommand(startCall, ({ roomId, tabId, media }) => {
      const call = this.current?.roomId === roomId ? this.current : this.open(roomId);
      return { call: this.seat(call, { tabId, person: this.chat.own, media }) };
    });
    server.onCommand(joinCall, ({ callId, tabId, media }) => {
      if (this.current?.callId !== callId) throw new Refused({ code: 'notFound' });
      return { call: this.seat(this.current, { tabId, person: this.chat.own, media }) };
    });
    server.onCommand(changeCallMedia, ({ media }) => {
      const own = this.current?.members.find(({ person }) => person.uid === this.chat.ownId);
      if (own) this.change(own.person, media);
      return undefined;
    });
    server.onCommand(leaveCall, () => {
      this.leave(this.chat.own);
      return undefined;
    });
    server.onCommand(declineCall, () => undefined);
    server.onCommand(signalCall, () => undefined);
  }

  get call(): Call {
    if (!this.current) throw new Error('There is no call.');
    return this.current;
  }

  /** The media that the page has told the server last. */
  get ownMedia(): CallMedia | undefined {
    return this.call.members.find(({ person }) => person.uid === this.chat.ownId)?.media;
  }

  /** Someone calls: the page rings. */
  ring(from: Person = bo, room: FakeRoom = this.chat.with(from)): void {
    this.open(room.id);
    this.join(from);
    this.chat.server.broadcast(callRinging, { call: this.call, from });
  }

  /** It stops ringing, because nobody has answered or for another reason. */
  stopRinging(why: DataOf<typeof callQuiet>['why']): void {
    this.chat.server.broadcast(callQuiet, { callId: this.call.callId, why });
  }

  /** Someone starts a call in a room without ringing. */
  start(room: FakeRoom, ...people: readonly Person[]): void {
    this.open(room.id);
    for (const person of people) this.join(person);
  }

  join(person: Person, media: CallMedia = allOn): void {
    this.set([...this.call.members, { tabId: tabOf(person), person, media }]);
  }

  change(person: { readonly uid: string }, media: CallMedia): void {
    const member = (each: CallMember) => (each.person.uid === person.uid ? { ...each, media } : each);
    this.set(this.call.members.map(member));
  }

  /** A call of one ends, unless nobody has come yet; without members it is over. */
  leave(person: { readonly uid: string }): void {
    const left = this.call.members.filter((each) => each.person.uid !== person.uid);
    this.set(left.length > 1 ? left : []);
  }

  end(): void {
    this.set([]);
  }

  private open(roomId: string): Call {
    this.count += 1;
    this.current = {
      callId: `call-${this.count}`,
      roomId,
      engine: 'mesh',
      startedAt: Date.now(),
      rang: this.rings,
      members: [],
    };
    return this.current;
  }

  private seat(call: Call, member: CallMember): Call {
    if (this.isFull) throw new Refused({ code: 'conflict', errMsg: 'This call is full.' });
    this.set([...call.members.filter(({ tabId }) => tabId !== member.tabId), member]);
    return this.call;
  }

  private set(members: CallMember[]): void {
    this.current = { ...this.call, members };
    this.chat.server.broadcast(callChanged, { call: this.current });
  }
}

export type DeviceFault = 'NotAllowedError' | 'NotFoundError' | 'NotReadableError';

/** The cameras, microphones and connections of the page. */
export class FakeMedia {
  /** Names of what is plugged in. */
  readonly microphones: string[] = ['Desk microphone', 'Headset'];
  readonly cameras: string[] = ['Desk camera'];
  /** How the browser refuses a kind of device from now on. */
  refused: { audio?: DeviceFault; video?: DeviceFault } = {};
  /** Whether connections to others come about. */
  connects = true;
  readonly tracks: MediaStreamTrack[] = [];
  readonly connections: FakeConnection[] = [];
  private question: Promise<void> | undefined;
  private page: PageWindow | undefined;
  private audio: AudioContext | undefined;

  /** The browser asks, and its question stays open until it is answered. */
  holdQuestion(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.question = promise;
    return () => {
      this.question = undefined;
      resolve();
    };
  }

  /** The track that was given out last and is still live. */
  live(kind: 'audio' | 'video'): MediaStreamTrack | undefined {
    return this.tracks.findLast((track) => track.kind === kind && track.readyState === 'live');
  }

  /** Someone pulls out the microphone that is in use. */
  unplugMicrophone(): void {
    const track = this.live('audio');
    if (!track || !this.page) throw new Error('No microphone is in use.');
    track.stop();
    track.dispatchEvent(new this.page.Event('ended'));
  }

  /** No device is in use and no connection is open, although something was. */
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
    mediaDevices.getUserMedia = (constraints = {}) => this.give(page, constraints);
    permissions.query = async ({ name }) => {
      const fault = this.refused[(name as string) === 'camera' ? 'video' : 'audio'];
      const state = fault === 'NotAllowedError' ? 'denied' : 'granted';
      return Object.defineProperty(new page.EventTarget(), 'state', { value: state }) as PermissionStatus;
    };
  };

  /** A track of a picture, or of silence. */
  trackOf(page: PageWindow, kind: 'audio' | 'video'): MediaStreamTrack {
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

  private async give(page: PageWindow, constraints: MediaStreamConstraints): Promise<MediaStream> {
    await this.question;
    const kinds = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
    for (const kind of kinds) {
      const there = kind === 'audio' ? this.microphones : this.cameras;
      const name = this.refused[kind] ?? (there.length === 0 ? 'NotFoundError' : undefined);
      if (name) throw new page.DOMException('refused by the test', name);
    }
    const tracks = kinds.map((kind) => {
      const track = this.trackOf(page, kind);
      const deviceId = (kind === 'audio' ? this.microphones : this.cameras)[0] ?? '';
      track.getSettings = () => ({ deviceId });
      return track;
    });
    this.tracks.push(...tracks);
    return new page.MediaStream(tracks);
  }
}

/** A connection to another browser, by what the app uses of it. */
export interface FakeConnection extends RTCPeerConnection {
  /** What the network makes of it. */
  become(state: RTCPeerConnectionState): void;
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

    become(state: RTCPeerConnectionState): void {
      this.connectionState = state;
      this.dispatchEvent(new page.Event('connectionstatechange'));
    }

    addTransceiver(kind: 'audio' | 'video'): void {
      if (this.transceivers.length === 0)
        queueMicrotask(() => this.dispatchEvent(new page.Event('negotiationneeded')));
      this.transceivers.push({
        direction: 'sendrecv',
        receiver: { track: media.trackOf(page, kind) },
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
      if (media.connects) queueMicrotask(() => this.become('connected'));
    }

    restartIce(): void {}

    setConfiguration(): void {}

    close(): void {
      this.connectionState = 'closed';
    }
  }
  return Connection as unknown as typeof RTCPeerConnection;
}

export interface CallPage {
  readonly page: AppPage;
  readonly media: FakeMedia;
  readonly calls: FakeCalls;
}

type CallPageOptions = PageOptions & {
  readonly path?: string;
  readonly media?: FakeMedia;
  readonly calls?: FakeCalls;
};

/** Ada Lind in the lounge, with devices. */
export async function openCallPage(options: CallPageOptions = {}): Promise<CallPage> {
  const { media = new FakeMedia(), calls = new FakeCalls(), ...rest } = options;
  const page = await openLounge(calls.chat, { ...rest, prepare: media.attach });
  await expect.poll(() => calls.chat.server.commands(watchCalls)).not.toEqual([]);
  return { page, media, calls };
}

export const profileOfBo = `/v/nightfall/area/lounge?lang=en&profile=${bo.uid}`;

export const callPanel = (page: AppPage): Locator => page.getByCSS('[data-dialog="call"]');
export const ringing = (page: AppPage): Locator => page.getByRole('alertdialog');
export const preview = (page: AppPage): Locator => page.getByCSS('[data-dialog="call-preview"]');
export const over = (page: AppPage): Locator => page.getByCSS('[data-dialog="call-over"]');
export const tile = (page: AppPage, name: string): Locator =>
  callPanel(page).getByCSS('[data-member]').filter({ hasText: name });
export const callButton = (page: AppPage): Locator =>
  page.getByCSS('.slot-panel').getByRole('button', { name: 'Call', exact: true });
export const inCall = (page: AppPage, name: string): Locator =>
  callPanel(page).getByRole('button', { name, exact: true });

/** The preview of a call with Bo, from his profile. */
export async function openPreview(options: CallPageOptions = {}): Promise<CallPage> {
  const opened = await openCallPage({ path: profileOfBo, ...options });
  await callButton(opened.page).click();
  await expect.element(preview(opened.page)).toBeVisible();
  return opened;
}

export const startFromPreview = (page: AppPage): Promise<void> =>
  preview(page)
    .getByRole('button', { name: /^(Call|Join)$/ })
    .click();

/** A call with Bo, who has accepted it. */
export async function callBo(options: CallPageOptions = {}): Promise<CallPage> {
  const opened = await openPreview(options);
  const { page, calls } = opened;
  await startFromPreview(page);
  await expect.element(callPanel(page)).toMatchTextContent('Calling Bo Nilsson');
  calls.join(bo);
  await expect.element(tile(page, 'Bo Nilsson')).toHaveAttribute('data-state', 'connected');
  return opened;
}

export const expectReleased = (media: FakeMedia): Promise<void> =>
  expect.poll(() => media.isReleased).toBe(true);
