/** Makes the documents, sounds and office files of the demo in demo/assets: `node demo/files/make.ts`. */
import { writeFile } from 'node:fs/promises';
import { madeFiles } from './madeFiles.ts';

for (const [name, make] of Object.entries(madeFiles)) {
  const bytes = await make();
  await writeFile(new URL(`../assets/${name}`, import.meta.url), bytes);
  console.log(`${name}: ${Math.round(bytes.length / 1000)} kB`);
}
