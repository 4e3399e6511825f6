/** What a program that a test starts needs of this process's environment: where programs and compiled modules are. */
export const programEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
