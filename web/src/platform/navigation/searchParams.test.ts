import { expect, test } from 'vitest';
import { readAreaSearchParams } from './areaSearchParams.ts';
import { noWidget, readWidgetPart, searchOfPart } from './openedWidget.ts';
import { parseSearch, stringifySearch } from './searchParams.ts';

test('search values are text: numbers keep their digits and nothing is read as JSON', () => {
  const search = '?id=7&n=123456789012345678&quoted=%22x%22&flag=true&empty=';
  expect(parseSearch(search)).toEqual({
    id: '7',
    n: '123456789012345678',
    quoted: '"x"',
    flag: 'true',
    empty: '',
  });
  expect(stringifySearch(parseSearch(search))).toBe(search);
});

test('a repeated value stays repeated, and no key reaches a prototype', () => {
  expect(parseSearch('?lang=de&lang=en')).toEqual({ lang: ['de', 'en'] });
  expect(stringifySearch({ lang: ['de', 'en'], none: undefined })).toBe('?lang=de&lang=en');
  expect(parseSearch('?__proto__=x&a=1')).toEqual({ a: '1' });
  expect(stringifySearch({})).toBe('');
});

test('AREA-10m malformed search values of an area are ignored, the others stay', () => {
  expect(
    readAreaSearchParams({
      viewpoint: 'sofa',
      widget: ['a', 'b'],
      floorplan: '1',
      view: 'upside-down',
      lang: 'ar',
    }),
  ).toEqual({
    viewpoint: 'sofa',
    floorplan: 'open',
    lang: 'ar',
  });
});

test('WIDGET-07c what is shown inside of a widget is read from the URL, and cleared with the widget', () => {
  expect(readWidgetPart(parseSearch('?widget=library&medium=plan&page=12'))).toEqual({
    medium: 'plan',
    page: 12,
  });
  expect(readWidgetPart(parseSearch('?widget=board&card=stars'))).toEqual({ card: 'stars' });
  expect(readWidgetPart(parseSearch('?widget=wall&present'))).toEqual({ present: true });
  for (const search of [
    '?medium=&page=0',
    '?medium=a&medium=b&page=1.5',
    '?page=x',
    '?page=9999999',
    '?card=',
  ])
    expect(readWidgetPart(parseSearch(search))).toEqual({});
  expect(searchOfPart({ page: 3 })).toEqual({ medium: undefined, card: undefined, page: '3' });
  const open = parseSearch('?widget=library&medium=plan&page=3');
  expect(readAreaSearchParams({ ...open, ...noWidget })).toEqual({});
});
