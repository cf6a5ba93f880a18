import { readFileSync, readdirSync, statSync } from 'node:fs';

/** The files that `npm run model` runs, as scripts/model-numbers.mjs names them. */
function sources(script: string): string[] {
  const [, listed] = /MODEL_TESTS = \[(.*?)\]/s.exec(script)!;
  return [...listed!.matchAll(/'(.*?)'/g)].flatMap(([, path]) =>
    statSync(path!, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(path!)
          .filter((name) => name.endsWith('.spec.ts'))
          .map((name) => `${path}/${name}`)
      : [`${path}.spec.ts`],
  );
}

it('npm run model sets every number that says how much its tests try', () => {
  const script = readFileSync('scripts/model-numbers.mjs', 'utf8');
  const read = sources(script).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/Number\(process\.env\.([A-Z_]+)/g)].map(([, name]) => name!),
  );
  expect(read).toEqual(expect.arrayContaining(['UNDO_HISTORIES', 'KILL_POINTS', 'WRITE_RACES']));
  const unset = [...new Set(read)].filter((name) => !new RegExp(`\\b${name}:`).test(script));
  expect(unset).toEqual([]);
});
