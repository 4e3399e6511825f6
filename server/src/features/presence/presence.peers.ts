/**
 * The other nodes, as far as this one has heard of them. Changes are taken in the order of their numbers; where one is
 * missing the node is asked for everything. Whatever comes twice, late or out of order changes nothing.
 */
import type { PresenceEntry } from './presence.entry.ts';
import type { PresenceMessage } from './presence.messages.ts';

/** So many beats of this node came back and nothing of a peer was heard: it is gone. With a beat every 5 s: 30 s. */
const beatsMissed = 6;
/** So long the people of a node that has stopped are given to come back elsewhere. */
const goodbyeMs = 10_000;
/** Nodes that are gone are remembered, so that nobody takes an old message of theirs for a sign of life. */
const remembered = 100;

interface Peer {
  /** The highest number of its messages. */
  no: number;
  /** The changes up to which it is known; -1: not at all. */
  seq: number;
  readonly people: Map<string, PresenceEntry>;
  missed: number;
  /** It has said goodbye. */
  endsAt: number | undefined;
}

export class Peers {
  /** Those of whom not everything is known. */
  readonly incomplete = new Set<string>();
  private readonly peers = new Map<string, Peer>();
  private readonly past = new Map<string, number>();
  private readonly touched: (uid: string, entry: PresenceEntry | undefined) => void;

  /** `touched` hears of everybody whose entry is another now; `entry` where it was put. */
  constructor(touched: (uid: string, entry: PresenceEntry | undefined) => void) {
    this.touched = touched;
  }

  /** What the other nodes have of a person, with their names. */
  *entriesOf(uid: string): Generator<readonly [node: string, entry: PresenceEntry]> {
    for (const [node, { people }] of this.peers) {
      const entry = people.get(uid);
      if (entry) yield [node, entry];
    }
  }

  hear(message: PresenceMessage, now: number): void {
    const { node, no } = message;
    const peer = this.peerOf(node, no);
    if (peer === undefined) return;
    if (no > peer.no) {
      peer.no = no;
      peer.missed = 0;
    }
    if (message.kind === 'changes') this.takeChanges(peer, message);
    else if (message.kind === 'all') this.takeAll(peer, message);
    else if (message.kind === 'beat') this.compare(peer, message);
    else if (message.kind === 'bye') peer.endsAt ??= now + goodbyeMs;
  }

  /** A beat of this node has come back: the bus works, and who is silent has nothing to say. */
  countSilence(): void {
    for (const [node, peer] of this.peers) {
      peer.missed += 1;
      if (peer.missed >= beatsMissed) this.drop(node, peer, peer.no);
    }
  }

  /** Lets those go whose time is over. */
  expire(now: number): void {
    for (const [node, peer] of this.peers)
      if (peer.endsAt !== undefined && peer.endsAt <= now) this.drop(node, peer, Number.POSITIVE_INFINITY);
  }

  /** The peer that says something; undefined for one that is gone and says nothing new. */
  private peerOf(node: string, no: number): Peer | undefined {
    const known = this.peers.get(node);
    if (known) return known;
    if (no <= (this.past.get(node) ?? -1)) return undefined;
    const peer: Peer = { no: -1, seq: -1, people: new Map(), missed: 0, endsAt: undefined };
    this.peers.set(node, peer);
    this.incomplete.add(node);
    return peer;
  }

  private takeChanges(
    peer: Peer,
    { node, seq, put, gone }: Extract<PresenceMessage, { kind: 'changes' }>,
  ): void {
    if (seq <= peer.seq) return;
    if (seq !== peer.seq + 1 || peer.seq < 0) {
      this.incomplete.add(node);
      return;
    }
    peer.seq = seq;
    for (const entry of put) this.put(peer, entry);
    for (const uid of gone) this.remove(peer, uid);
  }

  private takeAll(peer: Peer, { node, seq, people }: Extract<PresenceMessage, { kind: 'all' }>): void {
    if (seq <= peer.seq) return;
    peer.seq = seq;
    this.incomplete.delete(node);
    const there = new Set(people.map(({ uid }) => uid));
    for (const uid of peer.people.keys()) if (!there.has(uid)) this.remove(peer, uid);
    for (const entry of people) if (peer.people.get(entry.uid)?.at !== entry.at) this.put(peer, entry);
  }

  private compare(peer: Peer, { node, seq }: Extract<PresenceMessage, { kind: 'beat' }>): void {
    if (seq > peer.seq) this.incomplete.add(node);
  }

  private put(peer: Peer, entry: PresenceEntry): void {
    peer.people.set(entry.uid, entry);
    this.touched(entry.uid, entry);
  }

  private remove(peer: Peer, uid: string): void {
    if (peer.people.delete(uid)) this.touched(uid, undefined);
  }

  private drop(node: string, peer: Peer, until: number): void {
    this.peers.delete(node);
    this.incomplete.delete(node);
    for (const uid of peer.people.keys()) this.touched(uid, undefined);
    this.past.set(node, until);
    const [oldest] = this.past.keys();
    if (this.past.size > remembered && oldest !== undefined) this.past.delete(oldest);
  }
}
