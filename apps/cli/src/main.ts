import { logger } from '#platform';
import { COMMANDS } from './commands/registry.js';
import { runProgram } from './program.js';

// A reader such as `head` may go away before everything is said.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// What a service would log stands on stdout too, where a command has its answer.
if (!process.env.LOG_LEVEL) logger.level = 'silent';

process.exitCode = await runProgram(COMMANDS, process.argv.slice(2), process.env);
