import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand';
import { registerNavigationGuard, unregisterNavigationGuard } from './navigation/useNavigationGuard.ts';
import { createSidePanels, type SidePanel, type SidePanels } from './sidePanels.ts';
import { createVisit, type Visit } from './visit/visit.ts';

interface Talk {
  readonly view: 'panel' | 'bar';
}

let visit: Visit;
let panels: SidePanels;
let polls: ReturnType<SidePanels['create']>;
let people: typeof polls;
let person: typeof polls;
let talkStore: StoreApi<Talk>;
let talk: SidePanel;

const openIds = (): string[] => panels.store.getState().open.map(({ id }) => id);
const openTalk = (): void => panels.replace(talk, () => talkStore.setState({ view: 'panel' }));

beforeEach(() => {
  visit = createVisit();
  panels = visit.get(createSidePanels);
  polls = panels.create('polls');
  people = panels.create('people', 'list');
  person = panels.create('person', 'details');
  talkStore = createStore<Talk>(() => ({ view: 'bar' }));
  talk = { id: 'talk', close: () => talkStore.setState({ view: 'bar' }) };
  panels.follow(talk, talkStore, ({ view }) => view === 'panel');
});
afterEach(() => visit.end());

test('opening a panel closes the open one', () => {
  people.open();
  polls.open();
  expect(openIds()).toEqual(['polls']);
  polls.open();
  expect(openIds()).toEqual(['polls']);
  polls.close();
  expect(openIds()).toEqual([]);
});

test('details and a list are open together, in whatever order they were opened', () => {
  people.open();
  person.open();
  expect(openIds()).toEqual(['people', 'person']);
  person.close();
  expect(openIds()).toEqual(['people']);
  panels.closeAll();
  person.open();
  people.open();
  expect(openIds()).toEqual(['person', 'people']);
  polls.open();
  expect(openIds()).toEqual(['polls']);
});

test('a panel with a store of its own is in the slot as long as the store says so', () => {
  people.open();
  talkStore.setState({ view: 'panel' });
  expect(openIds()).toEqual(['talk']);
  polls.open();
  expect(talkStore.getState().view).toBe('bar');
  expect(openIds()).toEqual(['polls']);
});

test('a panel waits until the user has decided about unsaved changes in the panel that it replaces', async () => {
  person.open();
  registerNavigationGuard('person');
  openTalk();
  people.open();
  expect(openIds()).toEqual(['person', 'people']);
  unregisterNavigationGuard('person');
  await expect.poll(openIds).toEqual(['talk']);
});

test('GUARD-07w a panel that replaces another one does not wait for a guard outside of it', () => {
  person.open();
  registerNavigationGuard('meeting');
  openTalk();
  expect(openIds()).toEqual(['talk']);
  unregisterNavigationGuard('meeting');
});

test('SESSION-10 no panel of a user is open for the next one, and a panel that waits is not shown after the visit', async () => {
  person.open();
  registerNavigationGuard('person');
  openTalk();
  visit.end();
  unregisterNavigationGuard('person');
  // The guards answer in microtasks.
  await new Promise((resolve) => setTimeout(resolve));
  openTalk();
  expect(talkStore.getState().view).toBe('bar');
  expect(createVisit().get(createSidePanels).store.getState().open).toEqual([]);
});

test('after the visit a panel follows its store no more', () => {
  visit.end();
  talkStore.setState({ view: 'panel' });
  expect(openIds()).toEqual([]);
});
