/** The hits of a simulated attendee: page views, events and heartbeats, as browsers send them (TRACK-01). */
import { randomBytes } from 'node:crypto';
import {
  analyticsSiteId,
  formatSubject,
  sendHit,
  type AnalyticsAction,
  type AnalyticsCategory,
  type AnalyticsSubjectOf,
  type Widget,
} from '@foyer/contract';

/** The server does not count programs. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface VisitorHitsDeps {
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
  readonly architectureId: string;
}

/** Not from a seed: a hit with known ids would count as sent before. */
const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

export class VisitorHits {
  private readonly deps: VisitorHitsDeps;
  private readonly browserId = randomHex(8);
  private pageViewId = '';
  private areaId = '';

  constructor(deps: VisitorHitsDeps) {
    this.deps = deps;
  }

  /** @throws if the server does not accept it; so do the other methods */
  viewArea(areaId: string, idToken: string): Promise<void> {
    this.pageViewId = randomHex(3);
    this.areaId = areaId;
    return this.send({ action_name: areaId }, idToken);
  }

  heartbeat(idToken: string): Promise<void> {
    return this.send({ ping: '1' }, idToken);
  }

  event<C extends AnalyticsCategory>(
    category: C,
    action: AnalyticsAction<C>,
    subject: AnalyticsSubjectOf<NoInfer<C>>,
    idToken: string,
  ): Promise<void> {
    return this.send({ e_c: category, e_a: action, e_n: formatSubject(subject), ca: '1' }, idToken);
  }

  /** What the web app counts when someone opens this widget. */
  async openWidget(widget: Widget, idToken: string): Promise<void> {
    const { id, type } = widget;
    const area = { area: this.areaId };
    const subject = { ...area, widget: id, type };
    if (type === 'AreaChatWidget') return this.event('chat', 'access', { ...area, kind: 'area' }, idToken);
    if (type === 'GlobalChatWidget') return this.event('chat', 'access', { kind: 'global' }, idToken);
    if (type === 'VimeoWidget') return this.event('video', 'access', subject, idToken);
    await this.event('widget', 'open', subject, idToken);
    if (type === 'IframePopupWidget') await this.event('url', 'access', subject, idToken);
    const asset = type === 'ImageWidget' ? widget.configurations[0]?.assets[0]?.assetId : undefined;
    if (asset !== undefined) await this.event('asset', 'access', { ...subject, asset }, idToken);
  }

  private async send(parameters: Readonly<Record<string, string>>, idToken: string): Promise<void> {
    const { url, architectureId } = this.deps;
    const query = new URLSearchParams({
      idsite: analyticsSiteId,
      rec: '1',
      apiv: '1',
      rand: randomHex(8),
      url: `${url}/v/${architectureId}/area/${this.areaId}`,
      _id: this.browserId,
      pv_id: this.pageViewId,
      send_image: '0',
      ...parameters,
    });
    const response = await fetch(`${url}/api${sendHit.path}?${query.toString()}`, {
      headers: { 'user-agent': userAgent, authorization: `Bearer ${idToken}` },
    });
    if (!response.ok) throw new Error(`GET ${sendHit.path}: ${response.status}`);
  }
}
