import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAreaNavigation } from './areaNavigation.ts';
import { parseSearch, stringifySearch, type SearchValues } from './searchParams.ts';

type Router = Parameters<typeof createAreaNavigation>[0];

interface Navigation {
  readonly search: (before: SearchValues) => SearchValues;
  readonly state: (before: object) => object;
  readonly replace: boolean;
}

/** A tab that came from another page, and the navigation of the area that it has opened. */
function openTab(url: string) {
  const history = createMemoryHistory({ initialEntries: ['/before', url], initialIndex: 1 });
  const searchNow = (): SearchValues => parseSearch(history.location.search);
  const router = {
    history,
    get state() {
      return { location: { search: searchNow(), state: history.location.state } };
    },
    navigate: async ({ search, state, replace }: Navigation): Promise<void> => {
      const to = history.location.pathname + stringifySearch(search(searchNow()));
      history[replace ? 'replace' : 'push'](to, state(history.location.state));
    },
  };
  return { history, navigation: createAreaNavigation(router as unknown as Router) };
}

test('AREA-10q a widget that is opened over an open entry takes the place of the entry and of its library', async () => {
  const { history, navigation } = openTab('/lounge');
  await navigation.openWidget('library');
  await navigation.openPart({ medium: 'plan' });
  await navigation.openWidget('book');
  expect(history.location.href).toBe('/lounge?widget=book');
  await navigation.closeWidget();
  expect(history.location.href).toBe('/lounge');
  history.back();
  expect(history.location.href).toBe('/before');
});

test('AREA-10r closing a library that its URL has opened leaves no entry of it behind, also with an open medium', async () => {
  const { history, navigation } = openTab('/lounge?widget=library');
  await navigation.openPart({ medium: 'plan' });
  await navigation.replacePart({ medium: 'plan', page: 3 });
  expect(history.location.href).toBe('/lounge?widget=library&medium=plan&page=3');
  await navigation.closeWidget();
  expect(history.location.href).toBe('/lounge');
  history.back();
  expect(history.location.href).toBe('/before');
});

test('AREA-10t a part that is opened over another one takes its history entry', async () => {
  const { history, navigation } = openTab('/lounge');
  await navigation.openWidget('board');
  await navigation.openPart({ card: 'gone' });
  await navigation.openPart({ card: 'rings' });
  expect(history.location.href).toBe('/lounge?widget=board&card=rings');
  history.back();
  expect(history.location.href).toBe('/lounge?widget=board');
  history.forward();
  await navigation.closeWidget();
  expect(history.location.href).toBe('/lounge');
});
