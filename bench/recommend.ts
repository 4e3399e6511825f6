/**
 * Are recommendations better than the most popular pieces? Leaves one like of an author out and asks whether it is among
 * the ten pieces that are recommended to this author, on generated boards with known tastes: what the server builds,
 * against the most popular pieces and random ones. `--sweep` compares other constants as well, `--write` appends the
 * results to RESULTS.md.
 */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LikeGraph } from '../server/src/features/mediaBoard/recommendations/likeGraph.ts';
import { rank, type RankInput } from '../server/src/features/mediaBoard/recommendations/rank.ts';
import type { SimilarityOptions } from '../server/src/features/mediaBoard/recommendations/similarity.ts';
import {
  generateBoard,
  randomFrom,
  type BoardOptions,
  type GeneratedBoard,
} from './recommend/generatedBoard.ts';

const at = 10;
/** Boards of each kind, and authors of each board. */
const seeds = [1, 2, 3, 4, 5, 6];
const authorsPerBoard = 400;

const usual = { authors: 2_000, pieces: 200, tastes: 8, likesPerAuthor: 12, skew: 0.5 };
const boards: readonly BoardOptions[] = [
  { ...usual, name: 'strong tastes', focus: 0.9 },
  { ...usual, name: 'weak tastes', focus: 0.4 },
  { ...usual, name: 'no tastes', focus: 0 },
  { ...usual, name: 'no tastes, skewed', focus: 0, skew: 1.2 },
  { ...usual, name: 'strong tastes, skewed', focus: 0.9, skew: 1.2 },
  { ...usual, name: 'weak tastes, skewed', focus: 0.4, skew: 1.2 },
  { ...usual, name: 'strong tastes, few likes', focus: 0.9, authors: 300, likesPerAuthor: 3 },
  { ...usual, name: 'weak tastes, few likes', focus: 0.4, authors: 300, likesPerAuthor: 3 },
  { ...usual, name: 'small board', focus: 0.8, authors: 60, pieces: 24, tastes: 4, likesPerAuthor: 4 },
  { ...usual, name: 'strong tastes, many likes', focus: 0.9, pieces: 1_000, tastes: 20, likesPerAuthor: 80 },
];

type Method = (input: RankInput, board: GeneratedBoard) => string[];
const ranked = (input: RankInput, options?: SimilarityOptions): string[] =>
  rank(input, options).map(({ contentPieceId }) => contentPieceId);
const shuffle = randomFrom(5);
const notLiked = ({ shown, liked }: RankInput): string[] => [...shown.keys()].filter((id) => !liked.has(id));

const methods: [string, Method][] = [
  [
    'random',
    (input) =>
      notLiked(input)
        .map((id) => ({ id, key: shuffle() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ id }) => id),
  ],
  [
    'most popular',
    (input) =>
      notLiked(input).toSorted((a, b) => input.graph.authorsOf(b).length - input.graph.authorsOf(a).length),
  ],
  ['built', (input) => ranked(input)],
  [
    'built, where the taste is the tag',
    (input, { tasteOf }) =>
      ranked({
        ...input,
        shown: new Map([...input.shown.keys()].map((id) => [id, [tasteOf.get(id) ?? '']])),
      }),
  ],
];
if (process.argv.includes('--sweep'))
  for (const shrinkage of [0, 10, 20, 50, 100, 200])
    for (const popularityPenalty of [0, 0.3, 0.5, 0.7])
      methods.push([
        `shrinkage ${shrinkage}, penalty ${popularityPenalty}`,
        (input) => ranked(input, { shrinkage, popularityPenalty }),
      ]);

/** How many of the left-out likes each method finds, in the order of `methods`, and how many were left out. */
function evaluate(options: BoardOptions): { readonly hits: number[]; readonly count: number } {
  const hits = methods.map(() => 0);
  let count = 0;
  for (const seed of seeds) {
    const board = generateBoard(options, seed);
    const random = randomFrom(seed + 100);
    const graph = new LikeGraph();
    const shown: RankInput['shown'] = new Map(board.pieces.map((id) => [id, []]));
    for (const [author, likes] of board.likes.entries())
      for (const id of likes) graph.set(id, `author-${author}`, true);
    const authors = [...board.likes.entries()]
      .filter(([, likes]) => likes.length > 1)
      .slice(0, authorsPerBoard);
    for (const [author, likes] of authors) {
      const userId = `author-${author}`;
      const leftOut = likes[Math.floor(random() * likes.length)] ?? '';
      const liked = new Set(likes.filter((id) => id !== leftOut));
      graph.set(leftOut, userId, false);
      for (const [no, [, method]] of methods.entries()) {
        const list = method({ graph, shown, userId, liked, limit: at }, board).slice(0, at);
        if (list.includes(leftOut)) hits[no] = (hits[no] ?? 0) + 1;
      }
      graph.set(leftOut, userId, true);
      count += 1;
    }
  }
  return { hits, count };
}

const results = boards.map((options) => ({ options, ...evaluate(options) }));
const cell = (hits: number, count: number): string => {
  const recall = hits / count;
  return `${recall.toFixed(3)} / ${(recall / at).toFixed(3)}`;
};
const table = [
  `| board (left out) | ${methods.map(([name]) => name).join(' | ')} |`,
  `|---|${methods.map(() => '---').join('|')}|`,
  ...results.map(
    ({ options, hits, count }) =>
      `| ${options.name} (${count}) | ${hits.map((number) => cell(number, count)).join(' | ')} |`,
  ),
].join('\n');
const output = `
- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- recommend\` (recall / precision at ${at}, one like of an author left out, ${seeds.length} boards of each kind; the code of the server):

${table}
`;
console.log(output);
if (process.argv.includes('--write')) await appendFile(join(import.meta.dirname, 'RESULTS.md'), output);
