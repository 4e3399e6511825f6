/**
 * P12: a publication with thousands of attendees. Most receive an event and fetch the venue after a random delay; every
 * tenth has no connection and polls the version every two minutes. All have the new venue in time, and no request takes
 * long. The short form has fewer attendees and no polling.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { venueVersionChanged, type DataOf } from '@foyer/contract';
import { versionPollMs } from '@foyer/contract/limits';
import { loadDemo, publish, saveVenue } from '@foyer/demo/load';
import { demoVenue } from '@foyer/demo/venue';
import { createSetup } from './temporarySetup.ts';
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { adminKey, ServerProcess } from './serverProcess.ts';
import { enterAsGuests, type Visitor } from './visitors.ts';

const switchedWithinMs = versionPollMs + 30_000;
const requestWithinMs = 5_000;
const architectureId = 'nightfall';

interface Fetched {
  readonly text: string;
  readonly ms: number;
}

async function fetchPath(url: string, { token }: Visitor, path: string): Promise<Fetched> {
  const begin = performance.now();
  const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returns ${response.status} ${text.slice(0, 200)}`);
  return { text, ms: performance.now() - begin };
}

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const random = randomNumbers(seed);
  const setup = await createSetup('sqlite');
  const server = await ServerProcess.start(setup);
  const destination = { url: server.url, adminKey };
  try {
    await loadDemo(destination);
    const visitors = await enterAsGuests(server.url, full ? 5_000 : 80);
    const polling = new Set(visitors.filter((_, index) => full && index % 10 === 0));
    for (const { client } of polling) client.destroy();
    const requests: number[] = [];
    const switched: number[] = [];
    let begin = 0;
    const fetchVenue = async (visitor: Visitor): Promise<void> => {
      const { text, ms } = await fetchPath(server.url, visitor, `/ui/venue?architectureId=${architectureId}`);
      requests.push(ms);
      findings.expect(
        text.includes('Nightfall 27'),
        'an attendee received the previous venue after the event',
      );
      switched.push(performance.now() - begin);
    };
    const switchByPolling = async (visitor: Visitor): Promise<void> => {
      await pause(random() * versionPollMs);
      for (;;) {
        const { text, ms } = await fetchPath(server.url, visitor, '/venue/version');
        requests.push(ms);
        if ((JSON.parse(text) as { publishedVersion: number }).publishedVersion === 2) break;
        await pause(versionPollMs);
      }
      await fetchVenue(visitor);
    };
    const switchByEvent = (visitor: Visitor): Promise<void> =>
      new Promise((resolve, reject) => {
        visitor.onEvent = ({ event, data }) => {
          const { publishedVersion, maxDelayMs } = data as DataOf<typeof venueVersionChanged>;
          if (event === venueVersionChanged.name && publishedVersion === 2)
            setTimeout(() => void fetchVenue(visitor).then(resolve, reject), random() * maxDelayMs);
        };
      });
    const [architecture] = demoVenue.architectures;
    const next = { ...demoVenue, architectures: [{ ...architecture, name: 'Nightfall 27' }] };
    await saveVenue(destination, next as typeof demoVenue, 1);
    const all = visitors.map((visitor) =>
      polling.has(visitor) ? switchByPolling(visitor) : switchByEvent(visitor),
    );
    begin = performance.now();
    await publish(destination, architectureId);
    const late = pause(switchedWithinMs, 'late' as const, { ref: false });
    findings.expect(
      (await Promise.race([Promise.all(all), late])) !== 'late',
      'an attendee still has the previous venue',
    );
    findings.expect(switched.length === visitors.length, `${switched.length} of ${visitors.length} switched`);
    const longest = Math.round(Math.max(...requests));
    findings.expect(longest <= requestWithinMs, `a request took ${longest} ms`);
    for (const { client } of visitors) client.destroy();
    return {
      passed: findings.broken.length === 0,
      figures: {
        clients: visitors.length,
        'without a connection': polling.size,
        'all switched after s': Math.round(Math.max(...switched) / 1_000),
        'longest request ms': longest,
      },
    };
  } finally {
    await server.stop();
    await setup.remove();
  }
};
