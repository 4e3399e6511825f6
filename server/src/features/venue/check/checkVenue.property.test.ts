/** Property tests: the check returns a venue or errors at existing paths, for any input. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  builtWidgetTypes,
  defaultWidgetSettings,
  venue as venueSchema,
  venueErrorsMax,
  widgetTypes,
} from '@foyer/contract';
import { checkSaveText, checkVenueText } from './checkVenue.ts';
import { withChanges, smallVenue } from '../testing/smallVenue.ts';
import { valueAt } from './untypedJson.ts';

const checkText = (text: string) => checkVenueText(text, defaultWidgetSettings);
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
const usually = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: fc.anything() });
const widget = fc.record(
  {
    id,
    type: fc.constantFrom(...widgetTypes, ...builtWidgetTypes, 'toString', 'Unknown'),
    name: fc.string(),
    configurations: usually(
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
    doors: usually(
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
    viewPoints: usually(fc.array(viewPoint, { maxLength: 3 })),
    contentWidgets: usually(fc.array(widget, { maxLength: 3 })),
  },
  { requiredKeys: ['id'] },
);
const anyVenue = fc.record(
  {
    architectures: usually(
      fc.array(
        usually(
          fc.record(
            {
              id,
              areas: fc.array(usually(area), { maxLength: 4 }),
              defaultAreaId: id,
              style: usually(fc.record({ primaryColor: fc.string() })),
              globalWidgets: fc.array(widget, { maxLength: 2 }),
            },
            { requiredKeys: ['id'] },
          ),
        ),
        { maxLength: 2 },
      ),
    ),
    assets: usually(
      fc.array(fc.record({ id, displayName: fc.string(), alts: texts }, { requiredKeys: ['id'] }), {
        maxLength: 4,
      }),
    ),
  },
  { requiredKeys: ['architectures'] },
);

/** Parses `areas[3].names` and `areas["a key"]` into keys and indexes. */
const stepsOf = (path: string): (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, key]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (key ?? '') : (JSON.parse(quoted) as string);
  });

test('ENTITY-02m a checked venue passes the schema, or every error has an existing path', () => {
  fc.assert(
    fc.property(anyVenue, (value) => {
      const text = JSON.stringify(value);
      const checked = checkText(text);
      if (checked.ok) {
        expect(venueSchema.safeParse(JSON.parse(text)).success).toBe(true);
        return;
      }
      const { errors, total } = checked.errors;
      expect(errors).toHaveLength(Math.min(total, venueErrorsMax));
      expect(total).toBeGreaterThan(0);
      for (const { path, reason, line } of errors) {
        expect(reason).not.toBe('');
        // An error of the text has a line; a missing key has an existing parent.
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

test('ENTITY-02n the check does not throw for a valid venue with one value replaced by anything', () => {
  const paths = pathsOf(smallVenue());
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
      const text = JSON.stringify(withChanges(smallVenue(), [path, value]));
      expect(['boolean']).toContain(typeof checkText(text).ok);
      const saved = checkSaveText(`{"baseVersion":0,"venue":${text}}`, defaultWidgetSettings);
      expect(saved.checked.ok).toBe(checkText(text).ok);
    }),
    runs,
  );
});

test('ENTITY-02o the check does not throw for a truncated or changed text, and each error has a line', () => {
  const text = JSON.stringify(smallVenue(), undefined, 1);
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), fc.nat(5), (at, inserted, removed) => {
      const broken = text.slice(0, at) + inserted + text.slice(at + removed);
      const checked = checkText(broken);
      if (isJson(broken)) return;
      expect(checked.ok).toBe(false);
      if (!checked.ok)
        for (const { line, column } of checked.errors.errors)
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

/** All paths of a value, for example `architectures[0].areas[1].id`. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, entry]) =>
    pathsOf(entry, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  );
  return path === '' ? inner : [path, ...inner];
}
