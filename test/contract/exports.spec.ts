import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_NAMES = 90;

/** The files through which others enter a lib. */
const entries = readdirSync(join(ROOT, 'libs')).flatMap((lib) =>
  readdirSync(join(ROOT, 'libs', lib, 'src'))
    .filter((file) => /^(\w+\.)?index\.ts$/.test(file))
    .map((file) => join('libs', lib, 'src', file)),
);

describe('what a lib offers', () => {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram({ rootNames: entries.map((file) => join(ROOT, file)), options });
  const checker = program.getTypeChecker();

  const exportsOf = (file: string): ts.Symbol[] =>
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(ROOT, file))!)!)
      .map((each) => (each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each));

  it('is found', () => expect(entries).toContain(join('libs', 'crm-domain', 'src', 'messaging.index.ts')));

  it.each(entries)(`has at most ${MAX_NAMES} names in %s, and a docstring for each`, (file) => {
    const names = exportsOf(file);
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(MAX_NAMES);
    expect(names.filter((each) => each.getDocumentationComment(checker).length === 0).map(({ name }) => name)).toEqual(
      [],
    );
  });
});
