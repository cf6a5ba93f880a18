import { defineCommand } from '../command.js';
import { examine } from '../doctor/examine.js';
import type { Examination, Finding } from '../doctor/finding.js';
import { Failure } from '../failure.js';
import { bold, dim, green, red, yellow } from '../terminal.js';

const MARKS = { ok: green('✓'), warning: yellow('!'), wrong: red('✗'), skipped: dim('-') };

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Look over a deployment and say what to mend',
  details:
    'Reads the settings of the services from the environment, then looks at the database, the identity provider, and both ' +
    'services at their public addresses; without DATABASE_URL, at a running npm start. Changes nothing. Ends with 1 when ' +
    'something is wrong.',
  options: {},
  example: '',
  async run(_given, { env, answer }) {
    const examinations = await examine(env);
    const count = (state: Finding['state']) =>
      examinations.flatMap(({ findings }) => findings).filter((finding) => finding.state === state).length;
    const [faults, warnings] = [count('wrong'), count('warning')];
    const also = warnings > 0 ? ` ${things(warnings)} could be better.` : '';
    const end = faults === 0 ? `\n${green('Nothing is wrong.')}${also}` : '';
    answer({ json: { healthy: faults === 0, examinations }, text: `${examinations.map(shown).join('\n\n')}\n${end}` });
    if (faults > 0) throw new Failure(`${things(faults)} ${faults === 1 ? 'is' : 'are'} wrong.${also}`);
    return undefined;
  },
});

function shown({ area, findings }: Examination): string {
  const lines = findings.map(({ state, text, fix }) => `  ${MARKS[state]} ${text}${fix ? `\n      ${dim(fix)}` : ''}`);
  return [bold(area), ...lines].join('\n');
}

function things(count: number): string {
  return count === 1 ? 'One thing' : `${count} things`;
}
