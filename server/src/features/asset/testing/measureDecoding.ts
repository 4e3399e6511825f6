/** Program: decodes all pictures of its command line concurrently and prints how much the memory of the process grew. */
import { join } from 'node:path';
import { inspectPicture } from '../media/picture.ts';

const [folder = '', ...files] = process.argv.slice(2);
const peakMiB = () => process.resourceUsage().maxRSS / 1024;
const before = peakMiB();
const found = await Promise.all(files.map((file, at) => inspectPicture(file, join(folder, `clean-${at}`))));
process.stdout.write(JSON.stringify({ grownMiB: Math.round(peakMiB() - before), decoded: found.length }));
