// In tests this stands in for `pg`: the same library, which also notes each statement that the services send. Where to,
// the reporter beside this file says; what tests send for themselves is not noted.
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { env, pid } = require('node:process');
const pg = require('../../../node_modules/pg/lib/index.js');

const OURS = /[\\/](apps|libs)[\\/]/;
const seen = new Set();
const { query } = pg.Client.prototype;

pg.Client.prototype.query = function recorded(config, ...rest) {
  const { text = config, name } = typeof config === 'string' ? {} : config;
  const app = this.connectionParameters.application_name;
  // One process runs several services after each other, and two of them may send the same.
  const sent = `${app} ${name} ${text}`;
  if (env.STATEMENTS_DIR && typeof text === 'string' && !seen.has(sent) && isOfAService(this, config)) {
    seen.add(sent);
    appendFileSync(join(env.STATEMENTS_DIR, `${pid}.jsonl`), `${JSON.stringify({ app, name, text })}\n`);
  }
  return query.call(this, config, ...rest);
};

/** Stores send objects. A mere text may be a test's own, sent over a connection of the service. */
function isOfAService(client, config) {
  if (!client.connectionParameters.application_name?.startsWith('crm-')) return false;
  if (typeof config !== 'string') return true;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack } = new Error();
  Error.stackTraceLimit = limit;
  return OURS.test(stack);
}

module.exports = pg;
// Written out, for only so may a module import them by name.
module.exports.Client = pg.Client;
module.exports.Connection = pg.Connection;
module.exports.DatabaseError = pg.DatabaseError;
module.exports.Pool = pg.Pool;
module.exports.Query = pg.Query;
module.exports.Result = pg.Result;
module.exports.defaults = pg.defaults;
module.exports.types = pg.types;
