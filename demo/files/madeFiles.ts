/** The files that are made by scripts, by their names in demo/assets. Each run makes the same bytes. */
import { documents } from './documents.ts';
import { officeFiles } from './office.ts';
import { sounds } from './sounds.ts';

export const madeFiles: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  ...documents,
  ...officeFiles,
  ...sounds,
};
