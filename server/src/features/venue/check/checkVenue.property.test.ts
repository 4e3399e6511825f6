/** Whatever is checked, the check answers: a venue, or faults at places that are there. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtWidgetTypes, venue as venueSchema, venueFaultsListed, widgetTypes } from '@foyer/contract';
import { checkSaveText, checkVenueText } from './checkVenue.ts';
import { changed, smallVenue } from '../testing/smallVenue.ts';
import { valueAt } from './untypedJson.ts';

const runs = { numRuns: 200, seed: 20_261_120 };

const id = fc.constantFrom(
  'lobby',
  'hall',
  'middle',
  'door-side',
  'picture',
  'fair',
  'x',
  '',
  '__proto__',
  'a b',
  '..',
);
const texts = fc.array(fc.record({ locale: fc.constantFrom('en', 'de', 'ar', 'xx'), text: fc.string() }), {
  maxLength: 3,
});
const position = fc.oneof(
  fc.record({ kind: fc.constant('2D'), x: fc.double(), y: fc.double({ min: 0, max: 1 }) }),
  fc.record({ kind: fc.constant('360'), yaw: fc.double(), pitch: fc.double({ min: -90, max: 90 }) }),
  fc.anything(),
);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: fc.anything() });
const widget = fc.record(
  {
    id,
    type: fc.constantFrom(...widgetTypes, ...builtWidgetTypes, 'toString', 'Unknown'),
    name: fc.string(),
    configurations: sometimes(
      fc.array(
        fc.record(
          {
            id,
            name: fc.string(),
            begin: fc.string(),
            assets: fc.array(fc.record({ locale: fc.constant('en'), assetId: id })),
            texts,
          },
          { requiredKeys: ['id'] },
        ),
        { maxLength: 3 },
      ),
    ),
    placements: fc.array(fc.record({ viewpointId: id, position }), { maxLength: 3 }),
  },
  { requiredKeys: ['type'] },
);
const viewPoint = fc.record(
  {
    id,
    names: texts,
    background: fc.oneof(
      fc.record({ assetId: id }),
      fc.record({ videoUrl: fc.webUrl(), playerActive: fc.boolean() }),
      fc.anything(),
    ),
    doors: sometimes(
      fc.array(fc.record({ id, names: texts, targetAreaId: id, targetViewpointId: id, position }), {
        maxLength: 3,
      }),
    ),
  },
  { requiredKeys: ['id'] },
);
const area = fc.record(
  {
    id,
    names: texts,
    defaultViewpointId: id,
    viewMode: fc.constantFrom('VIEW_2D', 'VIEW_360D', 'VIEW'),
    viewPoints: sometimes(fc.array(viewPoint, { maxLength: 3 })),
    contentWidgets: sometimes(fc.array(widget, { maxLength: 3 })),
  },
  { requiredKeys: ['id'] },
);
const anyVenue = fc.record(
  {
    architectures: sometimes(
      fc.array(
        sometimes(
          fc.record(
            {
              id,
              areas: fc.array(sometimes(area), { maxLength: 4 }),
              defaultAreaId: id,
              style: sometimes(fc.record({ primaryColor: fc.string() })),
              globalWidgets: fc.array(widget, { maxLength: 2 }),
            },
            { requiredKeys: ['id'] },
          ),
        ),
        { maxLength: 2 },
      ),
    ),
    assets: sometimes(
      fc.array(fc.record({ id, displayName: fc.string(), alts: texts }, { requiredKeys: ['id'] }), {
        maxLength: 4,
      }),
    ),
  },
  { requiredKeys: ['architectures'] },
);

/** `areas[3].names` and `areas["a key"]` as steps. */
const stepsOf = (path: string): (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, key]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (key ?? '') : (JSON.parse(quoted) as string);
  });

test('ENTITY-02m whatever venue is checked, it passes the schema or every fault names a place that is there', () => {
  fc.assert(
    fc.property(anyVenue, (value) => {
      const text = JSON.stringify(value);
      const checked = checkVenueText(text);
      if (checked.ok) {
        expect(venueSchema.safeParse(JSON.parse(text)).success).toBe(true);
        return;
      }
      const { faults, total } = checked.faults;
      expect(faults).toHaveLength(Math.min(total, venueFaultsListed));
      expect(total).toBeGreaterThan(0);
      for (const { path, reason, line } of faults) {
        expect(reason).not.toBe('');
        // A fault of the text has a line; a key that is missing has a parent.
        if (line !== undefined) continue;
        const steps = stepsOf(path);
        const parent = valueAt(JSON.parse(text), steps.slice(0, -1));
        expect(typeof parent === 'object' && parent !== null, `${path} in ${text}`).toBe(true);
        if (!reason.startsWith('is missing'))
          expect(valueAt(JSON.parse(text), steps), path).not.toBeUndefined();
      }
    }),
    runs,
  );
});

test('ENTITY-02n a good venue with one value replaced by anything is checked without a throw', () => {
  const paths = pathsOf(smallVenue());
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
      const text = JSON.stringify(changed(smallVenue(), [path, value]));
      expect(['boolean']).toContain(typeof checkVenueText(text).ok);
      expect(checkSaveText(`{"baseVersion":0,"venue":${text}}`).checked.ok).toBe(checkVenueText(text).ok);
    }),
    runs,
  );
});

test('ENTITY-02o the text of a venue cut off or changed anywhere is checked without a throw, with a line in each fault', () => {
  const text = JSON.stringify(smallVenue(), undefined, 1);
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), fc.nat(5), (at, inserted, removed) => {
      const broken = text.slice(0, at) + inserted + text.slice(at + removed);
      const checked = checkVenueText(broken);
      if (isJson(broken)) return;
      expect(checked.ok).toBe(false);
      if (!checked.ok)
        for (const { line, column } of checked.faults.faults)
          expect([line! > 0, column! > 0]).toEqual([true, true]);
    }),
    runs,
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Every path of a value, `architectures[0].areas[1].id`. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, entry]) =>
    pathsOf(entry, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  );
  return path === '' ? inner : [path, ...inner];
}
