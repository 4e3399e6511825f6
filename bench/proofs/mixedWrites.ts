/** Simulates designers: saves, uploads and publications, with a log of acknowledged writes. */
import { createHash } from 'node:crypto';
import { publishVenue, uploadAsset, saveVenue } from '@foyer/contract';
import { likedBoard } from './likeWrites.ts';
import { uniqueName } from './temporarySetup.ts';
import type { Findings } from './proof.ts';
import type { HttpResponse, ServerProcess } from './serverProcess.ts';

const assetIds = ['one', 'two', 'three'];
/** A GIF of one pixel with a palette derived from the marker, so that its bytes are unique. */
const picture = (marker: string): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
  createHash('sha256').update(marker).digest().copy(bytes, 13, 0, 6);
  return new Uint8Array(bytes);
};
const venueWith = (marker: string) => ({
  architectures: [
    {
      id: 'nightfall',
      titles: [{ locale: 'en', text: 'Nightfall 26' }],
      descriptions: [{ locale: 'en', text: marker }],
      areas: [
        {
          id: 'lobby',
          names: [{ locale: 'en', text: 'Lobby' }],
          viewMode: 'VIEW_2D',
          viewPoints: [
            {
              id: 'door',
              background: { videoUrl: 'https://media.example.org/hall.mp4', playerActive: true },
            },
          ],
          contentWidgets: [
            {
              id: 'board',
              type: 'MediaBoardWidget',
              name: 'Board',
              configurations: [{ id: 'always', name: 'Always', ...likedBoard }],
            },
          ],
        },
      ],
    },
  ],
  assets: assetIds.map((id) => ({ id })),
});
const api = (path: string): string => `/api${path}`;

interface Version {
  readonly version: number;
  readonly marker: string;
}

export class MixedWrites {
  /** The versions of acknowledged saves, by the unique marker of each save. */
  readonly saved = new Map<string, number>();
  /** Acknowledged uploads: id, generation and hash. */
  readonly uploaded: { id: string; generation: number; sha256: string }[] = [];
  published = -1;
  /** Counts of successful responses, requests without a response, and rejected requests. */
  acknowledged = 0;
  interrupted = 0;
  rejected = 0;
  private readonly tried: string[] = [];
  private base = 0;
  private checkedTo = 0;
  private readonly seen = new Map<string, number>();

  /** Uploads the assets that every saved venue references, and saves once. */
  async prepare(server: ServerProcess): Promise<void> {
    for (const id of assetIds) await this.upload(server, id);
    await this.save(server);
  }

  /** Writes until `done`. Interrupted requests are logged and not repeated. */
  async work(server: ServerProcess, done: { stopped: boolean }): Promise<void> {
    const again = async (write: () => Promise<unknown>): Promise<void> => {
      while (!done.stopped) await write().catch(() => (this.interrupted += 1));
    };
    await Promise.all([
      again(async () => {
        await this.save(server);
        await this.publish(server);
      }),
      ...assetIds.map((id) => again(() => this.upload(server, id))),
    ]);
  }

  async save(server: ServerProcess): Promise<HttpResponse> {
    const marker = uniqueName('save');
    const body = JSON.stringify({ baseVersion: this.base, venue: venueWith(marker) });
    this.tried.push(marker);
    const response = await server.call(api(saveVenue.path), {
      method: 'POST',
      body,
      headers: { 'idempotency-key': marker },
    });
    if (response.status === 200) {
      const { version } = response.body as { version: number };
      this.saved.set(marker, version);
      this.acknowledged += 1;
      this.base = version;
    } else {
      this.rejected += 1;
      const { details } = response.body as { details?: { currentVersion?: number } };
      this.base = details?.currentVersion ?? this.base;
    }
    return response;
  }

  async publish(server: ServerProcess): Promise<HttpResponse> {
    const path = publishVenue.path.replace(':architectureID', 'nightfall');
    const response = await server.call(api(path), { method: 'POST', body: '{}' });
    if (response.status === 200) {
      this.published = Math.max(
        this.published,
        (response.body as { publishedVersion: number }).publishedVersion,
      );
      this.acknowledged += 1;
    } else this.rejected += 1;
    return response;
  }

  async upload(server: ServerProcess, id = 'one'): Promise<HttpResponse> {
    const body = picture(uniqueName(id));
    const path = uploadAsset.path.replace(':assetId', id);
    const response = await server.call(api(path), {
      method: 'PUT',
      body,
      headers: { 'content-type': 'image/gif' },
    });
    if (response.status === 200) {
      const { generation, sha256 } = response.body as { generation: number; sha256: string };
      this.uploaded.push({ id, generation, sha256 });
      this.acknowledged += 1;
    } else this.rejected += 1;
    return response;
  }

  /** Repeats the newest save that got no response, as a client does. It must not be applied twice. */
  async repeatUncertain(server: ServerProcess): Promise<void> {
    const marker = this.tried.findLast((one) => !this.saved.has(one));
    if (marker === undefined) return;
    const body = JSON.stringify({ baseVersion: this.base, venue: venueWith(marker) });
    const response = await server.call(api(saveVenue.path), {
      method: 'POST',
      body,
      headers: { 'idempotency-key': marker },
    });
    if (response.status === 200) this.saved.set(marker, (response.body as { version: number }).version);
  }

  /** Compares the server with the acknowledged writes. Versions that were compared before are not read again. */
  async check(server: ServerProcess, findings: Findings): Promise<void> {
    for (const { version, marker } of await this.newVersions(server)) {
      this.seen.set(marker, (this.seen.get(marker) ?? 0) + 1);
      this.base = Math.max(this.base, version);
      const promised = this.saved.get(marker);
      findings.expect(
        promised === undefined || promised === version,
        `${marker} was saved as ${promised}, not ${version}`,
      );
    }
    for (const marker of this.saved.keys()) findings.expect(this.seen.has(marker), `${marker} is lost`);
    for (const [marker, times] of this.seen)
      findings.expect(times === 1, `${marker} is stored ${times} times`);
    const state = (await server.call('/api/venue/version')).body as { publishedVersion: number };
    findings.expect(
      state.publishedVersion >= this.published,
      `version ${this.published} was published, but ${state.publishedVersion} is live`,
    );
    for (const upload of this.uploaded.splice(0)) await this.checkUpload(server, upload, findings);
  }

  private async checkUpload(
    server: ServerProcess,
    { id, generation, sha256 }: { id: string; generation: number; sha256: string },
    findings: Findings,
  ): Promise<void> {
    const path = `/stage/api/architecture/nightfall/assets/${id}?generation=${generation}`;
    const { status, body } = await server.call(path);
    const found =
      status === 200
        ? createHash('sha256')
            .update(body as Uint8Array)
            .digest('hex')
        : `status ${status}`;
    findings.expect(found === sha256, `upload ${generation} of ${id} is ${found}, not ${sha256}`);
  }

  private async newVersions(server: ServerProcess): Promise<Version[]> {
    const { body } = await server.call('/api/designer/versions?limit=1');
    const newest = (body as { versions: { version: number }[] }).versions[0]?.version ?? 0;
    const versions: Version[] = [];
    while (this.checkedTo < newest) {
      const version = ++this.checkedTo;
      const { body: read } = await server.call(`/api/designer/versions/${version}`);
      const { venue } = read as { venue?: { architectures: { descriptions: { text: string }[] }[] } };
      versions.push({
        version,
        marker: venue?.architectures[0]?.descriptions[0]?.text ?? `nothing at ${version}`,
      });
    }
    return versions;
  }
}
