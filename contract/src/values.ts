/** Value types used in entities: ids, texts, colors. */
import * as z from 'zod/mini';
import { idLength, locales, textLength } from './limits.ts';

export const withoutNul = z.refine<string>(
  (value) => !value.includes('\u0000'),
  'contains the character U+0000',
);

/** An id: letters, digits, `.`, `_`, `-`, not starting with a dot. It is safe in paths and file names. */
export const id = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(idLength),
    z.regex(
      /^(?!__proto__$|constructor$|prototype$)[A-Za-z0-9_-][A-Za-z0-9._-]*$/,
      'is not an id (letters, digits, . _ -)',
    ),
  );

export const text = z.string().check(z.maxLength(textLength), withoutNul);

export const locale = z.enum(locales);

/** A hexadecimal color. No other form is allowed, because the value is inserted into a style sheet. */
export const colour = z
  .string()
  .check(z.regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'is not a colour (#RGB or #RRGGBB)'));
