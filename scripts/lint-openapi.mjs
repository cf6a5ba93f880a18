// Lints the OpenAPI document as it was accepted into test/snapshots, with the recommended rules of Redocly and
// Spectral. A warning is an error here: whoever generates a client from the document meets it.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const FILE = 'test/snapshots/openapi.json';

async function redocly(source) {
  // The snapshot names localhost, where each server names its own address.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-server-example.com': 'off' } });
  const problems = await lintFromString({ source, absoluteRef: FILE, config });
  return problems.map(({ ruleId, message, location: [at] }) => `redocly ${ruleId} at ${at?.pointer ?? ''}: ${message}`);
}

async function spectral(source) {
  const linter = new spectralCore.Spectral();
  linter.setRuleset(rulesets.oas);
  const problems = await linter.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => `spectral ${code} at ${path.join('/')}: ${message}`);
}

const source = readFileSync(FILE, 'utf8');
const problems = [...(await redocly(source)), ...(await spectral(source))];
if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
