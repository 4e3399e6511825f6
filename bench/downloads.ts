/**
 * Measures downloads against bare `node:http` with `pipeline` of the same files: an archive of 1,000 files, and one large
 * file, with the growth of the server's memory since before the first download. Slices of both alternate in one run.
 * `npm run bench -- downloads [files]`; `--write` appends the results to RESULTS.md.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetBytes, type VenueInput } from '@foyer/contract';
import { callDesigner, median, startFoyer } from './foyer.fixture.ts';

const slices = 5;
/** Files of the archive. */
const amount = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1_000);
const mebibyte = 1024 * 1024;
const minRatio = 0.8;
const maxGrowthMB = 50;
const sampleMs = 20;

/** Random bytes after the first bytes of a PDF, so that they are stored as one. */
const fileOf = (bytes: number): Uint8Array<ArrayBuffer> => {
  const file = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += mebibyte) file.set(randomBytes(Math.min(mebibyte, bytes - at)), at);
  file.set(Buffer.from('%PDF-1.7\n'));
  return file;
};

const named = (text: string) => [{ locale: 'en' as const, text }];
const fileIds = Array.from({ length: amount }, (_, index) => `file-${index}`);

const venue: VenueInput = {
  architectures: [
    {
      id: 'fair',
      areas: [
        {
          id: 'hall',
          names: named('Hall'),
          viewMode: 'VIEW_2D',
          viewPoints: [{ id: 'middle', background: { assetId: 'background' } }],
          contentWidgets: [
            {
              id: 'library',
              type: 'MediaLibraryWidget',
              name: 'Library',
              configurations: [
                {
                  id: 'always',
                  name: 'Always',
                  folders: [
                    {
                      id: 'all',
                      names: named('All files'),
                      media: fileIds.map((assetId) => ({
                        id: assetId,
                        names: named(`The slides of talk ${assetId}`),
                        assets: [{ locale: 'en', assetId }],
                      })),
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  assets: [...fileIds, 'large', 'background'].map((id) => ({ id })),
};

/** Memory of a process that is in RAM, in megabytes. */
const residentMB = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;

/** Samples the memory of a process until the returned function is called, which returns its peak growth in megabytes. */
function watchGrowth(pid: number): () => number {
  const before = residentMB(pid);
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, residentMB(pid))), sampleMs);
  return () => {
    clearInterval(sampling);
    return peak - before;
  };
}

/** Downloads a URL a number of times. Returns megabytes per second. @throws if a response is not complete */
async function download(url: string, times: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  let bytes = 0;
  for (let time = 0; time < times; time += 1) {
    const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
    for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
    if (!response.complete) throw new Error(`${url}: the response is not complete`);
  }
  agent.destroy();
  return bytes / 1e6 / ((performance.now() - began) / 1_000);
}

async function startBare(files: readonly string[]): Promise<[ChildProcess, string]> {
  const child = fork(join(import.meta.dirname, 'bare-files.fixture.ts'), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(files);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return [child, url];
}

interface Subject {
  readonly title: string;
  readonly path: string;
  readonly times: number;
  /** The stored files, in the order in which they are sent. */
  readonly files: readonly string[];
}

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
const foyer = await startFoyer(dataDir);
const pid = foyer.child.pid ?? 0;

async function measure({ title, path, times, files }: Subject): Promise<string[]> {
  const [bare, bareUrl] = await startBare(files);
  const ours: number[] = [];
  const floor: number[] = [];
  const growth = watchGrowth(pid);
  const bareGrowth = watchGrowth(bare.pid ?? 0);
  // The first slice of each warms up. The slices alternate, so that other load on the machine affects both.
  for (let slice = 0; slice <= slices; slice += 1) {
    const pair = [await download(bareUrl, times), await download(foyer.url + path, times)] as const;
    if (slice === 0) continue;
    floor.push(pair[0]);
    ours.push(pair[1]);
  }
  const [grown, bareGrown] = [growth(), bareGrowth()];
  bare.kill();
  const ratio = median(ours) / median(floor);
  return [
    `  - ${title}: ${ratio.toFixed(2)}x, at least ${minRatio}: ${ratio >= minRatio ? 'holds' : 'MISSED'} (${median(ours).toFixed(0)} MB/s against ${median(floor).toFixed(0)})`,
    `  - memory of the server meanwhile: ${grown.toFixed(0)} MB more, at most ${maxGrowthMB}: ${grown <= maxGrowthMB ? 'holds' : 'MISSED'} (of bare node:http ${bareGrown.toFixed(0)} MB more)`,
  ];
}

const lines: string[] = [];
try {
  for (const id of fileIds) await callDesigner(foyer.url, 'PUT', `/designer/assets/${id}`, fileOf(mebibyte));
  await callDesigner(foyer.url, 'PUT', '/designer/assets/large', fileOf(assetBytes));
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
  await callDesigner(foyer.url, 'PUT', '/designer/assets/background', new Uint8Array(pixel));
  const save = JSON.stringify({ baseVersion: 0, venue });
  await callDesigner(foyer.url, 'POST', '/designer/save-venue-json/stage', save);
  await callDesigner(foyer.url, 'POST', '/designer/publish/fair', '{}');
  const blobOf = (assetId: string): string => {
    const [file = ''] = globSync(`blobs/assets/${assetId}/*/original`, { cwd: dataDir });
    if (statSync(join(dataDir, file)).isFile()) return join(dataDir, file);
    throw new Error(`${assetId} has no blob`);
  };
  lines.push(
    ...(await measure({
      title: `an archive of ${amount} files of 1 MiB`,
      path: '/api/ui/architecture/fair/widgets/library/download',
      times: 1,
      files: fileIds.map(blobOf),
    })),
    // No larger file can be uploaded.
    ...(await measure({
      title: `a file of ${assetBytes / mebibyte} MiB, twice`,
      path: '/api/ui/architecture/fair/assets/large/download?attachment=true',
      times: 2,
      files: [blobOf('large')],
    })),
  );
} finally {
  await foyer.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

const day = new Date().toISOString().slice(0, 10);
const title = `- ${day} \`npm run bench -- downloads\` (against bare node:http with pipeline; Node ${process.versions.node}, ${cpus().length} cores, files in a folder, median of ${slices}):`;
const report = [title, ...lines].join('\n');
console.log(report);
if (process.argv.includes('--write'))
  appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = lines.some((line) => line.includes('MISSED')) ? 1 : 0;
