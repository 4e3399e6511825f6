/**
 * Checks the import arrows of ARCHITECTURE.md, and that the drawing there is today's (`--draw` renews it).
 * Fails when nothing was read: a check that reads nothing passes anything.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { arrows, cruiseOptions } from './arrows.rules.ts';

const drawing = join(import.meta.dirname, '..', 'ARCHITECTURE.md');
const block = /(<!-- arrows -->\n)[\s\S]*?(<!-- \/arrows -->)/;

const folders = ['contract', 'server', 'web', 'demo', 'e2e', 'bench'];
const { output } = await cruise(folders, { ...cruiseOptions, validate: true, ruleSet: arrows });
const result = output as ICruiseResult;
const sources = result.modules.filter(
  (module) => !module.source.includes('node_modules') && !module.coreModule,
);

/** The room of the house that a file stands in: `server/venue`, `web/platform`, `contract`. */
function room(file: string): string | undefined {
  if (/\.(test|spec)\.tsx?$/.test(file) || file.includes('/testing/')) return undefined;
  const [, workspace, rest] = /^(\w+)\/(?:src\/)?(.*)$/.exec(file) ?? [];
  if (workspace === undefined || rest === undefined) return undefined;
  if (workspace !== 'server' && workspace !== 'web') return workspace;
  const feature = /^features\/(\w+)\//.exec(rest)?.[1];
  if (feature) return `${workspace}/${feature}`;
  return `${workspace}/${/^(\w+)\//.exec(rest)?.[1] ?? 'app'}`;
}

const node = (name: string) => `${name.replace('/', '_')}["${name}"]`;

function drawn(): string {
  const edges = new Set<string>();
  for (const module of sources) {
    const from = room(module.source);
    for (const { resolved, coreModule } of module.dependencies) {
      if (coreModule) continue;
      const to = resolved.includes('node_modules') ? undefined : room(resolved);
      // Everything but the contract imports the contract: one sentence says it better than twenty arrows.
      if (from && to && from !== to && to !== 'contract') edges.add(`  ${node(from)} --> ${node(to)}`);
    }
  }
  return `\`\`\`mermaid\nflowchart TD\n${[...edges].toSorted().join('\n')}\n\`\`\`\n`;
}

for (const { rule, from, to } of result.summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
if (sources.length < 40) {
  console.error(`Only ${sources.length} modules were read: the parser is missing or the folders have moved.`);
  process.exit(1);
}
const text = readFileSync(drawing, 'utf8');
const current = text.replace(block, (_, open: string, close: string) => `${open}${drawn()}${close}`);
if (process.argv.includes('--draw')) writeFileSync(drawing, current);
else if (current !== text) {
  console.error('The drawing in ARCHITECTURE.md is not today’s: run "npm run arrows -- --draw".');
  process.exitCode = 1;
}
console.log(`${sources.length} modules, ${result.summary.violations.length} forbidden imports`);
if (result.summary.violations.length > 0) process.exitCode = 1;
