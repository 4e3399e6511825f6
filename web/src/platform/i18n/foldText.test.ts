import { expect, test } from 'vitest';
import { foldText } from './foldText.ts';

test.each([
  ['upper case and accents', 'Ünder ÅKERMAN Café', 'under akerman cafe'],
  ['ligatures and wide letters', 'ﬁle Ａ', 'file a'],
  ['Arabic vowel signs', 'مُحَمَّد', 'محمد'],
  ['Arabic forms of alef', 'أإآٱ', 'اااا'],
  ['the last letters of Arabic words', 'مكتبة مستشفى', 'مكتبه مستشفي'],
  ['a stretched Arabic word', 'كتـــاب', 'كتاب'],
])('WIDGET-07b %s are folded for searching', (_, text, folded) => {
  expect(foldText(text)).toBe(folded);
});
