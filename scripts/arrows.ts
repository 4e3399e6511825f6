/**
 * Checks the import rules of ARCHITECTURE.md, and that its diagram is up to date (`--draw` updates it). Fails if almost
 * no modules were read, because the rules would then pass.
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

/** The box of the diagram that a source of the product belongs to; tests and tools are not drawn. */
function boxOf(file: string): string | undefined {
  if (/\.(test|fixture|testing)\.tsx?$|\/testing\//.test(file)) return undefined;
  const [, workspace, folder] = /^(contract|server|web)\/src\/(?:(\w+)\/)?/.exec(file) ?? [];
  if (workspace === undefined || workspace === 'contract') return workspace;
  const isBox = folder !== undefined && boxes.has(folder);
  return `${workspace}/${isBox ? folder : 'app'}`;
}
/** The other folders, such as the server's commands and the routes of the web app, belong to the box `app`. */
const boxes = new Set(['features', 'widgets', 'extensions', 'ui', 'platform']);
const node = (name: string) => `${name.replace('/', '_')}["${name}"]`;

function drawDiagram(): string {
  const edges = new Set<string>();
  for (const module of sources) {
    const from = boxOf(module.source);
    for (const { resolved, coreModule } of module.dependencies) {
      if (coreModule) continue;
      const to = resolved.includes('node_modules') ? undefined : boxOf(resolved);
      if (from && to && from !== to) edges.add(`  ${node(from)} --> ${node(to)}`);
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
const current = text.replace(block, (_, open: string, close: string) => `${open}${drawDiagram()}${close}`);
if (process.argv.includes('--draw')) writeFileSync(drawing, current);
else if (current !== text) {
  console.error('The diagram in ARCHITECTURE.md is out of date: run "npm run arrows -- --draw".');
  process.exitCode = 1;
}
console.log(`${sources.length} modules, ${result.summary.violations.length} forbidden imports`);
if (result.summary.violations.length > 0) process.exitCode = 1;
