import { apiKeyCreate } from './commands/api-key-create.command.js';
import { apiKeyList } from './commands/api-key-list.command.js';
import { apiKeyRevoke } from './commands/api-key-revoke.command.js';
import { demo } from './commands/demo.command.js';
import { memberAdd } from './commands/member-add.command.js';
import { migrateCommand } from './commands/migrate.command.js';
import { upCommand } from './commands/up.command.js';
import { workspaceCreate } from './commands/workspace-create.command.js';
import { workspaceSet } from './commands/workspace-set.command.js';

/** Every command, in the order of the help text. */
export const COMMANDS = [upCommand, migrateCommand, workspaceCreate, workspaceSet, memberAdd, apiKeyCreate, apiKeyList, apiKeyRevoke, demo];
