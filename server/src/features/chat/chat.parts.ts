/** The parts of chat, made of each other. */
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log/log';
import type { Storage } from '#platform/storage/storage';
import { ChatCalls } from './chat.calls.ts';
import { ChatDelivery } from './chat.delivery.ts';
import { ChatGroups } from './chat.groups.ts';
import { ChatHistoryStore } from './chat.history.store.ts';
import { ChatMessageStore } from './chat.messages.store.ts';
import { ChatPaces } from './chat.paces.ts';
import { ChatPeople } from './chat.people.ts';
import type { DescribePeople, FindStandingRooms } from './chat.ports.ts';
import { ChatPoll } from './chat.poll.ts';
import { ChatReading } from './chat.reading.ts';
import { ChatRooms } from './chat.rooms.ts';
import { ChatRoomStore } from './chat.rooms.store.ts';
import type { ChatTables } from './chat.tables.ts';
import { ChatTalk } from './chat.talk.ts';
import { ChatViews } from './chat.views.ts';
import { ChatViewStore } from './chat.views.store.ts';

export interface ChatFeatureParts {
  readonly storage: Storage<ChatTables>;
  readonly bus: Bus;
  readonly describe: DescribePeople;
  readonly standing: FindStandingRooms;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ChatParts {
  readonly delivery: ChatDelivery;
  readonly rooms: ChatRooms;
  readonly groups: ChatGroups;
  readonly talk: ChatTalk;
  readonly reading: ChatReading;
  readonly people: ChatPeople;
  readonly poll: ChatPoll;
  readonly calls: ChatCalls;
}

export function chatParts(given: ChatFeatureParts): ChatParts {
  const { storage, standing, clock, bus, log } = given;
  const store = new ChatRoomStore(storage);
  const viewStore = new ChatViewStore(storage);
  const messages = new ChatMessageStore(storage);
  const history = new ChatHistoryStore(storage);
  const people = new ChatPeople(given);
  const views = new ChatViews({ store: viewStore, people, standing, clock });
  const delivery = new ChatDelivery({ rooms: store, history, views, people, bus, log });
  const rooms = new ChatRooms({ store, views, people, delivery, standing, clock });
  return {
    delivery,
    rooms,
    people,
    poll: new ChatPoll({ store, delivery, bus, log }),
    groups: new ChatGroups({ store, viewStore, rooms, people, delivery, clock }),
    talk: new ChatTalk({
      messages,
      rooms,
      store,
      viewStore,
      people,
      delivery,
      paces: new ChatPaces(clock),
      clock,
    }),
    calls: new ChatCalls({ rooms, store, viewStore, messages, people, delivery, clock }),
    reading: new ChatReading({ history, rooms, store, people, delivery, clock }),
  };
}
