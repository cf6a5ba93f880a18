import pg from 'pg';
import { distribute, migrate } from '#crm-domain/operations';

/**
 * A migrated and distributed database on each node of the cluster that `url` leads to, for test files to clone. Gives
 * the address of the template on the coordinator, and of every node.
 */
export async function makeCitusTemplate(url) {
  const nodes = await nodesOf(url);
  const name = `crm_template_${Date.now()}`;
  for (const node of nodes) {
    await ask(at(node, 'postgres'), [`create database ${name}`]);
    await ask(at(node, name), ['set client_min_messages = warning', 'create extension citus']);
  }
  const [coordinator, ...workers] = nodes.map((node) => new URL(node));
  const template = at(coordinator.href, name);
  await ask(template, [
    `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
    `alter database ${name} set citus.shard_count = 2`,
  ]);
  await migrate(template);
  await distribute(template, { isAtOnce: true });
  // Nobody may be connected to what is cloned, the maintenance of Citus included.
  for (const node of nodes)
    await ask(at(node, 'postgres'), [
      `alter database ${name} with allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    ]);
  const remove = async () => {
    for (const node of nodes) await ask(at(node, 'postgres'), [`drop database ${name} with (force)`]);
  };
  return { url: template, nodes, remove };
}

/** Of all nodes, the coordinator first. */
async function nodesOf(url) {
  const text = `select nodename, nodeport from pg_dist_node where groupid <> 0 and isactive order by groupid`;
  const [rows] = await ask(url, [text]);
  const workers = rows.map(({ nodename, nodeport }) => {
    const worker = new URL(url);
    [worker.hostname, worker.port] = [nodename, String(nodeport)];
    return worker.href;
  });
  return [url, ...workers];
}

function at(node, database) {
  const url = new URL(node);
  url.pathname = `/${database}`;
  return url.href;
}

async function ask(connectionString, statements) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const results = [];
    for (const statement of statements) results.push((await client.query(statement)).rows);
    return results;
  } finally {
    await client.end();
  }
}
