import { beforeEach, expect, test } from 'vitest';
import { create } from 'zustand';
import { registerNavigationGuard, unregisterNavigationGuard } from './navigation/useNavigationGuard.ts';
import {
  closeSidePanels,
  createSidePanel,
  followStore,
  replaceSidePanels,
  useSidePanels,
  type SidePanel,
} from './sidePanels.ts';

const openIds = (): string[] => useSidePanels.getState().open.map(({ id }) => id);

const polls = createSidePanel('polls');
const people = createSidePanel('people', 'list');
const person = createSidePanel('person', 'details');

const useTalk = create<{ readonly view: 'panel' | 'bar' }>(() => ({ view: 'bar' }));
const talk: SidePanel = { id: 'talk', close: () => useTalk.setState({ view: 'bar' }) };
followStore(talk, useTalk, ({ view }) => view === 'panel');

beforeEach(() => closeSidePanels());

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
  closeSidePanels();
  person.open();
  people.open();
  expect(openIds()).toEqual(['person', 'people']);
  polls.open();
  expect(openIds()).toEqual(['polls']);
});

test('a panel with a store of its own is in the slot as long as the store says so', () => {
  people.open();
  useTalk.setState({ view: 'panel' });
  expect(openIds()).toEqual(['talk']);
  polls.open();
  expect(useTalk.getState().view).toBe('bar');
  expect(openIds()).toEqual(['polls']);
});

test('a panel waits until the user has decided about unsaved changes in the panel that it replaces', async () => {
  person.open();
  registerNavigationGuard('person');
  replaceSidePanels(talk, () => useTalk.setState({ view: 'panel' }));
  people.open();
  expect(openIds()).toEqual(['person', 'people']);
  unregisterNavigationGuard('person');
  await expect.poll(openIds).toEqual(['talk']);
});

test('GUARD-07w a panel that replaces another one does not wait for a guard outside of it', () => {
  person.open();
  registerNavigationGuard('meeting');
  replaceSidePanels(talk, () => useTalk.setState({ view: 'panel' }));
  expect(openIds()).toEqual(['talk']);
  unregisterNavigationGuard('meeting');
});
