/** Decodes all pictures named on its command line at once and prints by how much the process grew. */
import { join } from 'node:path';
import { inspect } from '../media/picture.ts';

const [folder = '', ...files] = process.argv.slice(2);
const peakMiB = () => process.resourceUsage().maxRSS / 1024;
const before = peakMiB();
const found = await Promise.all(files.map((file, at) => inspect(file, join(folder, `clean-${at}`))));
process.stdout.write(JSON.stringify({ grownMiB: Math.round(peakMiB() - before), decoded: found.length }));
