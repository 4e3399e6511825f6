/** The two engines, which share schema and queries. */
export type Engine = 'sqlite' | 'postgres';
