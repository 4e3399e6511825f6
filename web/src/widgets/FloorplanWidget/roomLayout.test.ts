import { describe, expect, test } from 'vitest';
import { layoutRooms, sharedWall, minCell, type PlacedRoom, type Rectangle } from './roomLayout.ts';

const room = (id: string, x: number, y: number, weight = 1): PlacedRoom => ({ id, x, y, weight });
const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x + 0.5 < b.x + b.width &&
  b.x + 0.5 < a.x + a.width &&
  a.y + 0.5 < b.y + b.height &&
  b.y + 0.5 < a.y + a.height;

/** Pseudo-random numbers that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('rooms of a plan', () => {
  test('AREA-04 rooms keep the relative order of their positions', () => {
    const { cells } = layoutRooms(
      [
        room('library', 0.2, 0.2),
        room('plenary', 0.5, 0.2),
        room('lounge', 0.2, 0.8),
        room('lobby', 0.5, 0.8, 1.5),
      ],
      1_060,
      540,
    );
    const at = (id: string): Rectangle => cells.get(id) ?? { x: -1, y: -1, width: 0, height: 0 };
    expect(at('library').x).toBeLessThan(at('plenary').x);
    expect(at('library').y).toBeLessThan(at('lounge').y);
    expect(at('plenary').y).toBeLessThan(at('lobby').y);
    expect(at('lobby').width * at('lobby').height).toBeGreaterThan(
      at('plenary').width * at('plenary').height,
    );
  });

  test('AREA-04 no two of fifty rooms overlap, and each is large enough for its name', () => {
    const next = numbers(7);
    for (const count of [1, 2, 3, 7, 13, 50]) {
      const rooms = Array.from({ length: count }, (_, index) => room(`r${index}`, next(), next()));
      for (const width of [360, 720, 1_060]) {
        const { cells, height } = layoutRooms(rooms, width, 400);
        const all = [...cells.values()];
        expect(all).toHaveLength(count);
        for (const [index, cell] of all.entries()) {
          expect(cell.width).toBeGreaterThanOrEqual(minCell.width);
          expect(cell.height).toBeGreaterThanOrEqual(minCell.height);
          expect(cell.x + cell.width).toBeLessThanOrEqual(width + 0.5);
          expect(cell.y + cell.height).toBeLessThanOrEqual(height + 1);
          expect(all.slice(index + 1).some((other) => overlap(cell, other))).toBe(false);
        }
      }
    }
  });

  test('AREA-04 rooms at the same position get separate cells', () => {
    const { cells } = layoutRooms([room('a', 0.5, 0.5), room('b', 0.5, 0.5), room('c', 0.5, 0.5)], 600, 300);
    expect(new Set([...cells.values()].map(({ x, y }) => `${x}/${y}`)).size).toBe(3);
  });

  test('a door is drawn in the middle of a shared wall only', () => {
    const left = { x: 0, y: 0, width: 100, height: 200 };
    const right = { x: 100, y: 100, width: 100, height: 200 };
    expect(sharedWall(left, right)).toMatchObject({ isVertical: true, x: 100, y: 125, height: 50 });
    expect(sharedWall(right, left)).toMatchObject({ isVertical: true, x: 100, y: 125 });
    expect(sharedWall(left, { x: 101.5, y: 0, width: 10, height: 10 })).toBeUndefined();
    expect(sharedWall(left, { x: 0, y: 200, width: 300, height: 10 })).toMatchObject({
      isVertical: false,
      y: 200,
    });
  });
});
