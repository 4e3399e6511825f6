/** The environment variables that a child process of a test needs: the paths of programs and of compiled modules. */
export const programEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
