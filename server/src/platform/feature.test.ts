import { expect, test } from 'vitest';
import { createFeatures, defineFeature, migrationsOf, type Feature, type Platform } from '#platform/feature';
import type { Migration } from '#platform/storage/migration';

interface Echo extends Feature {
  say(): string;
}

const migration = (id: string): Migration => ({ id, up: async () => undefined });
const modules = {
  first: defineFeature({
    migrations: [migration('0001-first')],
    create: (_platform: Platform, ports: { readonly answer: () => string }): Echo => ({
      say: () => `asks ${ports.answer()}`,
    }),
  }),
  second: defineFeature({
    migrations: [migration('0002-second'), migration('0003-second')],
    create: (): Echo => ({ say: () => 'answers' }),
  }),
};

test('features are created in order and can use later ones through their ports', () => {
  const features = createFeatures(modules, {} as Platform, {
    first: (all) => ({ answer: () => all.second.say() }),
  });
  expect(Object.keys(features)).toEqual(['first', 'second']);
  expect(features.first.say()).toBe('asks answers');
});

test('createFeatures throws if a port uses a feature that is not created yet', () => {
  expect(() =>
    createFeatures(modules, {} as Platform, {
      first: (all) => {
        const response = all.second.say();
        return { answer: () => response };
      },
    }),
  ).toThrow(TypeError);
});

test('migrationsOf does not create features', () => {
  expect(migrationsOf(modules).map(({ id }) => id)).toEqual(['0001-first', '0002-second', '0003-second']);
});
