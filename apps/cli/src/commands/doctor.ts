import { defineCommand } from '../command.js';
import { examine } from '../doctor/examine.js';
import type { Examination, Finding } from '../doctor/finding.js';
import { Failure } from '../failure.js';
import { bold, dim, green, red, yellow } from '../terminal.js';

const MARKS = { ok: green('✓'), warning: yellow('!'), wrong: red('✗'), skipped: dim('-') };

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check a deployment and report what to fix',
  details:
    'Reads the settings of the services from the environment and checks the database, the identity provider, and both ' +
    'services at their public addresses; without DATABASE_URL, it checks a running npm start. Changes nothing. Exits with 1 ' +
    'if something is wrong.',
  options: {},
  example: '',
  async run(_given, { env, answer }) {
    const examinations = await examine(env);
    const count = (state: Finding['state']) =>
      examinations.flatMap(({ findings }) => findings).filter((finding) => finding.state === state).length;
    const [faults, warnings] = [count('wrong'), count('warning')];
    const also = warnings > 0 ? ` There ${warnings === 1 ? 'is one warning' : `are ${warnings} warnings`}.` : '';
    const end = faults === 0 ? `\n${green('No problem was found.')}${also}` : '';
    answer({ json: { healthy: faults === 0, examinations }, text: `${examinations.map(shown).join('\n\n')}\n${end}` });
    if (faults > 0) throw new Failure(`${faults === 1 ? 'One problem was' : `${faults} problems were`} found.${also}`);
    return undefined;
  },
});

function shown({ area, findings }: Examination): string {
  const lines = findings.map(({ state, text, fix }) => `  ${MARKS[state]} ${text}${fix ? `\n      ${dim(fix)}` : ''}`);
  return [bold(area), ...lines].join('\n');
}
