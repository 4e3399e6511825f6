import { runCommand } from './command.ts';

// Backups and restored data are for the operator only.
process.umask(0o077);
process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
